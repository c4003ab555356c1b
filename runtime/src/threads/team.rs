//! A team of threads, and the protocol by which its threads notice that they part: at every barrier,
//! worksharing construct and end of the parallel region each says how far it has come, in memory the
//! team shares, and looks at what was said. `docs/runtime.md` explains it.
//!
//! Nothing here waits, and nothing is allocated but by [`Team::new`].

use std::sync::Mutex;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release, SeqCst};
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, AtomicU64};

use crate::threads::dependences::Dependences;
use crate::threads::overlap::Calls;
use crate::threads::task::Task;

/// How many worksharing constructs a thread may be ahead of another (by `nowait`) and still be compared.
pub const RING: u32 = 64;

/// The bits of a site: addresses of user programs have no more.
const SITE_BITS: u32 = 48;

/// What stands at a place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Construct {
    /// The start of the parallel region.
    #[default]
    Start,
    /// A `barrier`.
    Barrier,
    /// The barrier at the end of a construct, of a reduction, of a `copyprivate`.
    ImplicitBarrier,
    /// The end of the parallel region.
    End,
    /// A worksharing loop; flang's `sections` are one, too.
    Loop,
    /// `sections`
    Sections,
    /// `single`
    Single,
    /// `workshare`
    Workshare,
}

impl Construct {
    const ALL: [Self; 8] = [
        Self::Start,
        Self::Barrier,
        Self::ImplicitBarrier,
        Self::End,
        Self::Loop,
        Self::Sections,
        Self::Single,
        Self::Workshare,
    ];

    fn from_bits(bits: u64) -> Self {
        let index = usize::try_from(bits & 7).unwrap_or_default();
        Self::ALL.get(index).copied().unwrap_or_default()
    }

    /// What it is called in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Start => "start of the parallel region",
            Self::Barrier => "barrier",
            Self::ImplicitBarrier => "implicit barrier",
            Self::End => "end of the parallel region",
            Self::Loop => "for",
            Self::Sections => "sections",
            Self::Single => "single",
            Self::Workshare => "workshare",
        }
    }
}

/// A place of the program: a construct and its return address.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Site {
    /// What stands there.
    pub construct: Construct,
    /// The code behind the call, 0: not known.
    pub address: usize,
}

impl Site {
    fn pack(self) -> u64 {
        let address = self.address as u64 & ((1 << SITE_BITS) - 1);
        (self.construct as u64) << SITE_BITS | address
    }

    fn unpack(bits: u64) -> Self {
        let address = usize::try_from(bits & ((1 << SITE_BITS) - 1)).unwrap_or_default();
        Self { construct: Construct::from_bits(bits >> SITE_BITS), address }
    }
}

/// How far a thread has come in its team's region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Barriers it has entered.
    pub barriers: u32,
    /// Worksharing constructs it has come to.
    pub works: u32,
}

impl Progress {
    /// Whether two threads came to the same barrier, or to the end behind as many, with different numbers of
    /// worksharing constructs.
    fn skipped_work(self, other: Self) -> bool {
        self.barriers == other.barriers && self.works != other.works
    }
}

/// Where a thread is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// It has not come to its part of the region.
    #[default]
    Absent,
    /// It runs.
    Running,
    /// It is in a barrier.
    Waiting,
    /// It is at the end of the region.
    Ended,
}

/// What each thread tells the others: its state, and its progress.
#[derive(Debug, Default)]
pub struct Published {
    progress: AtomicU64,
    site: AtomicU64,
    /// The region the thread has come to, as [`Team::generation`] counts them. What it has said before is of
    /// an earlier one: nobody but the thread itself writes here, which would cost it a cache line.
    generation: AtomicU32,
}

impl Published {
    /// Says how far the thread is.
    pub fn set(&self, state: State, progress: Progress, site: Site) {
        self.site.store(site.pack(), Relaxed);
        self.progress.store((state as u64) << 62 | pack(progress), Release);
    }

    /// The barrier is over.
    pub fn run_on(&self) {
        let progress = self.progress.load(Relaxed) & !(3 << 62);
        self.progress.store(progress | (State::Running as u64) << 62, Relaxed);
    }

    /// The thread comes to its part of a region.
    fn enter(&self, generation: u32, site: Site) {
        self.set(State::Running, Progress::default(), site);
        self.generation.store(generation, Release);
    }

    /// What was said last in a region.
    fn get(&self, generation: u32) -> (State, Progress, Site) {
        if self.generation.load(Acquire) != generation {
            return (State::Absent, Progress::default(), Site::default());
        }
        let bits = self.progress.load(Acquire);
        let state = match bits >> 62 {
            0 => State::Absent,
            1 => State::Running,
            2 => State::Waiting,
            _ => State::Ended,
        };
        (state, unpack(bits), Site::unpack(self.site.load(Relaxed)))
    }
}

/// Barriers in the upper half, worksharing constructs in the lower one; 31 bits each, so that a thread's
/// state fits in, too.
fn pack(progress: Progress) -> u64 {
    u64::from(progress.barriers & 0x3fff_ffff) << 32 | u64::from(progress.works)
}

fn unpack(bits: u64) -> Progress {
    Progress { barriers: (bits >> 32) as u32 & 0x3fff_ffff, works: bits as u32 }
}

/// Threads of a team part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disagreement {
    /// One is at a barrier, and another at the end of the region without having passed as many.
    Barrier,
    /// They come to a barrier, or to the end, with different numbers of worksharing constructs.
    WorkCount,
    /// Different constructs are the same worksharing construct in order.
    Work {
        /// The number of the construct, from 1.
        number: u32,
        /// What another thread has there.
        other: Site,
    },
}

/// What the threads of a team that are first write, and the others look at: one cache line, apart from what
/// is only read.
#[derive(Debug, Default)]
#[repr(align(128))]
struct First {
    /// How far the one had come that first entered the latest barrier.
    arrival: AtomicU64,
    /// How far the one has come that is ahead in worksharing constructs.
    ahead: AtomicU64,
    /// How far the one had come that first reached the end, its barriers plus 1; 0: nobody has.
    ended: AtomicU64,
}

/// An implicit task. Those of a team stand side by side, each written by a thread of its own.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Apart(Task);

/// A team. It lives from `parallel_begin` to `parallel_end` and is used again by later regions.
#[derive(Debug)]
pub struct Team {
    /// What all of its threads write.
    first: First,
    /// Counts the regions the team was used for.
    generation: AtomicU32,
    /// `cancel parallel` was activated: threads part, and may.
    pub cancelled: AtomicBool,
    /// A loop or `sections` was cancelled: their ends are not seen.
    pub loop_cancelled: AtomicBool,
    /// The worksharing constructs by number.
    ring: [AtomicU64; RING as usize],
    /// The task that started the region; it waits for its end.
    pub parent: AtomicPtr<Task>,
    /// Where the region starts in the code.
    pub address: AtomicU64,
    /// The size of the team, known when its threads start.
    pub size: AtomicU64,
    /// The implicit tasks, as many as there may be threads.
    tasks: Box<[Apart]>,
    /// The calls of MPI in the threads' present phases, where they have to be compared.
    pub calls: Mutex<Calls>,
    /// There are calls.
    pub has_calls: AtomicBool,
    /// The order of the tasks with dependences.
    pub dependences: Mutex<Dependences>,
    /// There are such tasks.
    pub has_dependences: AtomicBool,
}

impl Team {
    /// A team of up to `capacity` threads.
    #[must_use]
    pub fn new(capacity: usize) -> Box<Self> {
        Box::new(Self {
            first: First::default(),
            generation: AtomicU32::new(0),
            cancelled: AtomicBool::new(false),
            loop_cancelled: AtomicBool::new(false),
            ring: [const { AtomicU64::new(0) }; RING as usize],
            parent: AtomicPtr::new(std::ptr::null_mut()),
            address: AtomicU64::new(0),
            size: AtomicU64::new(0),
            tasks: (0..capacity).map(|_| Apart::default()).collect(),
            calls: Mutex::default(),
            has_calls: AtomicBool::new(false),
            dependences: Mutex::default(),
            has_dependences: AtomicBool::new(false),
        })
    }

    /// Makes the team ready for a region. No thread is in it.
    pub fn start(&self, parent: *const Task, address: usize) {
        // What the last region wrote, and no more.
        let all = self.cancelled.load(Relaxed);
        let works = unpack(self.first.ahead.load(Relaxed)).works;
        let used = if all { RING } else { works.min(RING) };
        for entry in self.ring.iter().take(used as usize) {
            entry.store(0, Relaxed);
        }
        self.first.arrival.store(0, Relaxed);
        self.first.ahead.store(0, Relaxed);
        self.first.ended.store(0, Relaxed);
        self.generation.fetch_add(1, Relaxed);
        self.cancelled.store(false, Relaxed);
        self.loop_cancelled.store(false, Relaxed);
        self.parent.store(parent.cast_mut(), Relaxed);
        self.address.store(address as u64, Relaxed);
        if self.has_calls.load(Relaxed) {
            self.has_calls.store(false, Relaxed);
            crate::job::lock(&self.calls).clear();
        }
        if self.has_dependences.load(Relaxed) {
            self.has_dependences.store(false, Relaxed);
            crate::job::lock(&self.dependences).clear();
        }
    }

    /// A thread comes to its part of the region, one of so many.
    pub fn enter(&self, task: &Task, size: u64, address: usize) {
        // The first one says it; the others would only take the line from each other.
        if self.size.load(Relaxed) != size {
            self.size.store(size, Relaxed);
        }
        let site = Site { construct: Construct::Start, address };
        task.published.enter(self.generation.load(Relaxed), site);
    }

    /// What a thread of the team said last in this region.
    #[must_use]
    pub fn told_by(&self, task: &Task) -> (State, Progress, Site) {
        task.published.get(self.generation.load(Relaxed))
    }

    /// Whether a thread met more worksharing constructs before its next barrier than one that is at the
    /// barrier, or at the end, already.
    fn is_behind(&self, passed: u32, works: u32) -> bool {
        let ahead = unpack(self.first.ahead.load(SeqCst));
        ahead.barriers == passed && ahead.works > works
    }

    /// A thread enters a barrier, its `progress.barriers`-th, with so many worksharing constructs.
    ///
    /// # Errors
    /// Another thread is where it will not come to this barrier, or skipped a worksharing construct.
    pub fn at_barrier(&self, progress: Progress) -> Result<(), Disagreement> {
        let mine = pack(progress);
        let mut first = self.first.arrival.load(Acquire);
        while unpack(first).barriers < progress.barriers {
            match self.first.arrival.compare_exchange(first, mine, SeqCst, Acquire) {
                Ok(_) => first = mine,
                Err(other) => first = other,
            }
        }
        // Whoever was the first at this barrier looked at `ended` after it had said so; and who comes to
        // the end looks at `arrival` after saying that. One of the two sees the other.
        let ended = self.first.ended.load(SeqCst);
        if self.cancelled.load(Relaxed) {
            return Ok(());
        }
        // What they skipped before says more than that one of them is at the end.
        if progress.skipped_work(unpack(first))
            || progress.skipped_work(unpack(ended))
            || self.is_behind(progress.barriers - 1, progress.works)
        {
            return Err(Disagreement::WorkCount);
        }
        if ended != 0 && unpack(ended).barriers <= progress.barriers {
            return Err(Disagreement::Barrier);
        }
        Ok(())
    }

    /// A thread is at the end of the region.
    ///
    /// # Errors
    /// Another thread is at a barrier this one will not come to, or has met more or fewer
    /// worksharing constructs.
    pub fn at_end(&self, progress: Progress) -> Result<(), Disagreement> {
        let mine = Progress { barriers: progress.barriers + 1, works: progress.works };
        let first = match self.first.ended.compare_exchange(0, pack(mine), SeqCst, SeqCst) {
            Ok(_) => mine,
            Err(first) => unpack(first),
        };
        let arrival = unpack(self.first.arrival.load(SeqCst));
        if self.cancelled.load(Relaxed) {
            return Ok(());
        }
        if mine.skipped_work(first)
            || mine.skipped_work(arrival)
            || self.is_behind(progress.barriers, progress.works)
        {
            return Err(Disagreement::WorkCount);
        }
        if arrival.barriers > progress.barriers {
            return Err(Disagreement::Barrier);
        }
        Ok(())
    }

    /// A thread comes to a worksharing construct, its `progress.works`-th. `is_same` tells whether two
    /// places of the same kind are one construct.
    ///
    /// # Errors
    /// Another thread has another construct there, or waits at a barrier without having come to this one.
    pub fn at_work(
        &self,
        progress: Progress,
        site: Site,
        is_same: impl FnOnce(usize, usize) -> bool,
    ) -> Result<(), Disagreement> {
        if self.cancelled.load(Relaxed) {
            return Ok(());
        }
        let mine = pack(progress);
        if self.first.ahead.load(Relaxed) < mine {
            self.first.ahead.fetch_max(mine, SeqCst);
        }
        // As at barriers: who waits there says so first, and then looks who is ahead.
        for gone in [self.first.arrival.load(SeqCst), self.first.ended.load(SeqCst)] {
            let gone = unpack(gone);
            if gone.barriers == progress.barriers + 1 && gone.works < progress.works {
                return Err(Disagreement::WorkCount);
            }
        }
        let index = progress.works.wrapping_sub(1) % RING;
        let Some(entry) = self.ring.get(index as usize) else { return Ok(()) };
        // The lap, 1 to 2^13 - 1, above the site; 0 is an entry nobody has used.
        let lap = |bits: u64| bits >> (SITE_BITS + 3);
        let my_lap = u64::from((progress.works - 1) / RING % 0x1fff) + 1;
        let mine = my_lap << (SITE_BITS + 3) | site.pack();
        let mut first = entry.load(Acquire);
        while lap(first) < my_lap || (my_lap == 1 && lap(first) == 0x1fff) {
            match entry.compare_exchange(first, mine, AcqRel, Acquire) {
                Ok(_) => return Ok(()),
                Err(other) => first = other,
            }
        }
        if first == mine || lap(first) != my_lap || self.is_lapped(progress.works) {
            return Ok(());
        }
        let other = Site::unpack(first);
        let same = other.construct == site.construct && is_same(other.address, site.address);
        let difference = Disagreement::Work { number: progress.works, other };
        if same { Ok(()) } else { Err(difference) }
    }

    /// Whether some thread is so far ahead that the entry may be of another lap.
    fn is_lapped(&self, works: u32) -> bool {
        self.members().any(|task| self.told_by(task).1.works >= works.saturating_add(RING))
    }

    /// How many threads may be in it.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.tasks.len()
    }

    /// The implicit task of a thread.
    #[must_use]
    pub fn task(&self, index: usize) -> Option<&Task> {
        self.tasks.get(index).map(|task| &task.0)
    }

    /// The implicit tasks of the threads that are in the team.
    pub fn members(&self) -> impl Iterator<Item = &Task> {
        let size = usize::try_from(self.size.load(Relaxed)).unwrap_or(0);
        self.tasks.iter().take(size).map(|task| &task.0)
    }

    /// The team has several threads.
    #[must_use]
    pub fn is_parallel(&self) -> bool {
        self.size.load(Relaxed) > 1
    }
}

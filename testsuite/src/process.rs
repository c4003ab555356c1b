//! Running commands that may hang.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use wait_timeout::ChildExt;

/// How long `mpirun` has to take its ranks down after it was asked to.
const GRACE: Duration = Duration::from_secs(3);

/// What a command left behind.
#[derive(Debug)]
pub struct Outcome {
    /// Exit status; `None`: ended by a signal.
    pub status: Option<i32>,
    /// It did not end in time and was killed. Not so a launcher all of whose processes had ended: that of
    /// Open MPI 4.1 at times waits for itself when it is over (in `PMIx_server_finalize`), or crashes there.
    pub hung: bool,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

impl Outcome {
    /// Ended in time with status 0.
    #[must_use]
    pub fn succeeded(&self) -> bool {
        !self.hung && self.status == Some(0)
    }
}

/// Runs a command in `directory` for at most `limit`. All it started is gone on return.
///
/// # Errors
/// The command could not be started, said with its name.
pub fn run(command: &mut Command, directory: &Path, limit: Duration) -> Result<Outcome, String> {
    // Files, not pipes: an orphan that keeps a pipe open would keep us waiting for its end.
    let (stdout, stderr) = (directory.join("stdout"), directory.join("stderr"));
    let describe = |error: std::io::Error| {
        format!("{} does not start: {error}", command.get_program().to_string_lossy())
    };
    let out = File::create(&stdout).map_err(describe)?;
    let err = File::create(&stderr).map_err(describe)?;
    let mut child = command
        .current_dir(directory)
        .stdin(Stdio::null())
        .stdout(out)
        .stderr(err)
        .process_group(0)
        .spawn()
        .map_err(|error| {
            format!("{} does not start: {error}", command.get_program().to_string_lossy())
        })?;
    let ended = child.wait_timeout(limit).map_err(|error| format!("waiting failed: {error}"))?;
    let hung = ended.is_none() && kill_tree(&mut child);
    let read = |path: &Path| {
        fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
    };
    Ok(Outcome {
        status: ended.and_then(|status| status.code()),
        hung,
        stdout: read(&stdout),
        stderr: read(&stderr),
    })
}

/// Ends a process and everything it started. Launchers put each rank into a process group of its
/// own, so the group alone is not enough. Gives `false` where all it started had ended already.
fn kill_tree(child: &mut Child) -> bool {
    let root = Pid::from_child(child);
    let descendants = descendants(root.as_raw_nonzero().get());
    let hung = descendants.is_empty() || descendants.iter().any(|pid| is_alive(*pid));
    // Every failure below means that the process is gone already, which is the aim.
    let _ = kill_process(root, Signal::TERM);
    if !matches!(child.wait_timeout(GRACE), Ok(Some(_))) {
        let _ = kill_process_group(root, Signal::KILL);
    }
    for pid in descendants.iter().copied().filter_map(Pid::from_raw) {
        let _ = kill_process(pid, Signal::KILL);
    }
    let _ = child.wait();
    // A signal is only sent so far. What does not go in this time is stuck in the kernel, and no
    // waiting would help.
    let end = Instant::now() + GRACE;
    while descendants.iter().any(|pid| is_alive(*pid)) && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(5));
    }
    hung
}

/// Whether a process exists and is more than an entry that waits to be reaped.
fn is_alive(pid: i32) -> bool {
    fs::read_to_string(format!("/proc/{pid}/stat"))
        .is_ok_and(|stat| stat.rsplit_once(')').is_some_and(|(_, rest)| !rest.starts_with(" Z")))
}

/// The processes below `root`, from the parents `/proc` names.
fn descendants(root: i32) -> Vec<i32> {
    let mut children: BTreeMap<i32, Vec<i32>> = BTreeMap::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Ok(pid) = entry.file_name().to_string_lossy().parse::<i32>() else { continue };
        let Ok(stat) = fs::read_to_string(entry.path().join("stat")) else { continue };
        if let Some(parent) = parent_of(&stat) {
            children.entry(parent).or_default().push(pid);
        }
    }
    let mut found = Vec::new();
    let mut open = vec![root];
    while let Some(pid) = open.pop() {
        let below = children.remove(&pid).unwrap_or_default();
        found.extend(&below);
        open.extend(below);
    }
    found
}

/// The parent in a line of `/proc/<pid>/stat`. The command's name stands in parentheses and may
/// contain anything.
fn parent_of(stat: &str) -> Option<i32> {
    stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parent_is_read_behind_any_name() {
        assert_eq!(parent_of("12 (a) b) S 7 12 12 0"), Some(7));
        assert_eq!(parent_of(""), None);
    }

    /// Runs a line of the shell.
    fn run_line(name: &str, line: &str, limit: Duration) -> Outcome {
        let directory =
            std::env::temp_dir().join(format!("lockstep-{name}-{}", std::process::id()));
        fs::create_dir_all(&directory).expect("a temporary directory");
        let outcome = run(Command::new("sh").args(["-c", line]), &directory, limit);
        fs::remove_dir_all(&directory).expect("it was ours");
        outcome.expect("sh starts")
    }

    #[test]
    fn a_launcher_that_is_left_alone_is_no_program_that_hangs() {
        let outcome = run_line("left", "true & exec sleep 1000", Duration::from_secs(5));
        assert!(!outcome.hung && !outcome.succeeded());
    }

    #[test]
    fn a_hanging_tree_is_taken_down() {
        let line = "setsid sleep 1000 & echo $!; wait";
        let outcome = run_line("tree", line, Duration::from_millis(300));
        assert!(outcome.hung && !outcome.succeeded());
        let sleeper: i32 = outcome.stdout.trim().parse().expect("the pid of sleep");
        assert!(!is_alive(sleeper));
    }
}

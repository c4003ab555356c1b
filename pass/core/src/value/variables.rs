//! Which global variables a function writes somewhere, one bit each: large programs have more of them than
//! callers could be told by name.

use std::rc::Rc;

use fixedbitset::FixedBitSet;

use super::fortran::Extent;
use super::function::Builder;
use super::place::{Place, Root};
use crate::program::{BlockId, GlobalId};

/// Global variables in which something is written, nobody knows where or what.
#[derive(Clone, Debug, Default)]
pub struct Variables {
    /// In the variable itself.
    written: Rc<FixedBitSet>,
    /// Where pointers in it lead.
    behind: Rc<FixedBitSet>,
}

impl Variables {
    /// A variable is written, or what its pointers lead to.
    pub(super) fn insert(&mut self, variable: GlobalId, behind: bool) {
        let set = if behind { &mut self.behind } else { &mut self.written };
        if !set.contains(variable.index()) {
            Rc::make_mut(set).grow_and_insert(variable.index());
        }
    }

    /// Those of another are written, too.
    pub fn join(&mut self, others: &Self) {
        let sets = [(&mut self.written, &others.written), (&mut self.behind, &others.behind)];
        for (set, other) in sets {
            if set.is_clear() {
                *set = Rc::clone(other);
            } else if !other.is_subset(set) {
                Rc::make_mut(set).union_with(other);
            }
        }
    }

    /// Are all of another among them?
    pub(super) fn cover(&self, others: &Self) -> bool {
        others.written.is_subset(&self.written) && others.behind.is_subset(&self.behind)
    }

    /// Is something written where pointers in them lead?
    pub(super) fn reach_behind(&self) -> bool {
        !self.behind.is_clear()
    }

    /// Is it one of those that are written, or that lead to what is?
    pub fn contains(&self, root: Root) -> bool {
        match root {
            Root::Global(variable) => {
                let index = variable.index();
                self.written.contains(index) || self.behind.contains(index)
            }
            _ => false,
        }
    }

    fn is_empty(&self) -> bool {
        self.written.is_clear() && self.behind.is_clear()
    }
}

impl Builder<'_, '_> {
    /// What a callee writes in global variables, and behind them; those that are not named here matter to the
    /// callers alone.
    pub(super) fn write_variables(&mut self, at: (BlockId, usize), variables: &Variables) {
        if variables.is_empty() {
            return;
        }
        self.variables.join(variables);
        for variable in self.variables_named() {
            let start = Place::start(Root::Global(variable));
            if variables.written.contains(variable.index()) {
                let node = self.unknown_part(start);
                self.write_whole(at, start, Extent::Object, node);
            }
            if variables.behind.contains(variable.index()) {
                let node = self.unknown_part(start);
                for place in self.reached(start, Extent::Object) {
                    self.write_object(at, place, Extent::Object, node);
                }
            }
        }
    }

    /// Global variables of which the function names a part, or something that they lead to.
    fn variables_named(&self) -> Vec<GlobalId> {
        let outermost = |root: &Root| match self.context.places.outermost(Place::start(*root)) {
            Root::Global(variable) => Some(variable),
            _ => None,
        };
        let mut named: Vec<GlobalId> = self.places_of.keys().filter_map(outermost).collect();
        named.sort_unstable();
        named.dedup();
        named
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(written: &[u32], behind: &[u32]) -> Variables {
        let mut variables = Variables::default();
        for (all, is_behind) in [(written, false), (behind, true)] {
            for variable in all {
                variables.insert(GlobalId(*variable), is_behind);
            }
        }
        variables
    }

    #[test]
    fn both_sets_are_joined_each_with_its_own() {
        let mut all = of(&[1], &[]);
        all.join(&of(&[900], &[2]));
        assert!(all.cover(&of(&[1, 900], &[2])));
        assert!(!all.cover(&of(&[], &[1])), "1 itself is written, not what it leads to");
        assert!(!of(&[1, 900], &[]).cover(&all), "what 2 leads to is written");
        assert!(all.reach_behind() && !of(&[1], &[]).reach_behind());
    }

    #[test]
    fn those_that_lead_to_what_is_written_are_in_it() {
        let all = of(&[64], &[3]);
        let is_in = |variable| all.contains(Root::Global(GlobalId(variable)));
        assert!(is_in(64) && is_in(3) && !is_in(4) && !is_in(1_000));
        assert!(!all.contains(Root::Parameter(3)));
    }

    #[test]
    fn sets_are_shared_until_they_differ() {
        let callee = of(&[5], &[]);
        let mut caller = Variables::default();
        caller.join(&callee);
        assert!(Rc::ptr_eq(&caller.written, &callee.written));
        caller.insert(GlobalId(6), false);
        assert!(!callee.cover(&caller) && caller.cover(&callee));
    }
}

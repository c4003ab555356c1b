//! Memory of windows: others may write there whenever a window is synchronised (MPI 4.0, 12.5).

use super::function::{Builder, Target};
use super::place::{Place, Root};
use crate::program::BlockId;

impl Builder<'_, '_> {
    /// Notes the objects of which the function makes windows.
    pub(super) fn find_windows(&mut self) {
        for site in 0..self.sites.len() {
            let Target::Mpi(mpi) = self.sites[site].target else { continue };
            let name = mpi.procedure.name;
            if !name.starts_with("MPI_Win_") {
                continue;
            }
            let call = self.call(self.sites[site].block, self.sites[site].event);
            let argument = |param: &str| {
                let at = mpi.argument(mpi.procedure.param(param)?)?;
                call.arguments.get(at).copied()
            };
            let (base, made) = (argument("base"), argument("baseptr"));
            let base = base.and_then(|base| self.resolve(base));
            let made = made
                .and_then(|made| self.resolve(made))
                .and_then(|holder| self.addresses.pointee(self.context, holder));
            let roots = [base, made].into_iter().flatten().map(|place| place.root);
            self.windows.extend(roots);
        }
    }

    /// What an MPI call leaves in windows' memory: something unknown, if others may have written there.
    pub(super) fn define_windows(&mut self, site: usize) {
        let Target::Mpi(mpi) = self.sites[site].target else { return };
        let (block, event) = (self.sites[site].block, self.sites[site].event);
        let name = mpi.procedure.name;
        let synchronises = matches!(
            name.strip_prefix("MPI_Win_").unwrap_or_default().split('_').next(),
            Some(
                "fence"
                    | "complete"
                    | "wait"
                    | "test"
                    | "lock"
                    | "unlock"
                    | "flush"
                    | "sync"
                    | "free"
                    | "post"
                    | "start"
            )
        );
        if !self.windows.is_empty() && (synchronises || name == "MPI_Barrier") {
            for root in self.windows.clone() {
                self.write_unknown((block, event), root);
            }
        }
    }

    fn write_unknown(&mut self, (block, event): (BlockId, usize), root: Root) {
        for id in self.places_from(Place { offset: i64::MIN, ..Place::start(root) }) {
            let part = self.context.places.get(id);
            let node = self.unknown_part(part);
            self.memory.define(block, event, id, node);
        }
    }
}

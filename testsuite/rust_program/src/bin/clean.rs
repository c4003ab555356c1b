//! All ranks wait, one prints.

use mpi::traits::*;

fn print_together(world: &impl CommunicatorCollectives) {
    world.barrier();
    if world.rank() == 0 {
        println!("all of us are here");
    }
}

fn main() {
    let universe = mpi::initialize().expect("MPI starts once");
    let world = universe.world();
    print_together(&world);
}

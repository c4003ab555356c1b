//! The rank that prints is the only one that waits for the others.

use mpi::traits::*;

fn print_together(world: &impl CommunicatorCollectives) {
    world.barrier();
    println!("all of us are here");
}

fn main() {
    let universe = mpi::initialize().expect("MPI starts once");
    let world = universe.world();
    if world.rank() == 0 { //~ condition
        print_together(&world); //~ call
    }
}

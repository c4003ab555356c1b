//! A function's control flow and what follows from its shape alone: dominance, post-dominance,
//! control dependence and the iterated post-dominance frontiers that Algorithm 12 of the PARCOACH
//! thesis is made of.
//!
//! Everything here is iterative (a chain of 100,000 blocks must not overflow the compiler's stack)
//! and cannot fail: a graph with endless loops, several exits, dead blocks or irreducible regions
//! has an answer like any other. Facts borrow the graph, so none can outlive a change to it.

pub mod augmented;
pub mod dot;
pub mod flow;
pub mod frontier;
pub mod loops;
mod minimum_tree;
pub mod orders;
pub mod postdominance;
pub mod static_pass;
pub mod text;
mod walk;

pub use augmented::AugmentedCfg;
pub use dot::dot;
pub use flow::{Block, BlockSet, FlowGraph};
pub use frontier::{
    ControlDependence, iterated_dominance_frontier, iterated_frontier_of_nodes,
    iterated_frontier_of_set, set_frontier, set_post_dominates,
};
pub use loops::{Loop, LoopForest, one_round};
pub use orders::ExecutionOrders;
pub use postdominance::{Dominators, PostDominators};
pub use static_pass::{Cluster, Collective, FunctionShape, StaticPass, static_pass};
pub use text::{ParseError, parse};

//! Threads: what OpenMP's teams do with MPI and with their own barriers.
//!
//! A team's graph ([`unfold`]) is the control flow of a parallel region with that of the functions it calls
//! in their place, without what no thread comes to there (`prune`). Which conditions part threads is told
//! by [`dependence`], which threads come to a point and which points they may be at together by
//! [`execution`]. What is wrong is found by [`divergence`] (barriers and worksharing), [`calls`] (MPI) and
//! [`locks`], and worded by the rules; [`mutex`] knows the locks of other libraries. [`dump`] draws the
//! graphs for people.
//!
//! Sources: the thesis, chapter 2 (levels of thread support, Algorithms 1 to 11), section 3.2 (barriers and
//! worksharing, Algorithms 15 to 18) and chapter 4 (collectives in teams, Algorithms 19 to 21).

pub mod calls;
pub mod dependence;
pub mod divergence;
pub mod dump;
pub mod execution;
pub mod facts;
mod guards;
pub mod levels;
pub mod locks;
pub mod mutex;
pub mod openmp;
mod prune;
mod recursion;
mod rounds;
pub mod scene;
pub mod survey;
pub mod team;
mod turns;
pub mod unfold;
pub mod word;

pub use levels::{Asked, Level};
pub use survey::{InitialContext, Need, Options, Survey, survey};

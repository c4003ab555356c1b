//! The harness of the test suite: reads cases, compiles them with Lockstep, runs them under both
//! MPIs and compares what was found with the marks on their lines. How a case is written is told
//! in `testsuite/README.md`.

pub mod annotation;
pub mod case;
pub mod check;
pub mod process;
pub mod toolchain;
pub mod yielding;

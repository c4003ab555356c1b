//! Which procedures wait for messages between two ranks (MPI 4.0, chapters 3 and 4).

use super::{Procedure, lookup};

/// What waits for a message by itself.
const RECEIVE: [&str; 5] =
    ["MPI_Recv", "MPI_Sendrecv", "MPI_Sendrecv_replace", "MPI_Probe", "MPI_Mprobe"];
/// What begins a receive that something else waits for.
const BEGIN_RECEIVE: [&str; 6] = [
    "MPI_Irecv",
    "MPI_Recv_init",
    "MPI_Imrecv",
    "MPI_Precv_init",
    "MPI_Isendrecv",
    "MPI_Isendrecv_replace",
];
/// What is not over before its receive has begun (3.4), or begins that.
const SYNCHRONOUS: [&str; 3] = ["MPI_Ssend", "MPI_Issend", "MPI_Ssend_init"];
/// What waits for requests: for receives if something begins such.
const COMPLETE: [&str; 4] = ["MPI_Wait", "MPI_Waitall", "MPI_Waitany", "MPI_Waitsome"];

impl Procedure {
    /// Does it return only when a message has come?
    #[must_use]
    pub fn receives(&self) -> bool {
        RECEIVE.contains(&self.name)
    }

    /// Does it begin a receive, for others to wait for?
    #[must_use]
    pub fn begins_receive(&self) -> bool {
        BEGIN_RECEIVE.contains(&self.name)
    }

    /// Does it wait for what was begun?
    #[must_use]
    pub fn completes(&self) -> bool {
        COMPLETE.contains(&self.name)
    }
}

/// Does the symbol wait for messages, or begin what is waited for? What begins is waited for somewhere.
#[must_use]
pub fn awaits(symbol: &str) -> bool {
    lookup(symbol).is_some_and(|call| {
        let procedure = call.procedure;
        procedure.receives() || procedure.begins_receive() || SYNCHRONOUS.contains(&procedure.name)
    })
}

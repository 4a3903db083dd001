//! Sinks: the destination outside the job (durable) and the writer inside it (volatile).

mod destination;
mod writer;

pub use destination::{CommitOutcome, Destination, Row, Transaction, TxnPhase};
pub use writer::SinkTask;

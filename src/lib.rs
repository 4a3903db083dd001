//! Barrierscope: a deterministic model of a stateful stream-processing job.
//!
//! A [`scenario::Scenario`] says what the job is, what it reads and what goes wrong. A [`sim::World`] is the job with
//! everything around it: what a crash cannot reach (`Durable`) and what it wipes (`Option<Job>`). `World::apply` is the
//! only way to change one; the clock, a search, a person and a caller all go through it. [`check`] holds what came out
//! against the business truth and names the cause of every difference.
//!
//! ```
//! let scenario = barrierscope::scenario::read(barrierscope::scenario::presets()[0].json()).expect("a preset");
//! let report = barrierscope::check::run(&scenario);
//! assert_eq!(report.sinks["ledger"].duplicates, 50);
//! assert_eq!(report.sinks["dashboard"].duplicates, 0);
//! ```

pub mod channel;
pub mod check;
pub mod checkpoint;
pub mod event;
pub mod graph;
pub mod hash;
pub mod ids;
#[cfg(feature = "js")]
pub mod js;
pub mod learn;
pub mod operator;
pub mod order;
pub mod scenario;
pub mod sim;
pub mod sink;
pub mod source;
pub mod state;
pub mod stream;
pub mod text;
pub mod time;
#[cfg(feature = "ui")]
pub mod ui;
pub mod view;

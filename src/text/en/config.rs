//! The words around settings as code, in English.

use crate::text::config::ConfigWords;
use crate::view::config::{Place, Unsaid};

pub(super) const CONFIG: ConfigWords = ConfigWords {
    hint: "The lines that set the same in Flink and Kafka. What is not listed stands at its default there.",
    copy: "Copy",
    copied: "Copied",
    not_copied: "Select the lines and copy them by hand",
    unsaid_head: "What cannot be said there",
    place: |place| match place {
        Place::FlinkConfig => "Flink, config.yaml",
        Place::FlinkJob => "Flink, in the job",
        Place::Consumer => "Kafka, consumer properties",
    },
    unsaid: |unsaid| match unsaid {
        Unsaid::StateInMemory(name) => {
            format!(
                "{name} keeps its state in memory alone: a field of your own does that in Flink, managed state never."
            )
        }
        Unsaid::StateOnDisk(name) => {
            format!(
                "{name} keeps its state on a local disk: Flink's local state is a copy, restored from the checkpoint."
            )
        }
        Unsaid::CheckpointAtOffset => "Checkpoints at named offsets: Flink's go by time.".into(),
        Unsaid::OffsetOnItsOwn(name) => {
            format!("{name} resumes from an offset committed on its own: Flink's sources resume from the checkpoint's.")
        }
        Unsaid::Destination(name) => {
            format!("{name}: what a second write does there is a matter of its table and statement, not of a setting.")
        }
        Unsaid::Faults => "Faults, service times and capacities are what happens to a job, not settings of it.".into(),
    },
};

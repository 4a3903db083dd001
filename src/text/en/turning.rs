//! Turning points: captions and the marks of the timeline, in English.

use super::seconds;
use crate::view::turning::{Caption, Mark};

pub(super) fn caption(caption: &Caption) -> String {
    match caption {
        Caption::BarrierLeaves(id, Some(offset)) => {
            format!("Barrier {id} follows offset {offset}: everything before it will be saved.")
        }
        Caption::BarrierLeaves(id, None) => format!("Barrier {id} sets out from every log that is read."),
        Caption::Saved(id, Some(next)) => format!("Saved: checkpoint {id} holds everything before offset {next}."),
        Caption::Saved(id, None) => format!("Saved: checkpoint {id} is complete."),
        Caption::NotSaved(id) => format!("Checkpoint {id} will not complete."),
        Caption::Crash => "Crash: everything above the line is wiped.".into(),
        Caption::MemoryGone { restarts: true } => "Memory is gone. Log, checkpoints and rows still stand.".into(),
        Caption::MemoryGone { restarts: false } => "Memory is gone, and no restart is left.".into(),
        Caption::BackTo { next: Some(next), checkpoint: Some(id) } => {
            format!("Back to {next}: state and read head come from checkpoint {id}.")
        }
        Caption::BackTo { next: None, checkpoint: Some(id) } => {
            format!("Back: state and every read head come from checkpoint {id}.")
        }
        Caption::BackTo { next: Some(next), checkpoint: None } => {
            format!("Back to {next}, with nothing: no checkpoint was complete.")
        }
        Caption::BackTo { next: None, checkpoint: None } => "Back with nothing: no checkpoint was complete.".into(),
        Caption::WrittenAgain(sink) => format!("Written again: {sink} cannot know it has these."),
        Caption::AddedAgain(sink) => format!("Added again: {sink} cannot know it has these."),
        Caption::WrittenOver(sink) => format!("Written again in {sink}, under the same id: it stands once."),
        Caption::Voided(sink) => format!("Uncommitted rows in {sink} are void: nobody saw them."),
        Caption::Committed(sink) => format!("Committed: readers of {sink} see these rows now."),
        Caption::Refused(sink) => format!("Commit refused: the broker gave up this transaction of {sink}."),
        Caption::CommitsBroken(sink) => format!("The next commit of {sink} will fail at its broker."),
        Caption::CommitFailed(sink) => format!("The commit of {sink} failed, and the job with it."),
        Caption::StorageDown(until) => format!("Checkpoint storage cannot be written until {}.", seconds(until.ms())),
        Caption::Slowed(node, until) => format!("{node} is slow until {}.", seconds(until.ms())),
        Caption::Stalled(from, to, until) => {
            format!("Nothing comes from {from} to {to} until {}.", seconds(until.ms()))
        }
        Caption::SentAgain(id) => format!("Sent again: the producer puts {id} into the log once more."),
    }
}

pub(super) fn mark(mark: &Mark) -> String {
    match mark {
        Mark::Barrier(id) => format!("barrier {id}"),
        Mark::Saved(id) => format!("saved {id}"),
        Mark::NotSaved(id) => format!("not saved {id}"),
        Mark::Crash => "crash".into(),
        Mark::BackTo(Some(next)) => format!("back to {next}"),
        Mark::BackTo(None) => "restart".into(),
        Mark::Committed(sink) => format!("{sink} committed"),
        Mark::Again => "first row twice".into(),
    }
}

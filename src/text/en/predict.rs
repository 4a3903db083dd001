//! The words of Predict, in English.

use super::number;
use crate::graph::Plan;
use crate::ids::NodeId;
use crate::text::predict::PredictWords;
use crate::view::predict::{Ask, Belief};

pub(super) const PREDICT: PredictWords = PredictWords {
    before: "What will happen?",
    after: "What happened",
    skip: "Skip",
    go_on: "Go on",
    question,
    answer,
    right: |ask, value| format!("Right: {}.", answer(ask, value)),
    wrong: |ask, said, belief, right| {
        format!("You said {}. It is {}. {}", answer(ask, said), answer(ask, right), why_not(belief))
    },
    score: |right, of| format!("{right} of {of} right"),
};

fn question(ask: &Ask, plan: &Plan) -> String {
    let name = |node: &NodeId| plan.nodes.get(node.index()).map_or("", |n| n.name.as_str());
    let log = |source: &NodeId, partition: usize| {
        let several = plan.scenario.sources.get(source.index()).is_some_and(|s| s.partitions.len() > 1);
        if several { format!("partition {partition} of {}", name(source)) } else { name(source).to_owned() }
    };
    match ask {
        Ask::Saves(id, source, partition) => {
            format!(
                "The barrier of checkpoint {id} is about to leave the source. Which offset of {} will the checkpoint save as next?",
                log(source, partition.index())
            )
        }
        Ask::ReadsNext(source, partition) => {
            format!(
                "The job is about to fail. Which offset of {} will it read first when it is back?",
                log(source, partition.index())
            )
        }
        Ask::Holds(node, Some(key)) => {
            format!("The job is about to start again. What will {} hold for {key}?", name(node))
        }
        Ask::Holds(node, None) => {
            format!("The job is about to start again. How many entries will {} hold?", name(node))
        }
        Ask::Rows(sink) => {
            format!(
                "What was read before comes through again. How many rows will {} hold when that is over?",
                name(sink)
            )
        }
        Ask::Balance(sink, key) => {
            format!(
                "What was read before comes through again. What will {key} stand at in {} when that is over?",
                name(sink)
            )
        }
        Ask::Committed(sink) => {
            format!("A transaction of {} is about to be committed. How many rows will its reader see then?", name(sink))
        }
        Ask::Voided(sink) => {
            format!("A transaction of {} is about to be aborted. How many rows will its reader see then?", name(sink))
        }
        Ask::RowsOf(sink, id) => {
            format!(
                "{id} was sent a second time, and is about to be read. How many rows of it will {} hold?",
                name(sink)
            )
        }
    }
}

fn answer(ask: &Ask, value: i64) -> String {
    match ask {
        Ask::Saves(..) | Ask::ReadsNext(..) => format!("offset {value}"),
        Ask::Holds(_, Some(_)) | Ask::Balance(..) => number(value),
        Ask::Holds(_, None) if value == 1 => "1 entry".into(),
        Ask::Holds(_, None) => format!("{} entries", number(value)),
        Ask::Rows(_) | Ask::Committed(_) | Ask::Voided(_) | Ask::RowsOf(..) if value == 1 => "1 row".into(),
        Ask::Rows(_) | Ask::Committed(_) | Ask::Voided(_) | Ask::RowsOf(..) => format!("{} rows", number(value)),
    }
}

fn why_not(belief: Belief) -> &'static str {
    match belief {
        Belief::OneEarly => {
            "A position is the next record to read, not the last one read: nothing before it is repeated."
        }
        Belief::OneLate => "A position is the next record to read: it has not been read yet, and is not skipped.",
        Belief::ReadsOn => {
            "Where the reader had got to was in memory. A restart knows only the position that was stored."
        }
        Belief::FromStart => "A restart goes back to the position that was stored, not to the beginning.",
        Belief::InCheckpoint => "This source takes its position from elsewhere, not from the checkpoint.",
        Belief::AsOfNow => "A checkpoint holds what was there when its barrier went by. What came later is not in it.",
        Belief::MemorySurvives => "Memory does not survive a crash. A restart has only what was stored.",
        Belief::StartsEmpty => "It does not begin with nothing: what was stored is put back.",
        Belief::AddsUp => "What was stored replaces what was in memory. The two are not added up.",
        Belief::AllIsSaved => {
            "This state is not part of the checkpoint: where state lives decides what a restart finds."
        }
        Belief::EachOnce => {
            "A checkpoint repairs the state. It neither undoes what was written outside nor notices what is written again."
        }
        Belief::Beside => "This sink writes by id: the second write goes over the first.",
        Belief::AllAgain => "Only what lies behind the stored position is read again, not the whole input.",
        Belief::OneMore => "The stored position is the next record: the one before it is not written again.",
        Belief::NotYet => "The commit is what makes the rows visible to such a reader.",
        Belief::AllWritten => {
            "A transaction holds what was written up to its barrier. What came later waits for the next one."
        }
        Belief::OnlyThese => "What counted before goes on counting.",
        Belief::CommitAdds => "This reader sees rows as soon as they are written: the commit adds none.",
        Belief::CountAnyway => "Rows of an aborted transaction never count, though they were written.",
        Belief::AllVoid => "Only this transaction is void. What was committed before stays.",
        Belief::KnownForEver => {
            "The dedup did not know the id any more, or there is none: the second sending came through."
        }
        Belief::AlwaysNew => "The second sending did not make a second row: its id was known, or written over.",
        Belief::TakesAway => "A second sending takes nothing away.",
    }
}

//! "Why?" as the clerk has it: the same moments, numbers and changes, in the words of the analogy.

use super::why::{WHY, count_of, length, name, position};
use super::{CLERK, capitalised, last_and_next, number};
use crate::check::Cause;
use crate::check::why::{After, End, Moment, Reading, Remedy, Resumed, What};
use crate::event::{CheckpointFailure, CrashCause, Event, Passed, RecordRef, WriteEffect};
use crate::graph::{Plan, Role};
use crate::ids::{EventId, NodeId, Offset, PartitionId, TransactionId};
use crate::scenario::{Reader, SinkKind};
use crate::text::why::WhyWords;

/// "Why?" as the clerk has it.
pub(super) const CLERK_WHY: WhyWords = WhyWords {
    group: |plan, g| (cause(plan, g.cause, g.place), count_of(plan, g)),
    value: |plan, v| (cause(plan, v.because.cause, v.because.place), (WHY.value)(plan, v).1),
    moment,
    remedy,
    mend: |plan, changes| format!("Mend it: {}", remedy(plan, changes)),
    none: |cause| match cause {
        Cause::JobDown => {
            "No rule brings it back: somebody has to open a new office, with the photocopy that was filed last. With more \
             new offices allowed, or the fire gone, it would have come through."
        }
        Cause::StillInFlight => (WHY.none)(cause),
        _ => "None of the changes that were tried takes this cause away. What would: fewer fires, or another office.",
    },
    ..WHY
};

fn cause(plan: &Plan, cause: Cause, place: NodeId) -> String {
    match cause {
        Cause::ReplayIntoNonIdempotentSink => match plan.nodes[place.index()].role {
            Role::Sink(i) if plan.scenario.sinks[i].kind == SinkKind::Increment => "Read again, and coins put in again",
            Role::Sink(i) if plan.scenario.sinks[i].kind == SinkKind::Append => "Read again, and posted again",
            _ => "Read again, and sent out again",
        },
        Cause::StateLostAtRestart => "The sheet burnt",
        Cause::StateAheadOfOffset => "The sheet is ahead of the roll",
        Cause::OffsetAheadOfState => "The bookmark is ahead of the sheet",
        Cause::TtlExpiredBeforeDuplicate => "Its line was too old before it came again",
        Cause::RedeliveredWithoutDedup => "Glued on again, and nobody keeps a list of names",
        Cause::AlignmentSkipped => "A desk did not wait for all dividers",
        Cause::TransactionTimedOut => "The post office threw the box away",
        Cause::TransactionLeftOpen => "The box was never emptied",
        Cause::UncommittedRead => "Somebody looked into the box",
        Cause::SourceNotReplayed => "The roll was not read again",
        Cause::StateExpired => "Its line was too old",
        Cause::JobDown => "The office is burnt down",
        Cause::StillInFlight => "Still on its way",
    }
    .into()
}

fn moment(plan: &Plan, m: &Moment) -> String {
    let name = |node: &NodeId| name(plan, *node);
    match &m.what {
        What::Read(r, reading) => read(plan, r, *reading),
        What::LastRead(r) => format!(
            "{} is the last that is read there: next {}.",
            capitalised(&number_of(plan, r)),
            r.origin.offset.0 + 1
        ),
        What::CameBack(r) => format!("{} comes back into its tray: it was filed with the photocopy.", r.id),
        What::Passed(node, id, Passed::New) => format!("{} has no {id} on its list: it passes.", name(node)),
        What::Passed(node, id, Passed::Expired) => {
            format!("{} no longer counts its line for {id}: it is too old, and it passes again.", name(node))
        }
        What::Dropped(node, id) => {
            format!("{} has {id} on its list, and puts it aside: it never comes through.", name(node))
        }
        What::Renewed(node, id) => format!("{} puts {id} aside; its line counts on from here.", name(node)),
        What::StartsOver(node, key, value) => {
            format!("{} finds no line for {key} and starts over: {}.", name(node), number(*value))
        }
        What::Written { sink, id, row, effect } => match effect {
            WriteEffect::Row => format!("{} sends {id} out: letter {row}.", name(sink)),
            WriteEffect::Added => format!("{} puts coins into its box for {id}.", name(sink)),
            WriteEffect::Replaced => format!("{id} takes the place of what stood in {}.", name(sink)),
            WriteEffect::Refused => format!("{id} does not fit into {}: it stands there.", name(sink)),
            WriteEffect::Pending(t) => format!("{} puts {id} in as letter {row}, into {}.", name(sink), a_box(*t)),
        },
        What::Keeps { sink, kind, id, first, row } => match kind {
            SinkKind::Increment => format!("{} puts coins in for {id} again: the box cannot tell.", name(sink)),
            SinkKind::TwoPhase => {
                format!("{} sends {id} out again, and readers see both: letters {first} and {row}.", name(sink))
            }
            _ => format!("{} cannot unpost what it sent: letters {first} and {row} are both out.", name(sink)),
        },
        What::Expired(node, entry, ttl) => {
            format!("{} crosses out its line for {entry}: its {} are over.", name(node), length(*ttl))
        }
        What::OffsetKept(source, next) => {
            format!(
                "The bookmark in the roll {} moves: {}, whatever the sheets say.",
                name(source),
                last_and_next(Offset(0), *next)
            )
        }
        What::DidNotWait(node, checkpoint, channel) => {
            let from = plan.channels[channel.index()].from;
            let from = &plan.node_of(from).name;
            format!(
                "Divider {checkpoint} comes to {} from {from}; {} does not wait for it in its other trays.",
                name(node),
                name(node)
            )
        }
        What::SavedWithIt(node, checkpoint, id) => {
            format!(
                "{} copies its sheet for photocopy {checkpoint}: {id}, from behind the divider, is on it.",
                name(node)
            )
        }
        What::Covers(checkpoint, Some((source, partition, next))) => {
            format!("Photocopy {checkpoint} is filed: {}.", at(plan, *source, *partition, *next))
        }
        What::Covers(checkpoint, None) => format!("Photocopy {checkpoint} is filed."),
        What::NotSaved(checkpoint, why) => format!("Photocopy {checkpoint} is given up: {}.", not_filed(*why)),
        What::Crashed(why, restarts) => burnt(plan, &m.event, why, *restarts),
        What::Restarted { attempt, checkpoint, resumed, state } => {
            let apart = resumed.is_some_and(|r| !r.as_saved);
            let from = match checkpoint {
                None => "with no photocopy".into(),
                Some(c) if apart => format!("with the sheets of photocopy {c}, but elsewhere on the roll"),
                Some(c) => format!("from photocopy {c}"),
            };
            let mut words = format!("Clerk {attempt} begins {from}");
            if let Some(r) = resumed {
                words += &format!(": {}", at(plan, r.source, r.partition, r.next));
            }
            words += ".";
            match state {
                Some(After::Empty(node)) => words += &format!(" {} has an empty sheet.", name(node)),
                Some(After::AsSaved(node)) => words += &format!(" {} has what the photocopy says.", name(node)),
                Some(After::Kept(node)) => words += &format!(" {} still has everything.", name(node)),
                None => {}
            }
            if let Some(Resumed { skips: Some(own), .. }) = resumed {
                words += &format!(" Number {own} is not read again.");
            }
            words
        }
        What::SentAgain(source, id, offset) => {
            format!("Somebody glues {id} to the roll {} again: it has number {offset} too.", name(source))
        }
        What::Opened(sink, t) => format!("{} opens {}.", name(sink), a_box(*t)),
        What::PreCommitted(sink, t, checkpoint) => {
            format!("{} locks {} at divider {checkpoint}; it waits for the photocopy.", name(sink), a_box(*t))
        }
        What::Committed(_, t) => format!("{} is emptied: its letters go out.", capitalised(&a_box(*t))),
        What::Voided(_, t, true) => {
            format!("The post office throws {} away: it waited too long, and its letters are void.", a_box(*t))
        }
        What::Voided(_, t, false) => {
            format!("The new office throws {} away: its letters are void for all who wait for the postman.", a_box(*t))
        }
        What::Refused(_, t) => {
            format!("The postman comes too late for {}; the office goes on without its letters.", a_box(*t))
        }
        What::End(end) => match end {
            End::Open(sink, t) => {
                format!(
                    "Here the run ends, and {} of {} is not emptied: nothing from it on is seen.",
                    a_box(*t),
                    name(sink)
                )
            }
            End::Expired(node, entry, ttl) => {
                format!(
                    "Here the run ends. The line of {} for {entry} is too old: its {} have passed.",
                    name(node),
                    length(*ttl)
                )
            }
            End::Unread | End::UnderWay | End::Here => (WHY.moment)(plan, m),
        },
        // They are told in no words of the field.
        What::Applied { .. } | What::Waits(..) | What::Paired(..) | What::UnderWay(..) | What::Stands(..) => {
            (WHY.moment)(plan, m)
        }
    }
}

/// Why a photocopy is not filed.
pub(super) const fn not_filed(why: CheckpointFailure) -> &'static str {
    match why {
        CheckpointFailure::Storage => "the safe was shut",
        CheckpointFailure::Expired => "it took too long",
        CheckpointFailure::Subsumed => "a later one was filed first",
        CheckpointFailure::JobFailed => "there was a fire",
        CheckpointFailure::Declined => "a newer divider came first",
    }
}

fn read(plan: &Plan, r: &RecordRef, reading: Reading) -> String {
    let (clerk, what) = (r.attempt, number_of(plan, r));
    let id = if r.id == EventId::Int(r.origin.offset.0) { String::new() } else { format!(": ticket {}", r.id) };
    match reading {
        Reading::First => format!("Clerk {clerk} reads {what}{id}."),
        Reading::Again => format!("Clerk {clerk} reads {what} again{id}."),
        Reading::SentAgain => format!("Clerk {clerk} reads {what}: ticket {}, glued on a second time.", r.id),
    }
}

fn number_of(plan: &Plan, r: &RecordRef) -> String {
    format!("number {}{}", r.origin.offset, on(plan, r.origin.source, r.origin.partition))
}

/// On which roll, where there are several.
fn on(plan: &Plan, source: NodeId, partition: PartitionId) -> String {
    let sources = &plan.scenario.sources;
    let several = matches!(plan.nodes[source.index()].role, Role::Source(s) if sources[s].partitions.len() > 1);
    match (sources.len() > 1, several) {
        (_, true) => format!(" of roll {partition} of {}", name(plan, source)),
        (true, false) => format!(" of {}", name(plan, source)),
        (false, false) => String::new(),
    }
}

fn at(plan: &Plan, source: NodeId, partition: PartitionId, next: Offset) -> String {
    position(plan, source, partition, next).replace("partition ", "roll ")
}

fn burnt(plan: &Plan, event: &Event, why: &CrashCause, restarts: bool) -> String {
    let mut words = match (why, event) {
        (CrashCause::CheckpointFailures, _) => "Fire: too many photocopies failed in a row".into(),
        (CrashCause::Fenced(sink), _) => {
            format!("Fire: the post office had thrown the open box of {} away", name(plan, *sink))
        }
        (_, Event::Crashed { machine: true, .. }) => "The house burns: the sheets and the local disk are gone".into(),
        (_, Event::Crashed { region: Some(tasks), .. }) => {
            let mut nodes: Vec<&str> = tasks.iter().map(|t| plan.node_of(*t).name.as_str()).collect();
            nodes.dedup();
            format!("A desk burns, and {} with it", nodes.join(", "))
        }
        _ => "Fire: every sheet in the office is gone".to_owned(),
    };
    words += if restarts { "." } else { "; there is no new office." };
    words
}

/// As on the stage.
fn a_box(t: TransactionId) -> String {
    format!("box {}", t.0 + 1)
}

fn remedy(plan: &Plan, changes: &[Remedy]) -> String {
    let operator = |i: usize| plan.scenario.operators.get(i).map_or("", |o| o.name.as_str());
    let sink = |i: usize| plan.scenario.sinks.get(i).map_or("", |s| s.name.as_str());
    let one = |remedy: &Remedy| match *remedy {
        Remedy::Sink(i, kind) => format!("{} in {}", (CLERK.sink_habit)(kind, Reader::ReadCommitted), sink(i)),
        Remedy::ReadCommitted(i) => format!("nobody looks into the box of {}", sink(i)),
        Remedy::Checkpointed(i) => format!("the sheet of {} on the photocopy", operator(i)),
        Remedy::OffsetsWithState => "the ticket number on the photocopy, beside the tally".into(),
        Remedy::ExactlyOnceMode => "each desk waits for all dividers".into(),
        Remedy::Ttl(i, ms) => format!("lines count for {} at least in {}", length(ms), operator(i)),
        Remedy::RenewAtEverySight(i) => format!("every sight renews the line in {}", operator(i)),
        Remedy::TransactionTimeout(i, ms) => format!("the box of {} may wait for {} at least", sink(i), length(ms)),
        Remedy::Checkpoints(ms) => format!("a photocopy every {}", length(ms)),
        Remedy::FinalCheckpoint => "a last photocopy at the end".into(),
        Remedy::Dedup(i) => {
            let source = plan.scenario.sources.get(i).map_or("", |s| s.name.as_str());
            format!("a list of ticket names behind {source}")
        }
        Remedy::Restarts => "new offices without limit".into(),
        Remedy::TolerateFailures => "photocopies may fail".into(),
        Remedy::RunOn => "let the run go on to its end".into(),
    };
    changes.iter().map(one).collect::<Vec<_>>().join(" + ")
}

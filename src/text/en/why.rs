//! "Why?" in English.

use super::{last_and_next, number, seconds, whole};
use crate::check::why::{After, End, Moment, Reading, Remedy, Resumed, What, WrongValue};
use crate::check::{Cause, Wrong};
use crate::event::{CheckpointFailure, CrashCause, Event, Passed, RecordRef, WriteEffect};
use crate::graph::{Plan, Role};
use crate::ids::{EventId, NodeId, Offset, PartitionId, TransactionId};
use crate::scenario::SinkKind;
use crate::text::why::WhyWords;
use crate::view::why::{Group, ranges};

/// Runs of ids that a line names.
const RUNS_MAX: usize = 4;

/// "Why?" in English.
pub(super) const WHY: WhyWords = WhyWords {
    why_this: |id| format!("Why? {id}"),
    wrong: "What is wrong",
    which: "Which one",
    chain: "How it came about",
    prevent: "What would have prevented it",
    trying: "Trying changes on the same run …",
    as_of: |step| format!("as of step {}", whole(step)),
    group,
    value: |plan, v| (cause(plan, v.because.cause, v.because.place), value(plan, v)),
    place: |m| format!("step {} · {}", whole(m.step), seconds(m.at.ms())),
    moment,
    remedy,
    mend: |plan, changes| format!("Mend it: {}", remedy(plan, changes)),
    then: |offer| match offer.leaves.as_slice() {
        [] => "then: exactly once".into(),
        [(_, count), rest @ ..] => {
            let all: u64 = count + rest.iter().map(|(_, n)| n).sum::<u64>();
            format!("takes this away; {} stay wrong for other causes", whole(all))
        }
    },
    none,
};

fn group(plan: &Plan, g: &Group) -> (String, String) {
    (cause(plan, g.cause, g.place), count_of(plan, g))
}

/// How many of a group there are, and which.
pub(super) fn count_of(plan: &Plan, g: &Group) -> String {
    let ids: Vec<EventId> = g.findings.iter().map(|f| f.id.clone()).collect();
    let (runs, left_out) = ranges(&ids, RUNS_MAX);
    let run = |(a, b): &(EventId, EventId)| if a == b { a.to_string() } else { format!("{a}–{b}") };
    let mut list = runs.iter().map(run).collect::<Vec<_>>().join(", ");
    if left_out > 0 {
        list += &format!(" and {} more", whole(left_out as u64));
    }
    let wrong = match g.wrong {
        Wrong::Surplus => "too many",
        Wrong::Missing => "missing",
    };
    let of = noun(plan).map_or(String::new(), |noun| {
        if g.count == 1 { format!(" {}", noun.trim_end_matches('s')) } else { format!(" {noun}") }
    });
    let place = name(plan, g.place);
    format!("{}{of} {wrong} in {place}: {list}", whole(g.count))
}

fn value(plan: &Plan, v: &WrongValue) -> String {
    let place = name(plan, v.place);
    match v.have {
        Some(have) => {
            format!("{place}: {} = {}, should be {}", v.key, number(have), number(v.expected))
        }
        None => format!("{place}: no {}, should be {}", v.key, number(v.expected)),
    }
}

/// What the records are, where the source's name says it.
fn noun(plan: &Plan) -> Option<&str> {
    match plan.scenario.sources.as_slice() {
        [one] if one.name.len() > 3 && one.name.ends_with('s') => Some(&one.name),
        _ => None,
    }
}

pub(super) fn name(plan: &Plan, node: NodeId) -> &str {
    &plan.nodes[node.index()].name
}

fn cause(plan: &Plan, cause: Cause, place: NodeId) -> String {
    match cause {
        Cause::ReplayIntoNonIdempotentSink => {
            let kind = match plan.nodes[place.index()].role {
                Role::Sink(i) => kind(plan.scenario.sinks[i].kind),
                Role::Source(_) | Role::Operator(_) => "",
            };
            return format!("Replay into {kind} sink");
        }
        Cause::StateLostAtRestart => "State lost at the restart",
        Cause::StateAheadOfOffset => "State ahead of the offset",
        Cause::OffsetAheadOfState => "Offset ahead of the state",
        Cause::TtlExpiredBeforeDuplicate => "TTL over before the duplicate came",
        Cause::RedeliveredWithoutDedup => "Sent again, and nothing takes duplicates out",
        Cause::AlignmentSkipped => "Alignment skipped",
        Cause::TransactionTimedOut => "Transaction timed out",
        Cause::TransactionLeftOpen => "Transaction left open",
        Cause::UncommittedRead => "Uncommitted rows are read",
        Cause::SourceNotReplayed => "Source not replayed",
        Cause::StateExpired => "State ran out",
        Cause::JobDown => "The job is down",
        Cause::StillInFlight => "Still on its way",
    }
    .into()
}

const fn kind(kind: SinkKind) -> &'static str {
    match kind {
        SinkKind::Append => "append",
        SinkKind::Increment => "increment",
        SinkKind::Set => "set",
        SinkKind::Upsert => "upsert",
        SinkKind::UniqueInsert => "unique",
        SinkKind::TwoPhase => "two-phase",
    }
}

fn moment(plan: &Plan, m: &Moment) -> String {
    let name = |node: &NodeId| name(plan, *node);
    match &m.what {
        What::Read(r, reading) => read(plan, r, *reading),
        What::LastRead(r) => {
            format!("{} is the last that is read there: next {}.", offset(plan, r), r.origin.offset.0 + 1)
        }
        What::CameBack(r) => format!("{} comes back into its channel, out of the checkpoint.", r.id),
        What::Passed(node, id, Passed::New) => format!("{} has not seen id {id}: it passes.", name(node)),
        What::Passed(node, id, Passed::Expired) => {
            format!("{} no longer knows id {id}: its entry is over, and it passes again.", name(node))
        }
        What::Dropped(node, id) => {
            format!("{} has seen id {id}, and holds it back: it never comes through.", name(node))
        }
        What::Renewed(node, id) => format!("{} holds id {id} back; its entry lives on from here.", name(node)),
        What::Applied { node, id, key, value, again } => {
            let again = if *again { " once more" } else { "" };
            format!("{} takes {id} in{again}: {key} = {}.", name(node), number(*value))
        }
        What::StartsOver(node, key, value) => {
            format!("{} finds no total for {key} and starts over: {}.", name(node), number(*value))
        }
        What::Waits(node, id) => format!("{} keeps {id} until its partner comes.", name(node)),
        What::Paired(node, id, false) => format!("{} makes the pair {id}.", name(node)),
        What::Paired(node, id, true) => format!("{} makes the pair {id} once more.", name(node)),
        What::UnderWay(node, id) => format!("{id} goes to {}.", name(node)),
        What::Written { sink, id, row, effect } => written(name(sink), id, *row, *effect),
        What::Keeps { sink, kind, id, first, row } => match kind {
            SinkKind::Increment => format!("{} adds {id} again: a balance cannot tell.", name(sink)),
            SinkKind::TwoPhase => {
                format!("{} writes {id} again, and readers see both: rows {first} and {row}.", name(sink))
            }
            _ => format!("The {} sink {} keeps both: rows {first} and {row}.", self::kind(*kind), name(sink)),
        },
        What::Expired(node, entry, ttl) => {
            format!("{} drops its entry for {entry}: its {} to live are over.", name(node), length(*ttl))
        }
        What::OffsetKept(source, next) => {
            format!(
                "The broker notes for {}: {}, whatever the state holds.",
                name(source),
                last_and_next(Offset(0), *next)
            )
        }
        What::DidNotWait(node, checkpoint, channel) => {
            let from = plan.channels[channel.index()].from;
            let from = &plan.node_of(from).name;
            format!(
                "Barrier {checkpoint} reaches {} from {from}; {} does not wait for its other inputs.",
                name(node),
                name(node)
            )
        }
        What::SavedWithIt(node, checkpoint, id) => {
            format!(
                "{} takes its snapshot for checkpoint {checkpoint}: {id}, from behind the barrier, is in it.",
                name(node)
            )
        }
        What::Covers(checkpoint, Some((source, partition, next))) => {
            format!("Checkpoint {checkpoint} is complete: {}.", position(plan, *source, *partition, *next))
        }
        What::Covers(checkpoint, None) => format!("Checkpoint {checkpoint} is complete."),
        What::NotSaved(checkpoint, why) => {
            let why = match why {
                CheckpointFailure::Storage => "storage could not be written",
                CheckpointFailure::Expired => "it took too long",
                CheckpointFailure::Subsumed => "a later one was complete first",
                CheckpointFailure::JobFailed => "the job failed",
                CheckpointFailure::Declined => "a newer barrier came first",
            };
            format!("Checkpoint {checkpoint} is given up: {why}.")
        }
        What::Crashed(why, restarts) => crashed(plan, &m.event, why, *restarts),
        What::Restarted { attempt, checkpoint, resumed, state } => {
            let apart = resumed.is_some_and(|r| !r.as_saved);
            let from = match checkpoint {
                None => "with no checkpoint".into(),
                Some(c) if apart => format!("with the state of checkpoint {c}, but elsewhere"),
                Some(c) => format!("from checkpoint {c}"),
            };
            let mut words = format!("Attempt {attempt} resumes {from}");
            if let Some(r) = resumed {
                words += &format!(": {}", position(plan, r.source, r.partition, r.next));
            }
            words += ".";
            match state {
                Some(After::Empty(node)) => words += &format!(" {} starts empty.", name(node)),
                Some(After::AsSaved(node)) => words += &format!(" {} holds what the checkpoint held.", name(node)),
                Some(After::Kept(node)) => words += &format!(" {} still holds everything.", name(node)),
                None => {}
            }
            if let Some(Resumed { skips: Some(own), .. }) = resumed {
                words += &format!(" Offset {own} is not read again.");
            }
            words
        }
        What::SentAgain(source, id, offset) => {
            format!("The producer of {} sends id {id} again: it stands at offset {offset} too.", name(source))
        }
        What::Opened(sink, t) => format!("{} opens {}.", name(sink), transaction(*t)),
        What::PreCommitted(sink, t, checkpoint) => {
            format!(
                "{} closes {} at barrier {checkpoint}; the commit waits for the checkpoint.",
                name(sink),
                transaction(*t)
            )
        }
        What::Committed(_, t) => format!("{} is committed.", capitalised(transaction(*t))),
        What::Voided(_, t, true) => {
            format!("The broker aborts {}: it was open too long, and its rows are void.", transaction(*t))
        }
        What::Voided(_, t, false) => {
            format!("The restart aborts {}: its rows are void for those who wait for the commit.", transaction(*t))
        }
        What::Refused(_, t) => {
            format!(
                "The commit of {} comes too late and is refused; the job goes on without its rows.",
                transaction(*t)
            )
        }
        What::Stands(place, key, have, expected) => {
            format!(
                "This is the last change to {key} in {}: {} instead of {}.",
                name(place),
                number(*have),
                number(*expected)
            )
        }
        What::End(end) => match end {
            End::Unread => "Here the run ends, and it was never read.".into(),
            End::UnderWay => "Here the run ends, and it has not come through.".into(),
            End::Open(sink, t) => {
                format!(
                    "Here the run ends, and {} of {} is still open: nothing from it on is seen.",
                    transaction(*t),
                    name(sink)
                )
            }
            End::Expired(node, entry, ttl) => {
                format!(
                    "Here the run ends. The entry of {} for {entry} is over: its {} to live have passed.",
                    name(node),
                    length(*ttl)
                )
            }
            End::Here => "Here the run ends.".into(),
        },
    }
}

fn read(plan: &Plan, r: &RecordRef, reading: Reading) -> String {
    let offset = offset_of(plan, r);
    let id = if r.id == EventId::Int(r.origin.offset.0) { String::new() } else { format!(": id {}", r.id) };
    match reading {
        Reading::First => format!("Attempt {} reads {offset}{id}.", r.attempt),
        Reading::Again => format!("Attempt {} reads {offset} again{id}.", r.attempt),
        Reading::SentAgain => {
            format!("Attempt {} reads {offset}: id {}, sent again by its producer.", r.attempt, r.id)
        }
    }
}

fn offset(plan: &Plan, r: &RecordRef) -> String {
    capitalised(offset_of(plan, r))
}

fn offset_of(plan: &Plan, r: &RecordRef) -> String {
    format!("offset {}{}", r.origin.offset, log(plan, r.origin.source, r.origin.partition))
}

/// Of which log, where there are several.
fn log(plan: &Plan, source: NodeId, partition: PartitionId) -> String {
    let sources = &plan.scenario.sources;
    let mut of = String::new();
    if sources.len() > 1 {
        of += " of ";
        of += name(plan, source);
    }
    if matches!(plan.nodes[source.index()].role, Role::Source(s) if sources[s].partitions.len() > 1) {
        of += &format!(" in partition {partition}");
    }
    of
}

pub(super) fn position(plan: &Plan, source: NodeId, partition: PartitionId, next: Offset) -> String {
    let first = match plan.nodes[source.index()].role {
        Role::Source(s) => plan.scenario.sources[s].partitions[partition.index()].first_offset,
        Role::Operator(_) | Role::Sink(_) => 0,
    };
    format!("{}{}", whose(plan, source, partition), last_and_next(Offset(first), next))
}

/// Whose position it is, where there are several.
fn whose(plan: &Plan, source: NodeId, partition: PartitionId) -> String {
    let sources = &plan.scenario.sources;
    let mut of = String::new();
    if sources.len() > 1 {
        of += name(plan, source);
        of.push(' ');
    }
    if matches!(plan.nodes[source.index()].role, Role::Source(s) if sources[s].partitions.len() > 1) {
        of += &format!("partition {partition} ");
    }
    of
}

fn written(sink: &str, id: &EventId, row: u64, effect: WriteEffect) -> String {
    match effect {
        WriteEffect::Row => format!("{id} is written to {sink}: row {row}."),
        WriteEffect::Added => format!("{sink} adds {id} to its balance."),
        WriteEffect::Replaced => format!("{id} replaces what stood in {sink}."),
        WriteEffect::Refused => format!("{sink} refuses {id}: it stands there."),
        WriteEffect::Pending(t) => format!("{id} is written to {sink}: row {row}, in {}.", transaction(t)),
    }
}

fn crashed(plan: &Plan, event: &Event, why: &CrashCause, restarts: bool) -> String {
    let mut words = match (why, event) {
        (CrashCause::CheckpointFailures, _) => "The job fails: too many checkpoints failed in a row".into(),
        (CrashCause::Fenced(sink), _) => {
            format!("The job fails: the broker had aborted the open transaction of {}", name(plan, *sink))
        }
        (_, Event::Crashed { machine: true, .. }) => "The machine crashes: memory and local disk are gone".into(),
        (_, Event::Crashed { region: Some(tasks), .. }) => {
            let mut nodes: Vec<&str> = tasks.iter().map(|t| plan.node_of(*t).name.as_str()).collect();
            nodes.dedup();
            format!("A task crashes, and {} with it", nodes.join(", "))
        }
        _ => "The process crashes: everything in memory is gone".to_owned(),
    };
    words += if restarts { "." } else { "; no restart is left." };
    words
}

/// As on the stage.
fn transaction(t: TransactionId) -> String {
    format!("transaction {}", t.0 + 1)
}

fn capitalised(text: String) -> String {
    super::capitalised(&text)
}

/// A length of time, exact.
pub(super) fn length(ms: u64) -> String {
    match ms {
        0..1000 => format!("{ms} ms"),
        _ if ms.is_multiple_of(1000) => format!("{} s", whole(ms / 1000)),
        _ => format!("{} ms", whole(ms)),
    }
}

fn remedy(plan: &Plan, changes: &[Remedy]) -> String {
    // Another branch may lack what a change has added.
    let operator = |i: usize| plan.scenario.operators.get(i).map_or("", |o| o.name.as_str());
    let sink = |i: usize| plan.scenario.sinks.get(i).map_or("", |s| s.name.as_str());
    let source = |i: usize| plan.scenario.sources.get(i).map_or("", |s| s.name.as_str());
    let one = |remedy: &Remedy| match *remedy {
        Remedy::Sink(i, SinkKind::Upsert) => format!("upsert by id in {}", sink(i)),
        Remedy::Sink(i, SinkKind::TwoPhase) => format!("two-phase commit in {}", sink(i)),
        Remedy::Sink(i, other) => format!("{} in {}", kind(other), sink(i)),
        Remedy::ReadCommitted(i) => format!("readers of {} see committed rows only", sink(i)),
        Remedy::Checkpointed(i) => format!("the state of {} in the checkpoint", operator(i)),
        Remedy::OffsetsWithState => "offsets kept with the state, in the checkpoint".into(),
        Remedy::ExactlyOnceMode => "exactly-once mode: wait for all barriers".into(),
        Remedy::Ttl(i, ms) => format!("a TTL of at least {} in {}", length(ms), operator(i)),
        Remedy::RenewAtEverySight(i) => format!("every sight renews the TTL in {}", operator(i)),
        Remedy::TransactionTimeout(i, ms) => {
            format!("a transaction timeout of at least {} in {}", length(ms), sink(i))
        }
        Remedy::Checkpoints(ms) => format!("a checkpoint every {}", length(ms)),
        Remedy::FinalCheckpoint => "a last checkpoint at the end".into(),
        Remedy::Dedup(i) => format!("a dedup behind {}", source(i)),
        Remedy::Restarts => "restarts without limit".into(),
        Remedy::TolerateFailures => "failed checkpoints are tolerated".into(),
        Remedy::RunOn => "let the run go on to its end".into(),
    };
    changes.iter().map(one).collect::<Vec<_>>().join(" + ")
}

const fn none(cause: Cause) -> &'static str {
    match cause {
        Cause::JobDown => {
            "No setting brings it back: someone has to start the job again, from its last checkpoint. With more restarts \
             allowed, or the fault gone, it would have come through."
        }
        Cause::StillInFlight => "Nothing is wrong with it yet: it needs more time than the run has.",
        _ => "None of the changes that were tried takes this cause away. What would: fewer crashes, or another job.",
    }
}

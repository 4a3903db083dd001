//! The fields of the scenario format as a table: what stands where, of what kind, within which limits.
//!
//! The form, the defaults it shows and the names that a rename follows are all worked out from this table. A test holds
//! it against the reader, field by field, so that a field of the format cannot be missing here.

use crate::scenario::{
    Mode, OperatorKind, PartitionBy, Reaches, Reader, SinkKind, StateHome, TtlCleanup, TtlUpdate, TtlVisibility,
    limits as most,
};

/// One field of an object.
#[derive(Debug)]
pub struct Field {
    /// Its name in the format; of a choice between several fields: a name of its own.
    pub name: &'static str,
    /// What its words go by: `operator.ttl.ms`.
    pub key: &'static str,
    /// What can stand there.
    pub kind: Kind,
    /// Shown at once; the others are folded away until they are wanted.
    pub leads: bool,
    /// Whom it concerns, if not everybody.
    pub only: Option<Only>,
}

/// A field that means something only where its neighbour says one of these words.
#[derive(Debug)]
pub struct Only {
    /// The neighbour.
    pub field: &'static str,
    /// What stands there when the scenario does not say.
    pub unsaid: &'static str,
    /// The words.
    pub words: &'static [&'static str],
    /// The format refuses it elsewhere; otherwise it may stand there and means nothing.
    pub refused: bool,
}

/// What can stand in a field.
#[derive(Debug)]
pub enum Kind {
    /// The name of a node.
    Name,
    /// Text for a person; in several lines or one.
    Text {
        /// Several lines.
        lines: bool,
    },
    /// A whole number.
    Whole {
        /// The smallest.
        least: u64,
        /// The largest.
        most: u64,
        /// What it counts.
        unit: Unit,
    },
    /// A whole number that may be negative.
    Signed,
    /// A factor with at most two decimals.
    Factor,
    /// Yes or no.
    Flag,
    /// One word of these.
    Word(Words),
    /// The name of a node in one of these lists.
    Node(&'static [&'static str]),
    /// The names of the nodes upstream.
    Inputs,
    /// The id of an event.
    Id,
    /// The key of a record.
    Key,
    /// One of several ways to say it.
    OneOf(&'static [Way]),
    /// One of several fields, beside the others.
    Either(&'static [Field]),
    /// An object; what it does not say is as by default.
    Object(&'static [Field]),
    /// An object, or nothing of the kind.
    Optional(&'static [Field]),
    /// A list of objects.
    List {
        /// What each item says.
        item: &'static [Field],
        /// Few plain fields each: one line for an item.
        table: bool,
        /// The format wants the list even when it is empty.
        required: bool,
    },
}

/// One of several ways to say something.
#[derive(Debug)]
pub enum Way {
    /// With a word.
    Word(&'static str),
    /// With an object that has this one field.
    Inside(Field),
    /// With a number.
    Number(&'static str),
}

impl Way {
    /// What it goes by.
    pub fn word(&self) -> &'static str {
        match self {
            Way::Word(word) | Way::Number(word) => word,
            Way::Inside(field) => field.name,
        }
    }
}

/// What a number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Nothing that has a unit.
    None,
    /// Milliseconds of virtual time.
    Ms,
    /// Bytes.
    Bytes,
    /// Bytes a millisecond.
    BytesPerMs,
    /// Records.
    Records,
    /// Tasks.
    Tasks,
}

/// A list of words to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is the type whose words it stands for")]
pub enum Words {
    OperatorKind,
    StateHome,
    PartitionBy,
    TtlUpdate,
    TtlVisibility,
    TtlCleanup,
    SinkKind,
    Reader,
    Mode,
    Reaches,
    Restart,
}

impl Words {
    /// The words that can be chosen. What the format knows and the engine does not have yet is not offered.
    pub fn list(self) -> Vec<&'static str> {
        fn words<T>(list: &[(&'static str, T)]) -> Vec<&'static str> {
            list.iter().map(|(word, _)| *word).collect()
        }
        match self {
            Words::OperatorKind => words(OperatorKind::WORDS),
            Words::StateHome => {
                let mut homes = words(StateHome::WORDS);
                homes.retain(|word| *word != StateHome::Changelog.word());
                homes
            }
            Words::PartitionBy => words(PartitionBy::WORDS),
            Words::TtlUpdate => words(TtlUpdate::WORDS),
            Words::TtlVisibility => words(TtlVisibility::WORDS),
            Words::TtlCleanup => words(TtlCleanup::WORDS),
            Words::SinkKind => words(SinkKind::WORDS),
            Words::Reader => words(Reader::WORDS),
            Words::Mode => words(Mode::WORDS),
            Words::Reaches => words(Reaches::WORDS),
            Words::Restart => vec!["fixed_delay", "exponential_delay", "failure_rate"],
        }
    }
}

const fn field(name: &'static str, key: &'static str, kind: Kind) -> Field {
    Field { name, key, kind, leads: false, only: None }
}

/// A field that is shown at once.
const fn lead(name: &'static str, key: &'static str, kind: Kind) -> Field {
    Field { name, key, kind, leads: true, only: None }
}

impl Field {
    const fn only(self, field: &'static str, words: &'static [&'static str], refused: bool) -> Field {
        // Every operator and sink says its kind; the strategy has a default.
        let unsaid = if field.as_bytes()[0] == b's' { "fixed_delay" } else { "" };
        Field { only: Some(Only { field, unsaid, words, refused }), ..self }
    }
}

const fn whole(least: u64, most: u64, unit: Unit) -> Kind {
    Kind::Whole { least, most, unit }
}

/// A span or a moment that is waited for once.
const fn time(least: u64) -> Kind {
    whole(least, most::TIME_MS_MAX, Unit::Ms)
}

/// A span that can add up.
const fn delay(least: u64) -> Kind {
    whole(least, most::DELAY_MS_MAX, Unit::Ms)
}

const fn cards(item: &'static [Field], required: bool) -> Kind {
    Kind::List { item, table: false, required }
}

const fn table(item: &'static [Field], required: bool) -> Kind {
    Kind::List { item, table: true, required }
}

const PARALLELISM: Kind = whole(1, most::PARALLELISM_MAX, Unit::Tasks);
const PARTITION_INDEX: Kind = whole(0, most::PARTITIONS_MAX as u64 - 1, Unit::None);
const OFFSET: Kind = whole(0, most::OFFSET_MAX + most::RECORDS_MAX, Unit::None);
const SOURCES: &[&str] = &["sources"];
const OPERATORS: &[&str] = &["operators"];
const SINKS: &[&str] = &["sinks"];
const NODES: &[&str] = &["sources", "operators", "sinks"];
/// Who can be read by others, and who reads others.
pub(super) const UPSTREAM: &[&str] = &["sources", "operators"];
const DOWNSTREAM: &[&str] = &["operators", "sinks"];

/// Kinds of operators that keep state.
const STATEFUL: &[&str] = &["dedup", "sum", "count", "join"];
const TWO_PHASE: &[&str] = &["two_phase"];

/// The whole scenario, in the order of the format.
pub static ROOT: &[Field] = &[
    field("barrierscope", "barrierscope", whole(1, 1, Unit::None)),
    lead("title", "title", Kind::Text { lines: false }),
    lead("note", "note", Kind::Text { lines: true }),
    lead("seed", "seed", whole(0, u64::MAX, Unit::None)),
    field("sources", "sources", cards(SOURCE, true)),
    field("operators", "operators", cards(OPERATOR, false)),
    field("sinks", "sinks", cards(SINK, true)),
    field("channels", "channels", Kind::Object(CHANNELS)),
    field("checkpointing", "checkpointing", Kind::Optional(CHECKPOINTING)),
    field("storage", "storage", Kind::Object(STORAGE)),
    field("restart", "restart", Kind::Object(RESTART)),
    field("faults", "faults", cards(FAULT, false)),
    lead("until_ms", "until_ms", time(0)),
];

static SOURCE: &[Field] = &[
    lead("name", "source.name", Kind::Name),
    lead("partitions", "partitions", cards(PARTITION, true)),
    lead("offsets", "source.offsets", Kind::OneOf(OFFSETS)),
    field("parallelism", "source.parallelism", PARALLELISM),
    field("service_ms", "source.service_ms", delay(0)),
    field("record_bytes", "source.record_bytes", whole(0, most::BYTES_MAX, Unit::Bytes)),
];

static OFFSETS: &[Way] = &[
    Way::Word("checkpoint"),
    Way::Word("commit_on_read"),
    Way::Inside(field("commit_every_ms", "source.offsets.commit_every_ms", time(1))),
    Way::Word("earliest"),
    Way::Word("latest"),
];

static PARTITION: &[Field] = &[
    lead("first_offset", "partition.first_offset", whole(0, most::OFFSET_MAX, Unit::None)),
    lead("input", "partition.input", Kind::Either(INPUT)),
    lead("redeliver", "redeliver", table(REDELIVERY, false)),
];

static INPUT: &[Field] =
    &[field("generate", "generate", Kind::Object(GENERATE)), field("records", "records", table(RECORD, true))];

static GENERATE: &[Field] = &[
    lead("count", "generate.count", whole(0, most::RECORDS_MAX, Unit::Records)),
    lead("first_id", "generate.first_id", whole(0, u64::MAX, Unit::None)),
    lead("start_ms", "generate.start_ms", time(0)),
    lead("every_ms", "generate.every_ms", time(0)),
    lead("keys", "generate.keys", whole(1, u64::MAX, Unit::None)),
    lead("value", "generate.value", Kind::OneOf(&[Way::Number("number"), Way::Word("id")])),
];

static RECORD: &[Field] = &[
    lead("id", "record.id", Kind::Id),
    lead("key", "record.key", Kind::Key),
    lead("value", "record.value", Kind::Signed),
    lead("at", "record.at", time(0)),
];

static REDELIVERY: &[Field] = &[lead("id", "redeliver.id", Kind::Id), lead("at", "redeliver.at", time(0))];

static OPERATOR: &[Field] = &[
    lead("name", "operator.name", Kind::Name),
    lead("kind", "operator.kind", Kind::Word(Words::OperatorKind)),
    lead("min_value", "operator.min_value", Kind::Signed).only("kind", &["filter"], true),
    lead("inputs", "operator.inputs", Kind::Inputs),
    field("parallelism", "operator.parallelism", PARALLELISM),
    field("service_ms", "operator.service_ms", delay(0)),
    lead("state", "operator.state", Kind::Word(Words::StateHome)).only("kind", STATEFUL, true),
    lead("ttl", "operator.ttl", Kind::Optional(TTL)).only("kind", STATEFUL, true),
    field("partition_by", "operator.partition_by", Kind::Word(Words::PartitionBy)).only("kind", STATEFUL, false),
    field("entry_bytes", "operator.entry_bytes", whole(0, most::BYTES_MAX, Unit::Bytes)).only("kind", STATEFUL, false),
];

static TTL: &[Field] = &[
    lead("ms", "operator.ttl.ms", time(1)),
    lead("update", "operator.ttl.update", Kind::Word(Words::TtlUpdate)),
    lead("visibility", "operator.ttl.visibility", Kind::Word(Words::TtlVisibility)),
    lead("cleanup", "operator.ttl.cleanup", Kind::Word(Words::TtlCleanup)),
];

static SINK: &[Field] = &[
    lead("name", "sink.name", Kind::Name),
    lead("kind", "sink.kind", Kind::Word(Words::SinkKind)),
    lead("inputs", "sink.inputs", Kind::Inputs),
    field("service_ms", "sink.service_ms", delay(0)),
    lead("reader", "sink.reader", Kind::Word(Words::Reader)).only("kind", TWO_PHASE, false),
    lead("transaction_timeout_ms", "sink.transaction_timeout_ms", time(1)).only("kind", TWO_PHASE, false),
    lead("commit_ms", "sink.commit_ms", delay(0)).only("kind", TWO_PHASE, false),
];

static CHANNELS: &[Field] = &[
    lead("capacity", "channels.capacity", whole(1, most::CAPACITY_MAX, Unit::Records)),
    lead("latency_ms", "channels.latency_ms", delay(0)),
    lead("edges", "edges", table(EDGE, false)),
];

static EDGE: &[Field] = &[
    lead("from", "edge.from", Kind::Node(UPSTREAM)),
    lead("to", "edge.to", Kind::Node(DOWNSTREAM)),
    lead("capacity", "edge.capacity", whole(1, most::CAPACITY_MAX, Unit::Records)),
    lead("latency_ms", "edge.latency_ms", delay(0)),
];

static CHECKPOINTING: &[Field] = &[
    lead("every_ms", "checkpointing.every_ms", time(most::CHECKPOINT_MS_MIN)),
    lead("at", "checkpointing.at", table(READ_POINT, false)),
    lead("mode", "checkpointing.mode", Kind::Word(Words::Mode)),
    lead("unaligned", "checkpointing.unaligned", Kind::Flag),
    field("aligned_timeout_ms", "checkpointing.aligned_timeout_ms", time(0)),
    field("timeout_ms", "checkpointing.timeout_ms", time(most::CHECKPOINT_MS_MIN)),
    field("min_pause_ms", "checkpointing.min_pause_ms", time(0)),
    field("max_concurrent", "checkpointing.max_concurrent", whole(1, most::CONCURRENT_MAX, Unit::None)),
    field("tolerable_failures", "checkpointing.tolerable_failures", whole(0, u32::MAX as u64, Unit::None)),
    field("sync_ms", "checkpointing.sync_ms", delay(0)),
    field("incremental", "checkpointing.incremental", Kind::Flag),
    field("retained", "checkpointing.retained", whole(1, most::RETAINED_MAX, Unit::None)),
    field("final", "checkpointing.final", Kind::Flag),
];

static READ_POINT: &[Field] = &[
    lead("source", "point.source", Kind::Node(SOURCES)),
    lead("partition", "point.partition", PARTITION_INDEX),
    lead("offset", "point.offset", OFFSET),
];

static STORAGE: &[Field] = &[
    lead("write_ms", "storage.write_ms", delay(0)),
    lead("bytes_per_ms", "storage.bytes_per_ms", whole(1, most::BANDWIDTH_MAX, Unit::BytesPerMs)),
];

const FIXED_OR_RATE: &[&str] = &["fixed_delay", "failure_rate"];
const FIXED_OR_EXPONENTIAL: &[&str] = &["fixed_delay", "exponential_delay"];
const EXPONENTIAL: &[&str] = &["exponential_delay"];
const RATE: &[&str] = &["failure_rate"];

static RESTART: &[Field] = &[
    lead("strategy", "restart.strategy", Kind::Word(Words::Restart)),
    lead("delay_ms", "restart.delay_ms", delay(0)).only("strategy", FIXED_OR_RATE, true),
    lead("initial_ms", "restart.initial_ms", delay(1)).only("strategy", EXPONENTIAL, true),
    lead("max_ms", "restart.max_ms", delay(1)).only("strategy", EXPONENTIAL, true),
    lead("multiplier", "restart.multiplier", Kind::Factor).only("strategy", EXPONENTIAL, true),
    lead("reset_ms", "restart.reset_ms", time(1)).only("strategy", EXPONENTIAL, true),
    lead("max", "restart.max", whole(1, u32::MAX as u64, Unit::None)).only("strategy", RATE, true),
    lead("interval_ms", "restart.interval_ms", time(1)).only("strategy", RATE, true),
    lead("attempts", "restart.attempts", whole(0, u32::MAX as u64, Unit::None)).only(
        "strategy",
        FIXED_OR_EXPONENTIAL,
        true,
    ),
];

static FAULT: &[Field] = &[
    lead("when", "fault.when", Kind::OneOf(WHEN)),
    lead("do", "fault.do", Kind::OneOf(DO)),
    lead("times", "fault.times", whole(1, u64::MAX, Unit::None)),
];

static WHEN: &[Way] = &[
    Way::Inside(field("at_ms", "when.at_ms", time(0))),
    Way::Inside(field("read", "when.read", Kind::Object(READ_POINT))),
    Way::Inside(field("processed", "when.processed", Kind::Object(PROCESSED))),
    Way::Inside(field("written", "when.written", Kind::Object(WRITTEN))),
    Way::Inside(field("checkpoint", "when.checkpoint", Kind::Object(REACHED))),
];

static PROCESSED: &[Field] =
    &[lead("operator", "processed.operator", Kind::Node(OPERATORS)), lead("id", "processed.id", Kind::Id)];
static WRITTEN: &[Field] = &[lead("sink", "written.sink", Kind::Node(SINKS)), lead("id", "written.id", Kind::Id)];
static REACHED: &[Field] = &[
    lead("id", "reached.id", whole(1, u32::MAX as u64, Unit::None)),
    lead("reaches", "reached.reaches", Kind::Word(Words::Reaches)),
];

static DO: &[Way] = &[
    Way::Inside(field("crash", "do.crash", Kind::OneOf(CRASH))),
    Way::Inside(field("storage_down_ms", "do.storage_down_ms", delay(1))),
    Way::Inside(field("slow", "do.slow", Kind::Object(SLOW))),
    Way::Inside(field("stall", "do.stall", Kind::Object(STALL))),
    Way::Inside(field("redeliver", "do.redeliver", Kind::Object(RESENT))),
];

static CRASH: &[Way] =
    &[Way::Word("process"), Way::Word("machine"), Way::Inside(field("operator", "crash.operator", Kind::Node(NODES)))];

static SLOW: &[Field] = &[
    lead("operator", "slow.operator", Kind::Node(NODES)),
    lead("service_ms", "slow.service_ms", delay(0)),
    lead("for_ms", "slow.for_ms", delay(1)),
];

static STALL: &[Field] = &[
    lead("from", "stall.from", Kind::Node(UPSTREAM)),
    lead("to", "stall.to", Kind::Node(DOWNSTREAM)),
    lead("for_ms", "stall.for_ms", delay(1)),
];

static RESENT: &[Field] = &[
    lead("source", "resent.source", Kind::Node(SOURCES)),
    lead("partition", "resent.partition", PARTITION_INDEX),
    lead("id", "resent.id", Kind::Id),
];

/// The field at a JSON pointer; none where the format has none. A choice between several fields stands under its own
/// name.
pub fn field_at(path: &str) -> Option<&'static Field> {
    let mut fields: &'static [Field] = ROOT;
    let mut found: Option<&'static Field> = None;
    for segment in path.split('/').skip(1) {
        if let Some(Field { kind: Kind::List { item, .. }, .. }) = found
            && segment.bytes().all(|b| b.is_ascii_digit())
        {
            (fields, found) = (item, None);
            continue;
        }
        if let Some(field) = found {
            match &field.kind {
                Kind::Object(inner) | Kind::Optional(inner) => fields = inner,
                Kind::OneOf(ways) => {
                    found = Some(inside(ways, segment)?);
                    continue;
                }
                _ => return None,
            }
        }
        found = Some(named(fields, segment)?);
    }
    found
}

/// The field of this name, also where it is one of several.
pub(super) fn named(fields: &'static [Field], name: &str) -> Option<&'static Field> {
    fields.iter().find_map(|field| match &field.kind {
        _ if field.name == name => Some(field),
        Kind::Either(fields) => fields.iter().find(|f| f.name == name),
        _ => None,
    })
}

fn inside(ways: &'static [Way], name: &str) -> Option<&'static Field> {
    ways.iter().find_map(|way| match way {
        Way::Inside(field) if field.name == name => Some(field),
        _ => None,
    })
}

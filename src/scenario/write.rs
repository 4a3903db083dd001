//! Writing a scenario: the shortest JSON that reads back as the same scenario.
//!
//! Fields stand in the order of the format and defaults are left out, so that equal scenarios
//! give equal text: links are short and can be compared.

use serde_json::{Map, Number, Value, json};

use super::defaults;
use super::schema::{
    Channels, Checkpointing, CrashTarget, Do, EdgeOverride, Fault, Generate, GenerateValue, Input, Offsets, Operator,
    OperatorKind, Partition, ReadPoint, Reader, RecordSpec, Redelivery, Restart, RestartStrategy, Scenario, Sink,
    Source, StateHome, Storage, Ttl, When,
};
use crate::ids::{EventId, Key};

/// The scenario as JSON on one line. [`read`](super::read()) gives the same scenario back, if it
/// is one that can be read at all.
pub fn write(scenario: &Scenario) -> String {
    to_value(scenario).to_string()
}

/// The same with line breaks and indentation, for people.
pub fn write_pretty(scenario: &Scenario) -> String {
    format!("{:#}", to_value(scenario))
}

fn to_value(scenario: &Scenario) -> Value {
    let mut fields = Fields::default();
    fields.put("barrierscope", 1);
    fields.unless("title", scenario.title.as_str(), "");
    fields.unless("note", scenario.note.as_str(), "");
    fields.unless("seed", scenario.seed, 0);
    fields.put("sources", list(&scenario.sources, source));
    if !scenario.operators.is_empty() {
        fields.put("operators", list(&scenario.operators, operator));
    }
    fields.put("sinks", list(&scenario.sinks, sink));
    fields.unless_empty("channels", channels(&scenario.channels));
    if let Some(given) = &scenario.checkpointing {
        fields.put("checkpointing", checkpointing(given));
    }
    fields.unless_empty("storage", storage(&scenario.storage));
    fields.unless_empty("restart", restart(&scenario.restart));
    if !scenario.faults.is_empty() {
        fields.put("faults", list(&scenario.faults, fault));
    }
    fields.if_some("until_ms", scenario.until_ms);
    fields.into()
}

/// The fields of an object, in the order in which they are put.
#[derive(Default)]
struct Fields(Map<String, Value>);

impl Fields {
    fn put(&mut self, name: &str, value: impl Into<Value>) {
        self.0.insert(name.to_owned(), value.into());
    }

    fn unless<T: PartialEq + Into<Value>>(&mut self, name: &str, value: T, default: T) {
        if value != default {
            self.put(name, value);
        }
    }

    fn if_some(&mut self, name: &str, value: Option<impl Into<Value>>) {
        if let Some(value) = value {
            self.put(name, value);
        }
    }

    fn unless_empty(&mut self, name: &str, fields: Fields) {
        if !fields.0.is_empty() {
            self.put(name, fields);
        }
    }
}

impl From<Fields> for Value {
    fn from(fields: Fields) -> Value {
        Value::Object(fields.0)
    }
}

fn list<T, V: Into<Value>>(items: &[T], write: impl Fn(&T) -> V) -> Value {
    Value::Array(items.iter().map(|item| write(item).into()).collect())
}

fn names(names: &[String]) -> Value {
    list(names, |name| Value::from(name.as_str()))
}

fn id(id: &EventId) -> Value {
    match id {
        EventId::Int(n) => (*n).into(),
        EventId::Text(text) => (&**text).into(),
    }
}

fn source(source: &Source) -> Fields {
    let mut fields = Fields::default();
    fields.put("name", source.name.as_str());
    fields.put("partitions", list(&source.partitions, partition));
    match source.offsets {
        Offsets::CommitEvery { ms } => fields.put("offsets", json!({ "commit_every_ms": ms })),
        word => {
            if let Some((word, _)) = Offsets::WORDS.iter().skip(1).find(|(_, o)| *o == word) {
                fields.put("offsets", *word);
            }
        }
    }
    fields.unless("parallelism", source.parallelism, 1);
    fields.unless("service_ms", source.service_ms, 0);
    fields.unless("record_bytes", source.record_bytes, defaults::RECORD_BYTES);
    fields
}

fn partition(partition: &Partition) -> Fields {
    let mut fields = Fields::default();
    fields.unless("first_offset", partition.first_offset, 0);
    match &partition.input {
        Input::Records(records) => fields.put("records", list(records, record)),
        Input::Generate(given) => fields.put("generate", generate(given)),
    }
    if !partition.redeliver.is_empty() {
        fields.put("redeliver", list(&partition.redeliver, redelivery));
    }
    fields
}

fn record(record: &RecordSpec) -> Fields {
    let mut fields = Fields::default();
    fields.put("id", id(&record.id));
    if record.key != Key::Numbered(0) {
        fields.put("key", record.key.to_string());
    }
    fields.unless("value", record.value, 1);
    fields.unless("at", record.at_ms, 0);
    fields
}

fn generate(generate: &Generate) -> Fields {
    let mut fields = Fields::default();
    fields.put("count", generate.count);
    fields.unless("first_id", generate.first_id, 1);
    fields.unless("start_ms", generate.start_ms, 0);
    fields.unless("every_ms", generate.every_ms, 0);
    fields.unless("keys", generate.keys, 1);
    match generate.value {
        GenerateValue::Constant(value) => fields.unless("value", value, 1),
        GenerateValue::Id => fields.put("value", "id"),
    }
    fields
}

fn redelivery(again: &Redelivery) -> Fields {
    let mut fields = Fields::default();
    fields.put("id", id(&again.id));
    fields.put("at", again.at_ms);
    fields
}

fn operator(operator: &Operator) -> Fields {
    let mut fields = Fields::default();
    fields.put("name", operator.name.as_str());
    fields.put("kind", operator.kind.word());
    if let OperatorKind::Filter { min_value } = operator.kind {
        fields.put("min_value", min_value);
    }
    fields.put("inputs", names(&operator.inputs));
    fields.unless("parallelism", operator.parallelism, 1);
    fields.unless("service_ms", operator.service_ms, 0);
    fields.unless("state", operator.state.word(), StateHome::Checkpointed.word());
    fields.if_some("ttl", operator.ttl.as_ref().map(ttl));
    let partition_by = operator.kind.default_partition_by();
    fields.unless("partition_by", operator.partition_by.word(), partition_by.word());
    fields.unless("entry_bytes", operator.entry_bytes, defaults::ENTRY_BYTES);
    fields
}

fn ttl(ttl: &Ttl) -> Fields {
    let default = Ttl::of_ms(ttl.ms);
    let mut fields = Fields::default();
    fields.put("ms", ttl.ms);
    fields.unless("update", ttl.update.word(), default.update.word());
    fields.unless("visibility", ttl.visibility.word(), default.visibility.word());
    fields.unless("cleanup", ttl.cleanup.word(), default.cleanup.word());
    fields
}

fn sink(sink: &Sink) -> Fields {
    let mut fields = Fields::default();
    fields.put("name", sink.name.as_str());
    fields.put("kind", sink.kind.word());
    fields.put("inputs", names(&sink.inputs));
    fields.unless("service_ms", sink.service_ms, 0);
    fields.unless("reader", sink.reader.word(), Reader::ReadCommitted.word());
    let timeout_ms = defaults::TRANSACTION_TIMEOUT_MS;
    fields.unless("transaction_timeout_ms", sink.transaction_timeout_ms, timeout_ms);
    fields.unless("commit_ms", sink.commit_ms, 0);
    fields
}

fn channels(channels: &Channels) -> Fields {
    let default = Channels::default();
    let mut fields = Fields::default();
    fields.unless("capacity", channels.capacity, default.capacity);
    fields.unless("latency_ms", channels.latency_ms, default.latency_ms);
    if !channels.edges.is_empty() {
        fields.put("edges", list(&channels.edges, edge));
    }
    fields
}

fn edge(edge: &EdgeOverride) -> Fields {
    let mut fields = Fields::default();
    fields.put("from", edge.from.as_str());
    fields.put("to", edge.to.as_str());
    fields.if_some("capacity", edge.capacity);
    fields.if_some("latency_ms", edge.latency_ms);
    fields
}

fn checkpointing(given: &Checkpointing) -> Fields {
    let default = Checkpointing::default();
    let mut fields = Fields::default();
    fields.if_some("every_ms", given.every_ms);
    if !given.at.is_empty() {
        fields.put("at", list(&given.at, read_point));
    }
    fields.unless("mode", given.mode.word(), default.mode.word());
    fields.unless("unaligned", given.unaligned, default.unaligned);
    fields.unless("aligned_timeout_ms", given.aligned_timeout_ms, default.aligned_timeout_ms);
    fields.unless("timeout_ms", given.timeout_ms, default.timeout_ms);
    fields.unless("min_pause_ms", given.min_pause_ms, default.min_pause_ms);
    fields.unless("max_concurrent", given.max_concurrent, default.max_concurrent);
    fields.unless("tolerable_failures", given.tolerable_failures, default.tolerable_failures);
    fields.unless("sync_ms", given.sync_ms, default.sync_ms);
    fields.unless("incremental", given.incremental, default.incremental);
    fields.unless("retained", given.retained, default.retained);
    fields.unless("final", given.final_checkpoint, default.final_checkpoint);
    fields
}

fn read_point(point: &ReadPoint) -> Fields {
    let mut fields = Fields::default();
    fields.put("source", point.source.as_str());
    fields.put("partition", point.partition);
    fields.put("offset", point.offset);
    fields
}

fn storage(storage: &Storage) -> Fields {
    let mut fields = Fields::default();
    fields.unless("write_ms", storage.write_ms, 0);
    fields.if_some("bytes_per_ms", storage.bytes_per_ms);
    fields
}

fn restart(restart: &Restart) -> Fields {
    let default = Restart::default();
    let mut fields = Fields::default();
    match restart.strategy {
        RestartStrategy::FixedDelay => {
            fields.unless("delay_ms", restart.delay_ms, default.delay_ms);
            fields.if_some("attempts", restart.attempts);
        }
        RestartStrategy::ExponentialDelay { initial_ms, max_ms, multiplier_percent, reset_ms } => {
            fields.put("strategy", "exponential_delay");
            fields.unless("initial_ms", initial_ms, defaults::EXPONENTIAL_INITIAL_MS);
            fields.unless("max_ms", max_ms, defaults::EXPONENTIAL_MAX_MS);
            if multiplier_percent != defaults::EXPONENTIAL_MULTIPLIER_PERCENT {
                fields.if_some("multiplier", multiplier(multiplier_percent));
            }
            fields.unless("reset_ms", reset_ms, defaults::EXPONENTIAL_RESET_MS);
            fields.if_some("attempts", restart.attempts);
        }
        RestartStrategy::FailureRate { max, interval_ms } => {
            fields.put("strategy", "failure_rate");
            fields.unless("max", max, defaults::FAILURE_RATE_MAX);
            fields.unless("interval_ms", interval_ms, defaults::FAILURE_RATE_INTERVAL_MS);
            fields.unless("delay_ms", restart.delay_ms, default.delay_ms);
        }
    }
    fields
}

/// 150 as 1.5, 200 as 2: through its digits, so that nothing is rounded.
fn multiplier(percent: u64) -> Option<Value> {
    let (whole, hundredths) = (percent / 100, percent % 100);
    if hundredths == 0 {
        return Some(whole.into());
    }
    let digits = format!("{whole}.{hundredths:02}");
    digits.parse::<Number>().ok().map(Value::Number)
}

fn fault(fault: &Fault) -> Fields {
    let mut fields = Fields::default();
    fields.put("when", when(&fault.when));
    fields.put("do", action(&fault.action));
    fields.unless("times", fault.times, 1);
    fields
}

fn when(when: &When) -> Value {
    match when {
        When::AtMs(ms) => json!({ "at_ms": ms }),
        When::Read(point) => json!({ "read": Value::from(read_point(point)) }),
        When::Processed { operator, id: of } => {
            json!({ "processed": { "operator": operator, "id": id(of) } })
        }
        When::Written { sink, id: of } => json!({ "written": { "sink": sink, "id": id(of) } }),
        When::Checkpoint { id, reaches } => {
            json!({ "checkpoint": { "id": id.0, "reaches": reaches.word() } })
        }
    }
}

fn action(action: &Do) -> Value {
    match action {
        Do::Crash(CrashTarget::Process) => json!({ "crash": "process" }),
        Do::Crash(CrashTarget::Machine) => json!({ "crash": "machine" }),
        Do::Crash(CrashTarget::Operator(name)) => json!({ "crash": { "operator": name } }),
        Do::StorageDown { ms } => json!({ "storage_down_ms": ms }),
        Do::Slow { operator, service_ms, for_ms } => json!({
            "slow": { "operator": operator, "service_ms": service_ms, "for_ms": for_ms }
        }),
        Do::Stall { from, to, for_ms } => {
            json!({ "stall": { "from": from, "to": to, "for_ms": for_ms } })
        }
        Do::Redeliver { source, partition, id: of } => json!({
            "redeliver": { "source": source, "partition": partition, "id": id(of) }
        }),
    }
}

/** An id, exact: a text, a number, or beyond 2^53 - 1 a bigint. */
export type Id = string | number | bigint;
/** A whole number; beyond 2^53 - 1 a bigint. */
export type Whole = number | bigint;

/** A scenario of the format, version 1. */
export interface Scenario {
  barrierscope: 1;
  title?: string;
  note?: string;
  seed?: Whole;
  sources: Source[];
  operators?: Operator[];
  sinks: Sink[];
  channels?: {
    capacity?: number;
    latency_ms?: number;
    edges?: { from: string; to: string; capacity?: number; latency_ms?: number }[];
  };
  checkpointing?: Checkpointing | null;
  storage?: { write_ms?: number; bytes_per_ms?: number | null };
  restart?: Restart;
  faults?: Fault[];
  until_ms?: number | null;
}

/** A log that is read, in partitions. Of each field without a value the default of docs/scenario-format.md counts. */
export interface Source {
  name: string;
  partitions: Partition[];
  offsets?: "checkpoint" | "commit_on_read" | "earliest" | "latest" | { commit_every_ms: number };
  parallelism?: number;
  service_ms?: number;
  record_bytes?: number;
}

/** What a partition holds: records one by one, or generated; and what its producer sends again. */
export interface Partition {
  first_offset?: number;
  records?: { id: Id; key?: string; value?: Whole; at?: number }[];
  generate?: {
    count: number;
    first_id?: Whole;
    start_ms?: number;
    every_ms?: number;
    keys?: number;
    value?: Whole | "id";
  };
  redeliver?: { id: Id; at: number }[];
}

/** What works on records. `state` says where it keeps what it knows: with the checkpoints, in memory, or on a local disk. */
export interface Operator {
  name: string;
  kind: "map" | "filter" | "dedup" | "sum" | "count" | "join";
  inputs: string[];
  min_value?: Whole;
  parallelism?: number;
  service_ms?: number;
  state?: "checkpointed" | "memory" | "local_disk";
  ttl?: {
    ms: number;
    update?: "create_and_write" | "read_and_write";
    visibility?: "never_return_expired" | "return_if_not_cleaned_up";
    cleanup?: "on_access" | "full_snapshot" | "incremental" | "compaction";
  } | null;
  partition_by?: "key" | "id";
  entry_bytes?: number;
}

/** Where results go, and how: what is kept twice, what replaces what was there, what is committed with a checkpoint. */
export interface Sink {
  name: string;
  kind: "append" | "increment" | "set" | "upsert" | "unique_insert" | "two_phase";
  inputs: string[];
  service_ms?: number;
  reader?: "read_committed" | "read_uncommitted";
  transaction_timeout_ms?: number;
  commit_ms?: number;
}

/** When checkpoints are taken, and how barriers go through the job. `null` instead of it: none are. */
export interface Checkpointing {
  every_ms?: number | null;
  at?: { source: string; partition: number; offset: number }[];
  mode?: "exactly_once" | "at_least_once";
  unaligned?: boolean;
  aligned_timeout_ms?: number;
  timeout_ms?: number;
  min_pause_ms?: number;
  max_concurrent?: number;
  tolerable_failures?: number;
  sync_ms?: number;
  incremental?: boolean;
  retained?: number;
  final?: boolean;
}

/** When the job starts again after a failure. Times are in milliseconds of virtual time. */
export type Restart =
  | { strategy?: "fixed_delay"; delay_ms?: number; attempts?: number | null }
  | {
      strategy: "exponential_delay";
      initial_ms?: number;
      max_ms?: number;
      multiplier?: number;
      reset_ms?: number;
      attempts?: number | null;
    }
  | { strategy: "failure_rate"; max?: number; interval_ms?: number; delay_ms?: number };

/** What goes wrong, and when; so many `times`. */
export interface Fault {
  when:
    | { at_ms: number }
    | { read: { source: string; partition: number; offset: number } }
    | { processed: { operator: string; id: Id } }
    | { written: { sink: string; id: Id } }
    | { checkpoint: { id: number; reaches: "triggered" | "snapshotted" | "persisted" | "completed" | "committed" } };
  do:
    | { crash: "process" | "machine" | { operator: string } }
    | { storage_down_ms: number }
    | { slow: { operator: string; service_ms: number; for_ms: number } }
    | { stall: { from: string; to: string; for_ms: number } }
    | { redeliver: { source: string; partition: number; id: Id } };
  times?: number;
}

/** How often what was due took effect: once, more than once, less than once, or both. */
export type Guarantee = "exactly_once" | "at_least_once" | "at_most_once" | "broken";

/** Why something took effect too often, or not at all. */
export type Cause =
  | "replay_into_non_idempotent_sink"
  | "state_lost_at_restart"
  | "state_ahead_of_offset"
  | "offset_ahead_of_state"
  | "ttl_expired_before_duplicate"
  | "redelivered_without_dedup"
  | "alignment_skipped"
  | "transaction_timed_out"
  | "transaction_left_open"
  | "uncommitted_read"
  | "source_not_replayed"
  | "state_expired"
  | "job_down"
  | "still_in_flight";

/** What the judge says of a run. */
export interface Report {
  barrierscope: 1;
  ended_at_ms: number;
  steps: number;
  stopped: "steps" | "effects" | "lines" | "effort" | "restarts" | null;
  digest: string;
  restarts: {
    at_ms: number;
    from_checkpoint: number | null;
    resume: { [source: string]: number[] };
    replayed: number;
  }[];
  checkpoints: CheckpointReport[];
  checkpoint_counts: { triggered: number; completed: number; failed: number; in_progress: number; restored: number };
  operators: {
    [name: string]: {
      entries: number;
      live: number;
      bytes: number;
      values: { [key: string]: Whole };
      expected: { [key: string]: Whole };
      dropped: number;
    };
  };
  recovery: { down_ms: number | null; catch_up_ms: number | null }[];
  sinks: { [name: string]: SinkReport };
  guarantee: { state: Guarantee; output: Guarantee };
  causes: { cause: Cause; count: number; ids: Id[] }[];
}

/** What became of a checkpoint: times in milliseconds of virtual time, sizes in bytes; what it did not come to is null. */
export interface CheckpointReport {
  id: number;
  status: "completed" | "failed" | "expired" | "subsumed" | "aborted" | "in_progress";
  reason: string | null;
  triggered_ms: number;
  completed_ms: number | null;
  offsets: { [source: string]: (number | null)[] };
  state_bytes: number;
  uploaded_bytes: number;
  in_flight_records: number;
  in_flight_bytes: number;
  alignment_ms: number;
  sync_ms: number;
  blocked_ms: number;
  blocked_ms_by_input: { [edge: string]: number };
  tasks: {
    node: string;
    subtask: number;
    start_delay_ms: number | null;
    alignment_ms: number;
    sync_ms: number;
    async_ms: number | null;
    state_bytes: number;
    in_flight_records: number;
    in_flight_bytes: number;
  }[];
}

/** What stands in a destination, counted against what is due there. */
export interface SinkReport {
  rows: number;
  visible: number;
  distinct: number;
  duplicates: number;
  missing: number;
  uncommitted: number;
  duplicated_ids: Id[];
  missing_ids: Id[];
  balances: { [key: string]: Whole };
  expected_balances: { [key: string]: Whole };
  wrong_values: number | null;
  delay_ms: { p50: number; max: number };
}

/** What can happen next, and when it is due. */
export interface Enabled {
  due_ms: number;
  action: string;
}

/** What happened, one line for each event; what an event does not have is null, or empty. */
export interface EventLine {
  step: number;
  at_ms: number;
  event: string;
  task: string | null;
  to: string | null;
  id: Id | null;
  source: string | null;
  partition: number | null;
  offset: number | null;
  attempt: number | null;
  checkpoint: number | null;
  transaction: number | null;
  key: string | null;
  value: Whole | null;
  detail: string;
}

/** What is thrown. The codes of a version stay. */
export interface BarrierscopeError extends Error {
  code: "scenario" | "records" | "link" | "unknown_action" | "not_enabled" | "no_such_thing";
  details: { path: string; code: string; message: string }[];
}

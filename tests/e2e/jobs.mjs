// Jobs that no preset shows: a large one, and those with many records in flight. For pictures, measurements and tests.

const source = (name, more) => ({ name, ...more });
const operator = (name, kind, inputs, more = {}) => ({ name, kind, inputs: [inputs].flat(), parallelism: 4, service_ms: 20, ...more });
const partitions = (n, first, count, every, keys = 8) =>
  Array.from({ length: n }, (_, p) => ({ generate: { count, first_id: first + p * count, every_ms: every, start_ms: p * 7, keys } }));

/** Sixteen operators with four subtasks each, two sources, three sinks, a crash. */
export const big = () => ({
  barrierscope: 1,
  title: "Sixteen operators, four subtasks each",
  sources: [
    source("orders", { parallelism: 4, partitions: partitions(4, 1, 80, 120) }),
    source("payments", { parallelism: 4, partitions: partitions(4, 1_000, 80, 120) }),
  ],
  operators: [
    operator("parse", "map", "orders"),
    operator("valid", "filter", "parse", { min_value: 0 }),
    operator("dedup", "dedup", "valid", { ttl: { ms: 60_000 } }),
    operator("enrich", "map", "dedup"),
    operator("by customer", "sum", "enrich"),
    operator("by product", "count", "enrich"),
    operator("fraud score", "map", "enrich"),
    operator("suspicious", "filter", "fraud score", { min_value: 0 }),
    operator("clean", "map", "payments"),
    operator("once", "dedup", "clean"),
    operator("settle", "join", ["enrich", "once"], { service_ms: 60 }),
    operator("net", "sum", "settle"),
    operator("round", "map", "net"),
    operator("alerts", "count", ["suspicious", "settle"]),
    operator("format", "map", ["by customer", "by product"]),
    operator("audit", "map", ["alerts", "round"]),
  ],
  sinks: [
    { name: "ledger", kind: "two_phase", inputs: ["audit"] },
    { name: "dashboard", kind: "set", inputs: ["format"] },
    { name: "archive", kind: "append", inputs: ["round"], service_ms: 5 },
  ],
  channels: { capacity: 10, latency_ms: 60 },
  checkpointing: { every_ms: 3_000, sync_ms: 20 },
  storage: { write_ms: 300 },
  faults: [{ when: { at_ms: 7_500 }, do: { crash: "process" } }],
});

/** About this many records in flight at any time, all of them moving. */
export const flood = (inFlight) => {
  const latency = 2_500;
  const every = Math.round((4 * latency) / inFlight);
  const count = Math.min(14_000, Math.round(30_000 / every));
  return {
    barrierscope: 1,
    title: `${inFlight} records in flight`,
    sources: [source("events", { parallelism: 4, partitions: partitions(4, 1, count, every, 40) })],
    operators: [
      operator("parse", "map", "events", { service_ms: 0 }),
      operator("dedup", "dedup", "parse", { service_ms: 0, ttl: { ms: 5_000 } }),
      operator("total", "sum", "dedup", { service_ms: 0 }),
    ],
    sinks: [{ name: "out", kind: "append", inputs: ["total"] }],
    channels: { capacity: 20_000, latency_ms: Math.round(latency / 4) },
    checkpointing: { every_ms: 5_000 },
  };
};

/** A run that lasts more than a minute at 64×, with rows, state and checkpoints that grow all the time. */
export const steady = () => ({
  barrierscope: 1,
  title: "An hour and more",
  sources: [source("orders", { partitions: partitions(1, 1, 48_000, 100, 20) })],
  operators: [operator("dedup", "dedup", "orders", { parallelism: 1, service_ms: 0, ttl: { ms: 600_000 } })],
  sinks: [{ name: "ledger", kind: "append", inputs: ["dedup"] }],
  checkpointing: { every_ms: 30_000 },
  faults: [{ when: { at_ms: 600_000 }, do: { crash: "process" } }],
});

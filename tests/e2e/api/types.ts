// Checked by the compiler, never run: what a script may write against the package's types, and what it may not.
import init, { Session, simulate } from "barrierscope";
import type { BarrierscopeError, Cause, EventLine, Id, Report, Scenario } from "barrierscope";

const scenario: Scenario = {
  barrierscope: 1,
  sources: [{ name: "s", partitions: [{ records: [{ id: 9007199254740993n }, { id: "a" }] }], offsets: { commit_every_ms: 50 } }],
  operators: [{ name: "d", kind: "dedup", inputs: ["s"], ttl: { ms: 60000, update: "read_and_write" } }],
  sinks: [{ name: "out", kind: "two_phase", inputs: ["d"], reader: "read_committed" }],
  checkpointing: { every_ms: 1000, mode: "exactly_once" },
  restart: { strategy: "failure_rate", max: 3 },
  faults: [{ when: { checkpoint: { id: 1, reaches: "completed" } }, do: { crash: { operator: "d" } } }],
};

export async function drive(): Promise<Report> {
  await init();
  const whole: Report = simulate(scenario);
  const cause: Cause | undefined = whole.causes[0]?.cause;
  const ids: Id[] = whole.sinks["out"]?.duplicated_ids ?? [];
  const session = new Session(JSON.stringify(scenario));
  const done: number = session.step() + session.back(2) + session.seek(Infinity);
  for (const { due_ms, action } of session.enabled()) if (due_ms > 0) session.apply(action);
  const events: EventLine[] = session.events(0, done);
  const link: string = session.link();
  Session.open(link).free();
  try {
    session.apply("fly");
  } catch (thrown) {
    const error = thrown as BarrierscopeError;
    if (error.code === "unknown_action") console.log(error.details[0]?.message, cause, ids, events.length);
    // @ts-expect-error there is no such code
    if (error.code === "nonsense") return whole;
  }
  // @ts-expect-error a report has no such field
  whole.nothing;
  // @ts-expect-error a kind that the format does not have
  simulate({ ...scenario, sinks: [{ name: "o", kind: "exactly_once", inputs: ["d"] }] });
  // @ts-expect-error the version is required
  simulate({ sources: [], sinks: [] });
  // @ts-expect-error a step is a number
  session.seek("end");
  // @ts-expect-error what is at is not to be set
  session.position = 3;
  return session.report();
}

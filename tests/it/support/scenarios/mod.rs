//! Random scenarios: small jobs that can always be read, for properties of the reader and of
//! the engine.
//!
//! A scenario is built in two steps. A proptest strategy draws plain numbers (`Draw`s), and a
//! pure function makes a valid scenario of them: a draw picks *among what is possible there*,
//! so nothing has to be thrown away, and a failing scenario shrinks well (fewer nodes, fewer
//! records, fewer faults, smaller numbers).
//!
//! What may occur is said by a [`Mix`]. A property starts from one of its constructors and
//! narrows it with struct update syntax:
//!
//! ```ignore
//! let mix = Mix { sinks: vec![SinkKind::Upsert], ..Mix::exactly_once_state() };
//! proptest!(|(scenario in scenarios(&mix))| { … });
//! ```
//!
//! By construction: names are unique; the graph is a DAG in which every path ends in a sink and
//! a join has two inputs; every id, offset, partition and edge that is named is there; nothing
//! that is added up comes near the limits of its type. Events have one id each, unless
//! `redeliver` is allowed.

mod faults;
mod graph;
mod logs;
mod settings;

use barrierscope::scenario::{Do, Mode, Offsets, OperatorKind, Scenario, SinkKind, StateHome, When};
use proptest::collection::vec;
use proptest::prelude::*;

/// What may occur in a random scenario. Of a list, each entry is as likely as any other, so an
/// entry that stands twice is twice as likely.
#[derive(Clone, Debug)]
pub(crate) struct Mix {
    /// At least 1.
    pub(crate) sources_max: usize,
    /// Of one source, at least 1.
    pub(crate) partitions_max: usize,
    /// Of one partition.
    pub(crate) records_max: usize,
    pub(crate) operators_max: usize,
    /// Asked for; one more is added when something would be read by nobody.
    pub(crate) sinks_max: usize,
    /// Of sources and operators, at least 1.
    pub(crate) parallelism_max: u16,
    pub(crate) kinds: Vec<OperatorKind>,
    pub(crate) sinks: Vec<SinkKind>,
    pub(crate) homes: Vec<StateHome>,
    pub(crate) offsets: Vec<Offsets>,
    /// Whether state may expire.
    pub(crate) ttl: bool,
    /// Whether the log may hold an id twice.
    pub(crate) redeliver: bool,
    /// None in the list: a job without checkpointing.
    pub(crate) barriers: Vec<Option<Barriers>>,
    pub(crate) faults: Vec<FaultKind>,
    pub(crate) faults_max: usize,
    /// Whether restarts may end (by attempts or by a failure rate), and whether checkpoints may
    /// fail so often that the job fails, perhaps again and again.
    pub(crate) may_stay_down: bool,
    /// Whether a transaction may time out while the job is slow or down.
    pub(crate) transactions_time_out: bool,
    /// Whether results may depend on the order in which inputs happen to arrive, so that two
    /// runs without any fault may differ: a sum or filter over running sums, a dedup that takes
    /// the first of two different records with one id.
    pub(crate) order_matters: bool,
    /// Whether the scenario may be cut off by `until_ms`.
    pub(crate) until: bool,
    /// Numbers and strings up to the limits of the format. For the reader only: such a scenario
    /// may take very long to run.
    pub(crate) wild: bool,
}

/// What barriers do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Barriers {
    Aligned,
    AtLeastOnce,
    Unaligned,
    /// Aligned first, unaligned after a while.
    AlignedWithTimeout,
}

impl Barriers {
    pub(crate) const fn mode(self) -> Mode {
        match self {
            Barriers::AtLeastOnce => Mode::AtLeastOnce,
            Barriers::Aligned | Barriers::Unaligned | Barriers::AlignedWithTimeout => Mode::ExactlyOnce,
        }
    }

    pub(crate) const fn unaligned(self) -> bool {
        matches!(self, Barriers::Unaligned | Barriers::AlignedWithTimeout)
    }
}

/// What may go wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FaultKind {
    CrashProcess,
    CrashMachine,
    CrashTask,
    StorageDown,
    Slow,
    Stall,
    Redeliver,
}

impl Mix {
    /// Everything that the format has and the engine runs, with numbers small enough to run.
    pub(crate) fn everything() -> Mix {
        use FaultKind::{CrashMachine, CrashProcess, CrashTask, Redeliver, Slow, Stall, StorageDown};
        Mix {
            sources_max: 3,
            partitions_max: 3,
            records_max: 12,
            operators_max: 5,
            sinks_max: 2,
            parallelism_max: 3,
            kinds: OperatorKind::WORDS.iter().map(|(_, kind)| *kind).collect(),
            sinks: SinkKind::WORDS.iter().map(|(_, kind)| *kind).collect(),
            homes: vec![StateHome::Checkpointed, StateHome::Memory, StateHome::LocalDisk],
            offsets: Offsets::WORDS
                .iter()
                .map(|(_, offsets)| *offsets)
                .chain([Offsets::CommitEvery { ms: 50 }])
                .collect(),
            ttl: true,
            redeliver: true,
            barriers: vec![
                None,
                Some(Barriers::Aligned),
                Some(Barriers::AtLeastOnce),
                Some(Barriers::Unaligned),
                Some(Barriers::AlignedWithTimeout),
            ],
            faults: vec![CrashProcess, CrashProcess, CrashMachine, CrashTask, StorageDown, Slow, Stall, Redeliver],
            faults_max: 4,
            may_stay_down: true,
            transactions_time_out: true,
            order_matters: true,
            until: true,
            wild: false,
        }
    }

    /// What the engine promises to get right inside, whatever crashes: state that lives in the
    /// checkpoint beside the offset, exact barriers, restarts without limit, nothing times out; and no
    /// event that the producer sends twice, which would count twice without any crash. Such a
    /// job ends, and its state is that of any run without faults.
    pub(crate) fn exactly_once_state() -> Mix {
        Mix {
            homes: vec![StateHome::Checkpointed],
            offsets: vec![Offsets::Checkpoint],
            ttl: false,
            redeliver: false,
            barriers: vec![Some(Barriers::Aligned), Some(Barriers::Unaligned), Some(Barriers::AlignedWithTimeout)],
            faults: Mix::everything().faults.into_iter().filter(|kind| *kind != FaultKind::Redeliver).collect(),
            may_stay_down: false,
            transactions_time_out: false,
            order_matters: false,
            until: false,
            ..Mix::everything()
        }
    }

    /// Everything that can be written down, up to the limits. For the reader only.
    pub(crate) fn wild() -> Mix {
        // A short period in a very long run would tick too often.
        let rarely = Offsets::CommitEvery { ms: 1_000_000_000 };
        let plain = Offsets::WORDS.iter().map(|(_, offsets)| *offsets);
        Mix { wild: true, offsets: plain.chain([rarely]).collect(), ..Mix::everything() }
    }
}

/// A number to pick with: small differences in it shrink towards the first choice.
type Pick = u64;

/// One of several, the first when the pick is 0.
fn pick<T: Clone>(choices: &[T], pick: Pick) -> T {
    choices[(pick % choices.len() as u64) as usize].clone()
}

/// Mostly small numbers, 0 often; picks shrink towards the first choice and the smallest number.
fn picks(count: usize) -> impl Strategy<Value = Vec<Pick>> {
    vec(prop_oneof![1 => Just(0u64), 3 => 0u64..1000], count)
}

/// Reads off picks one after the other; 0 when there are none left.
pub(crate) struct Picks<'d> {
    rest: std::slice::Iter<'d, Pick>,
    wild: bool,
}

impl<'d> Picks<'d> {
    fn of(picks: &'d [Pick], mix: &Mix) -> Picks<'d> {
        Picks { rest: picks.iter(), wild: mix.wild }
    }

    fn next(&mut self) -> Pick {
        self.rest.next().copied().unwrap_or(0)
    }

    fn one<T: Clone>(&mut self, choices: &[T]) -> T {
        pick(choices, self.next())
    }

    /// Yes with this chance.
    fn chance(&mut self, percent: u64) -> bool {
        // The smallest picks say no, so that what is special shrinks away.
        self.next() % 100 >= 100 - percent
    }

    /// From `low` to `high`; with a wild mix up to `limit` now and then.
    fn number(&mut self, low: u64, high: u64, limit: u64) -> u64 {
        let drawn = self.next();
        if self.wild && drawn % 7 == 6 {
            return limit - drawn / 7;
        }
        low + drawn % (high - low + 1)
    }
}

/// Picks for one of each: a source, a partition, an operator, a sink, a fault.
const PICKS_EACH: usize = 12;

/// Random scenarios of this mix.
pub(crate) fn scenarios(mix: &Mix) -> impl Strategy<Value = Scenario> + use<> {
    let mix = mix.clone();
    let some = |at_most: usize, at_least: usize| vec(picks(PICKS_EACH), at_least..=at_most);
    let partitions = vec(some(mix.partitions_max, 1), 1..=mix.sources_max);
    let records = vec(picks(4), 0..=mix.records_max);
    let logs = vec(records, mix.sources_max * mix.partitions_max);
    (
        (partitions, logs),
        some(mix.sources_max, mix.sources_max),
        some(mix.operators_max, 0),
        some(mix.sinks_max, 1),
        some(mix.faults_max, 0),
        (picks(40), "\\PC{0,20}", any::<u64>()),
    )
        .prop_map(move |(logs, sources, operators, sinks, faults, (settings, words, seed))| {
            let sources = logs::sources(&mix, &sources, &logs.0, &logs.1);
            let (operators, sinks) = graph::nodes(&mix, &sources, &operators, &sinks);
            let mut scenario = settings::around(&mix, sources, operators, sinks, &settings);
            scenario.faults = faults::faults(&mix, &scenario, &faults);
            if mix.wild {
                (scenario.title, scenario.note, scenario.seed) = (words.clone(), words, seed);
            }
            scenario
        })
}

/// The mix is what properties of the engine rest on, so its proportions are a test themselves.
#[test]
fn random_scenarios_are_as_varied_as_the_properties_need() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;

    const COUNT: usize = 1000;
    let mut runner = TestRunner::deterministic();
    let strategy = scenarios(&Mix::exactly_once_state());
    let drawn: Vec<Scenario> =
        (0..COUNT).map(|_| strategy.new_tree(&mut runner).expect("nothing is filtered").current()).collect();
    let share = |what: &str, percent: usize, holds: &dyn Fn(&Scenario) -> bool| {
        let found = drawn.iter().filter(|scenario| holds(scenario)).count();
        assert!(found * 100 >= percent * COUNT, "{what}: {found} of {COUNT}");
    };
    let crashes = |s: &Scenario| s.faults.iter().any(|f| matches!(f.action, Do::Crash(_)));
    share("a node with several inputs", 50, &|s| {
        s.operators.iter().map(|o| &o.inputs).chain(s.sinks.iter().map(|s| &s.inputs)).any(|inputs| inputs.len() > 1)
    });
    share("a stateful operator with several inputs", 30, &|s| {
        s.operators.iter().any(|o| o.kind.is_stateful() && o.inputs.len() > 1)
    });
    share("a join", 10, &|s| s.operators.iter().any(|o| o.kind == OperatorKind::Join));
    share("parallel operators", 30, &|s| s.operators.iter().any(|o| o.parallelism > 1));
    share("a crash", 50, &crashes);
    share("a crash tied to a checkpoint", 15, &|s| {
        s.faults.iter().any(|f| matches!(f.action, Do::Crash(_)) && matches!(f.when, When::Checkpoint { .. }))
    });
    share("periodic checkpoints", 50, &|s| s.checkpointing.as_ref().is_some_and(|c| c.every_ms.is_some()));
    share("unaligned checkpoints", 30, &|s| s.checkpointing.as_ref().is_some_and(|c| c.unaligned));
}

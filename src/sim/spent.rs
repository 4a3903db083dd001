//! What a run has cost so far, counted and not timed: the same on every machine.
//!
//! A small scenario can ask for a great deal: a restart repeats what was read, and a join multiplies what is repeated. Whoever
//! runs a scenario to its end holds these numbers against a limit, see `check::Limits`.

use super::world::World;
use crate::ids::CheckpointId;

/// What a run has cost so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// What a watched run holds, in effects: records that took effect in state, records that a join put out, and writes, and
    /// what weighs as much (some 350 bytes each, with what the judge keeps of it).
    pub effects: u64,
    /// Lines of the report about checkpoints and restarts: one for each, and for a checkpoint one more for each task.
    pub lines: u64,
    /// What was looked at, copied and done; a unit takes about half a nanosecond.
    pub effort: u64,
}

/// Effort of a step beside what the clock looks at for it.
const OF_STEP: u64 = 100;
/// Effort of looking at a task, a channel or a timer.
pub(super) const OF_LOOK: u64 = 4;
/// Effort of looking at what waits in a channel.
pub(crate) const OF_QUEUED: u64 = 8;
/// Effort of an effect: it is said, watched and judged.
const OF_EFFECT: u64 = 200;
/// Effort of a record in flight that becomes part of a checkpoint.
const OF_STORED: u64 = 300;
/// Effort of copying an entry of state.
const OF_ENTRY: u64 = 40;
/// State entries whose copying takes as long as putting a record back into its channel.
pub(super) const RECORD_ENTRIES: u64 = OF_EFFECT / OF_ENTRY;
/// Effort of making a task or a channel anew.
const OF_PART: u64 = 10;
/// Copied state entries that weigh as much as an effect.
const ENTRIES_EACH: u64 = 2;
/// Channels of one open checkpoint that weigh as much as an effect.
const CHANNELS_EACH: u64 = 8;
/// What the line of a checkpoint or a restart weighs, in effects, and how many offsets in it weigh one more.
const LINE: u64 = 4;
const OFFSETS_EACH: u64 = 8;

/// The running account.
#[derive(Clone, Debug, Default)]
pub(super) struct Account {
    spent: Spent,
    /// What the snapshots weigh that are kept or being taken, by checkpoint, and together.
    saved: Vec<(CheckpointId, u64)>,
    saved_total: u64,
}

impl Account {
    #[inline]
    pub(super) fn step(&mut self, looked_at: u64) {
        self.spent.effort += OF_STEP + looked_at;
    }

    #[inline]
    pub(super) fn effects(&mut self, effects: u64, looked_at: u64) {
        self.spent.effects += effects;
        self.spent.effort += effects * OF_EFFECT + looked_at;
    }

    /// A snapshot with so many entries has been taken.
    pub(super) fn save(&mut self, checkpoint: CheckpointId, entries: u64) {
        self.spent.effort += entries * OF_ENTRY;
        let weight = 1 + entries / ENTRIES_EACH;
        self.saved_total += weight;
        match self.saved.iter_mut().rev().find(|(id, _)| *id == checkpoint) {
            Some((_, all)) => *all += weight,
            None => self.saved.push((checkpoint, weight)),
        }
    }

    /// A record in flight has become part of a checkpoint.
    pub(super) fn store(&mut self, checkpoint: CheckpointId) {
        self.spent.effort += OF_STORED;
        self.save(checkpoint, 0);
    }

    /// The snapshots of a checkpoint are gone, or of all before it.
    pub(super) fn drop_saved(&mut self, mut gone: impl FnMut(CheckpointId) -> bool) {
        let total = &mut self.saved_total;
        self.saved.retain(|(id, weight)| {
            let gone = gone(*id);
            *total -= if gone { *weight } else { 0 };
            !gone
        });
    }

    /// A job has been built with so many tasks and channels, and state entries.
    pub(super) fn build(&mut self, parts: u64, entries: u64) {
        self.spent.effort += parts * OF_PART + entries * OF_ENTRY;
    }

    /// The lines of a checkpoint or restart: what it says of so many tasks, and of so many offsets.
    pub(super) fn line(&mut self, tasks: u64, offsets: u64) {
        self.spent.lines += 1 + tasks;
        self.spent.effects += LINE + offsets / OFFSETS_EACH;
    }
}

impl World {
    /// What the run has cost so far.
    pub fn spent(&self) -> Spent {
        let open = self.job.as_ref().map_or(0, |j| j.pending.len() as u64);
        let of_open = open * self.plan.channels.len() as u64 / CHANNELS_EACH;
        Spent { effects: self.account.spent.effects + self.account.saved_total + of_open, ..self.account.spent }
    }

    /// Partitions of all sources: offsets in a line about a checkpoint.
    pub(super) fn partitions(&self) -> u64 {
        self.durable.logs.iter().map(|l| l.len() as u64).sum()
    }

    /// What the clock has looked at when more than records moved: everything, some times over, and every timer.
    pub(super) fn looked_at_all(&self) -> u64 {
        let Some(job) = &self.job else { return 0 };
        let timers = job.uploads.len() + job.pending.len() + job.notices.len() + job.commits.len();
        let config = self.plan.scenario.checkpointing.as_ref();
        let unaligns = config.is_some_and(|c| c.unaligned && c.aligned_timeout_ms > 0);
        // Who waits for a timeout looks for its barrier in every queue.
        let queued = || job.channels.iter().map(|c| c.queue().len() as u64).sum::<u64>();
        let waiting = if unaligns { job.pending.len() as u64 } else { 0 };
        let queues = if waiting > 0 { OF_QUEUED * waiting * (queued() + job.channels.len() as u64) } else { 0 };
        OF_LOOK * (4 * (job.tasks.len() + job.channels.len()) + timers) as u64
            + job.channels.iter().map(crate::channel::Channel::searched).sum::<u64>()
            + queues
    }
}

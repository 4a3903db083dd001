//! Is the cut of every completed checkpoint consistent? From the events alone (semantics TH-4, TH-6).
//!
//! Per channel, records are numbered as they are sent and as they are taken. At its snapshot a task fixes, for each
//! outgoing channel, how many it had sent, and for each incoming one, how many it had taken. A cut is consistent when no
//! channel has more taken than sent, and what is sent and not taken is exactly what the checkpoint stores.

use std::collections::VecDeque;

use crate::event::{Event, RecordRef};
use crate::graph::Plan;
use crate::hash::Map;
use crate::ids::{ChannelId, CheckpointId, EventId};

/// A channel across which a checkpoint's cut is not consistent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("checkpoint {checkpoint}, channel {channel}: {sent} sent, {taken} taken, {stored} stored")]
pub struct CutViolation {
    /// The checkpoint.
    pub checkpoint: CheckpointId,
    /// The channel.
    pub channel: ChannelId,
    /// Records sent before the sender's snapshot.
    pub sent: u64,
    /// Records taken before the receiver's snapshot.
    pub taken: u64,
    /// Records that the checkpoint stores of this channel.
    pub stored: u64,
}

#[derive(Clone, Debug, Default)]
struct Flow {
    sent: u64,
    taken: u64,
    /// Sent and not taken.
    under_way: VecDeque<RecordRef>,
}

#[derive(Clone, Debug, Default)]
struct Cut {
    checkpoint: CheckpointId,
    /// By channel.
    sent: Vec<Option<u64>>,
    taken: Vec<Option<u64>>,
    /// What the checkpoint stores, by channel; of most channels nothing.
    stored: Map<ChannelId, Vec<EventId>>,
    /// Records sent before the sender's snapshot and taken after the receiver's, in order.
    between: Map<ChannelId, Vec<EventId>>,
}

/// Checks the cut of each checkpoint when it completes.
#[derive(Clone, Debug)]
pub struct CutCheck {
    flows: Vec<Flow>,
    open: Vec<Cut>,
    /// Checkpoints whose cut was found consistent.
    pub consistent: Vec<CheckpointId>,
    /// Channels across which a cut was not.
    pub violations: Vec<CutViolation>,
}

impl CutCheck {
    pub(crate) fn new(plan: &Plan) -> CutCheck {
        CutCheck {
            flows: vec![Flow::default(); plan.channels.len()],
            open: Vec::new(),
            consistent: Vec::new(),
            violations: Vec::new(),
        }
    }

    pub(crate) fn observe(&mut self, plan: &Plan, event: &Event) {
        match event {
            Event::Sent { channel, record, .. } | Event::RestoredInFlight { channel, record } => {
                let flow = &mut self.flows[channel.index()];
                flow.sent += 1;
                flow.under_way.push_back(record.clone());
                // The receiver has taken its snapshot and the sender has not: this one is sent inside the cut.
                for cut in &mut self.open {
                    if cut.taken[channel.index()].is_some() && cut.sent[channel.index()].is_none() {
                        cut.between.entry(*channel).or_default().push(record.id.clone());
                    }
                }
            }
            Event::Taken { channel, .. } => {
                let flow = &mut self.flows[channel.index()];
                flow.taken += 1;
                flow.under_way.pop_front();
            }
            Event::Triggered { checkpoint } => self.open.push(Cut {
                checkpoint: *checkpoint,
                sent: vec![None; plan.channels.len()],
                taken: vec![None; plan.channels.len()],
                stored: Map::default(),
                between: Map::default(),
            }),
            Event::Snapshotted { task, checkpoint, .. } => {
                let Some(cut) = self.open.iter_mut().find(|c| c.checkpoint == *checkpoint) else {
                    return;
                };
                let task = &plan.tasks[task.index()];
                for channel in &task.outputs {
                    cut.sent[channel.index()] = Some(self.flows[channel.index()].sent);
                }
                for channel in &task.inputs {
                    let flow = &self.flows[channel.index()];
                    cut.taken[channel.index()] = Some(flow.taken);
                    // Only what was sent before the sender's snapshot is inside; if that is still to come, all so far.
                    let inside = cut.sent[channel.index()].unwrap_or(flow.sent).saturating_sub(flow.taken);
                    let ids = flow.under_way.iter().take(inside as usize).map(|r| r.id.clone());
                    if inside > 0 {
                        cut.between.entry(*channel).or_default().extend(ids);
                    }
                }
            }
            Event::Stored { channel, checkpoint, record } => {
                if let Some(cut) = self.open.iter_mut().find(|c| c.checkpoint == *checkpoint) {
                    cut.stored.entry(*channel).or_default().push(record.id.clone());
                }
            }
            Event::Completed { checkpoint } => self.judge(*checkpoint),
            Event::CheckpointFailed { checkpoint, .. } => self.open.retain(|c| c.checkpoint != *checkpoint),
            Event::Crashed { region, .. } => {
                for (flow, link) in self.flows.iter_mut().zip(&plan.channels) {
                    if region.as_ref().is_none_or(|r| r.contains(&link.to)) {
                        *flow = Flow::default();
                    }
                }
            }
            _ => {}
        }
    }

    /// Whether a complete checkpoint's cut is consistent; none: it is not complete.
    pub fn result(&self, checkpoint: CheckpointId) -> Option<bool> {
        match self.consistent.binary_search(&checkpoint) {
            Ok(_) => Some(true),
            Err(_) => self.violations.iter().any(|v| v.checkpoint == checkpoint).then_some(false),
        }
    }

    fn judge(&mut self, checkpoint: CheckpointId) {
        let Some(at) = self.open.iter().position(|c| c.checkpoint == checkpoint) else {
            return;
        };
        let cut = self.open.remove(at);
        let before = self.violations.len();
        for (i, (sent, taken)) in cut.sent.iter().zip(&cut.taken).enumerate() {
            let (sent, taken) = (sent.unwrap_or(0), taken.unwrap_or(0));
            let channel = ChannelId(i as u32);
            let stored = cut.stored.get(&channel).map_or(&[][..], |s| s);
            if taken > sent || stored != cut.between.get(&channel).map_or(&[][..], |b| b) {
                let stored = stored.len() as u64;
                self.violations.push(CutViolation { checkpoint, channel, sent, taken, stored });
            }
        }
        if self.violations.len() == before {
            self.consistent.push(checkpoint);
        }
    }
}

//! When a checkpoint is triggered (semantics CC-1 to CC-4) and when failures fail the job (CC-17, CC-18).

use crate::scenario::Checkpointing;
use crate::time::SimTime;

/// Missed ticks that wait at most (semantics CC-3).
pub const QUEUED_MAX: u32 = 1000;

/// The coordinator's clock and counters. It is part of the job manager: a failure of tasks does not end it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Coordinator {
    /// The next tick of the timer; none without a period.
    pub next_tick: Option<SimTime>,
    /// Periodic requests that wait for a slot.
    pub queued_ticks: u32,
    /// Requests by offset or by hand that wait for a slot.
    pub queued_requests: u32,
    /// When a checkpoint was last completed; failures do not count (CC-4).
    pub last_completed: Option<SimTime>,
    /// Consecutive failures that count (CC-18).
    pub failures: u32,
    /// The final checkpoint of this attempt has been triggered.
    pub final_triggered: bool,
}

/// What a request to trigger leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TickDecision {
    /// Trigger now.
    Trigger,
    /// All slots are taken: wait for one.
    Wait,
    /// Too soon after the last completion: the timer goes on from here instead.
    Postpone(SimTime),
}

impl Coordinator {
    /// The coordinator of a job that starts at 0.
    ///
    /// Simplification: the first tick is after one period; the real one draws a random delay (CC-1).
    pub fn new(config: Option<&Checkpointing>) -> Coordinator {
        let next_tick = config.and_then(|c| Some(SimTime(Coordinator::period(c)?)));
        Coordinator { next_tick, ..Coordinator::default() }
    }

    /// The effective period: never shorter than the pause (CC-2).
    pub fn period(config: &Checkpointing) -> Option<u64> {
        config.every_ms.map(|every| every.max(config.min_pause_ms).max(1))
    }

    /// The timer ticks: the next tick is the first one after now. Those in between, while tasks did not run or time was
    /// jumped over, are lost (CC-6).
    pub fn tick(&mut self, config: &Checkpointing, now: SimTime) {
        if let Some(period) = Coordinator::period(config)
            && let Some(tick) = &mut self.next_tick
            && *tick <= now
        {
            *tick = *tick + ((now - *tick) / period + 1) * period;
        }
    }

    /// What a periodic request leads to, with `pending` checkpoints in progress.
    pub fn decide_tick(&self, config: &Checkpointing, pending: usize, now: SimTime) -> TickDecision {
        if pending >= config.max_concurrent as usize {
            return TickDecision::Wait;
        }
        match self.last_completed.map(|at| at + config.min_pause_ms) {
            Some(earliest) if earliest > now => TickDecision::Postpone(earliest),
            _ => TickDecision::Trigger,
        }
    }

    /// When there is something to do next, if the job runs: a tick, or a waiting request for which a slot is free.
    pub fn due(&self, config: &Checkpointing, pending: usize, now: SimTime) -> Option<SimTime> {
        let waiting = self.queued_ticks + self.queued_requests > 0;
        if waiting && pending < config.max_concurrent as usize {
            return Some(now);
        }
        self.next_tick
    }

    /// A failure that counts. True: more in a row than tolerable; the count starts over (CC-18).
    pub fn count_failure(&mut self, config: &Checkpointing) -> bool {
        self.failures += 1;
        let too_many = self.failures > config.tolerable_failures;
        if too_many {
            self.failures = 0;
        }
        too_many
    }

    /// A checkpoint was completed.
    pub fn count_completion(&mut self, now: SimTime) {
        self.failures = 0;
        self.last_completed = Some(now);
    }

    /// Tasks failed: what waits is dropped (CC-21).
    pub fn drop_waiting(&mut self) {
        self.queued_ticks = 0;
        self.queued_requests = 0;
        self.final_triggered = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Mode;

    fn config(every: u64, pause: u64) -> Checkpointing {
        Checkpointing {
            every_ms: Some(every),
            at: Vec::new(),
            mode: Mode::ExactlyOnce,
            unaligned: false,
            aligned_timeout_ms: 0,
            timeout_ms: 600_000,
            min_pause_ms: pause,
            max_concurrent: 1,
            tolerable_failures: 0,
            sync_ms: 0,
            incremental: false,
            retained: 1,
            final_checkpoint: true,
        }
    }

    #[test]
    fn cc_2_the_period_is_never_shorter_than_the_pause() {
        assert_eq!(Coordinator::period(&config(5_000, 20_000)), Some(20_000));
    }

    #[test]
    fn cc_6_ticks_that_were_jumped_over_are_lost() {
        let mut c = Coordinator::new(Some(&config(10_000, 0)));
        for (now, next) in [(9_999, 10_000), (10_000, 20_000), (95_000, 100_000), (100_000, 110_000)] {
            c.tick(&config(10_000, 0), SimTime(now));
            assert_eq!(c.next_tick, Some(SimTime(next)), "at {now}");
        }
    }

    #[test]
    fn cc_3_a_tick_with_all_slots_taken_waits() {
        let c = Coordinator::new(Some(&config(10_000, 0)));
        assert_eq!(c.decide_tick(&config(10_000, 0), 1, SimTime(20_000)), TickDecision::Wait);
    }

    #[test]
    fn cc_4_the_pause_counts_from_the_last_completion() {
        let mut c = Coordinator::new(Some(&config(10_000, 5_000)));
        c.count_completion(SimTime(25_000));
        let decide = |c: &Coordinator, at| c.decide_tick(&config(10_000, 5_000), 0, SimTime(at));
        assert_eq!(decide(&c, 25_000), TickDecision::Postpone(SimTime(30_000)));
        assert_eq!(decide(&c, 30_000), TickDecision::Trigger);
        // Had it expired instead, nothing would stand against the next tick.
        assert_eq!(decide(&Coordinator::new(None), 20_000), TickDecision::Trigger);
    }

    #[test]
    fn cc_18_consecutive_failures_beyond_the_tolerable_number_fail_the_job() {
        let config = Checkpointing { tolerable_failures: 2, ..config(10_000, 0) };
        let mut c = Coordinator::new(Some(&config));
        assert!(!c.count_failure(&config) && !c.count_failure(&config));
        c.count_completion(SimTime(1));
        assert_eq!([(); 3].map(|()| c.count_failure(&config)), [false, false, true]);
    }
}

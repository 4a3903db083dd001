//! What holds when a scenario does not say: the engine's defaults (semantics section 14), and
//! ours where that is more useful to a learner.

use super::schema::{
    Channels, Checkpointing, Mode, Restart, RestartStrategy, Ttl, TtlCleanup, TtlUpdate, TtlVisibility,
};

/// Bytes of one record.
pub const RECORD_BYTES: u64 = 100;
/// Bytes of one state entry.
pub const ENTRY_BYTES: u64 = 32;
/// The broker's maximum, so that only a scenario about it meets it. KafkaSink asks for an hour,
/// which a broker with its defaults refuses.
pub const TRANSACTION_TIMEOUT_MS: u64 = 900_000;
/// First delay of the exponential strategy.
pub const EXPONENTIAL_INITIAL_MS: u64 = 1000;
/// Largest delay of the exponential strategy.
pub const EXPONENTIAL_MAX_MS: u64 = 60_000;
/// Growth of the exponential strategy, in percent.
pub const EXPONENTIAL_MULTIPLIER_PERCENT: u64 = 150;
/// Time without a failure after which the exponential strategy starts over.
pub const EXPONENTIAL_RESET_MS: u64 = 3_600_000;
/// Failures that the failure-rate strategy allows in its window.
pub const FAILURE_RATE_MAX: u32 = 1;
/// Window of the failure-rate strategy.
pub const FAILURE_RATE_INTERVAL_MS: u64 = 60_000;

impl Default for Channels {
    fn default() -> Channels {
        Channels { capacity: 10, latency_ms: 0, edges: Vec::new() }
    }
}

impl Default for Restart {
    /// Fixed delay without limit, also without checkpointing: a learner wants to see what comes
    /// back. Flink restarts with exponential delay, and not at all without checkpointing (RS-1).
    fn default() -> Restart {
        Restart { strategy: RestartStrategy::FixedDelay, delay_ms: 1000, attempts: None }
    }
}

impl Default for Checkpointing {
    /// Flink's, but without a period, and with a last checkpoint at the end of the input.
    fn default() -> Checkpointing {
        Checkpointing {
            every_ms: None,
            at: Vec::new(),
            mode: Mode::ExactlyOnce,
            unaligned: false,
            aligned_timeout_ms: 0,
            timeout_ms: 600_000,
            min_pause_ms: 0,
            max_concurrent: 1,
            tolerable_failures: 0,
            sync_ms: 0,
            incremental: false,
            retained: 1,
            final_checkpoint: true,
        }
    }
}

impl Ttl {
    /// A TTL of this length that is otherwise as by default.
    pub const fn of_ms(ms: u64) -> Ttl {
        Ttl {
            ms,
            update: TtlUpdate::CreateAndWrite,
            visibility: TtlVisibility::NeverReturnExpired,
            cleanup: TtlCleanup::OnAccess,
        }
    }
}

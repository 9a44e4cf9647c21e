//! `events.jsonl`: what happened around the trials, in order.

use super::{Id, Utc};
use crate::units::Nanos;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// An engine was started and answered its health check.
    EngineStart {
        /// Wall-clock time.
        utc: Utc,
        /// Arm id.
        arm: Id,
        /// Time from start to healthy.
        healthy_after_ns: Nanos,
    },
    /// An engine did not start.
    StartFailed {
        /// Wall-clock time.
        utc: Utc,
        /// Arm id.
        arm: Id,
        /// What was seen.
        reason: String,
    },
    /// An engine was stopped or ended by itself.
    EngineExit {
        /// Wall-clock time.
        utc: Utc,
        /// Arm id.
        arm: Id,
        /// Exit status or signal, and who asked for it.
        reason: String,
    },
    /// A calibration against the scripted server.
    Calibration {
        /// Wall-clock time.
        utc: Utc,
        /// Before or after the run.
        phase: Phase,
        /// Stamp error.
        stamp_error_ns: ErrorSummary,
        /// Schedule error.
        schedule_error_ns: ScheduleError,
    },
    /// A warm-up trial was run.
    Warmup {
        /// Wall-clock time.
        utc: Utc,
        /// Arm id.
        arm: Id,
        /// Trial id of the warm-up.
        trial: Id,
    },
    /// The run was interrupted.
    Interrupted {
        /// Wall-clock time.
        utc: Utc,
        /// By what.
        reason: String,
    },
    /// The run went on.
    Resumed {
        /// Wall-clock time.
        utc: Utc,
        /// Host alias.
        host: Id,
    },
    /// The run was given up.
    Aborted {
        /// Wall-clock time.
        utc: Utc,
        /// Why.
        reason: String,
    },
}

/// Before or after the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Before the first trial.
    Before,
    /// After the last trial.
    After,
}

/// Distribution of the stamp error.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ErrorSummary {
    /// Median.
    pub p50: Nanos,
    /// 99th percentile.
    pub p99: Nanos,
    /// Largest.
    pub max: Nanos,
    /// Marks compared.
    pub n: u64,
}

/// Distribution of the schedule error.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScheduleError {
    /// 99th percentile.
    pub p99: Nanos,
}

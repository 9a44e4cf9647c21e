//! Two arms at one prompt length, metric by metric.

use super::caution::Caution;
use super::condition::{Condition, Unit};
use crate::record::transcription::{PublishedMetric, TranscribedArm, Transcription};
use crate::record::{Bilingual, Id};
use crate::stats::StatsError;
use crate::stats::speed::{self, Contrast};
use crate::units::Tokens;
use serde::Serialize;

/// Two arms at one prompt length.
#[derive(Debug, Serialize)]
pub struct Comparison {
    /// Arm that the other is compared with.
    pub baseline: Id,
    /// The other arm.
    pub arm: Id,
    /// Prompt tokens of both.
    pub prompt_tokens: Tokens,
    /// What the two arms are to each other.
    pub systems: SystemsCompared,
    /// Every metric that both have.
    pub metrics: Vec<MetricComparison>,
    /// What to know beside the figures.
    pub cautions: Vec<Caution>,
}

/// What two compared arms are to each other: it decides whether an effect may be named.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SystemsCompared {
    /// Same host and engine; speculation is off in one and on in the other.
    SpeculationOnly,
    /// Something else differs too: a comparison of configurations.
    Configurations {
        /// What the publication says differs.
        differs: Vec<Bilingual>,
    },
}

/// One metric of two arms.
#[derive(Debug, Serialize)]
pub struct MetricComparison {
    /// Metric.
    pub metric: PublishedMetric,
    /// Unit of medians and difference.
    pub unit: Unit,
    /// Median of the arm − median of the baseline.
    pub difference: f64,
    /// Both summaries, ratio and percent change of medians, range of pairwise ratios.
    pub contrast: Contrast,
    /// Whether the two sets of trials do not overlap, either way.
    pub apart: bool,
}

impl Comparison {
    pub(super) fn of(
        baseline: &Condition,
        arm: &Condition,
        systems: SystemsCompared,
        order_known: bool,
    ) -> Result<Self, StatsError> {
        let mut metrics = Vec::new();
        for left in &baseline.estimates {
            let Some(right) = arm.estimate(left.metric) else { continue };
            let contrast = speed::contrast(&left.trials, &right.trials)?;
            let (off, on) = (&contrast.baseline, &contrast.arm);
            metrics.push(MetricComparison {
                metric: left.metric,
                unit: left.unit,
                difference: on.median - off.median,
                apart: off.max < on.min || on.max < off.min,
                contrast,
            });
        }
        let order =
            if order_known { Caution::SequentialBlocks } else { Caution::OrderNotPublished };
        let fewest = baseline.trials.len().min(arm.trials.len());
        Ok(Self {
            baseline: baseline.arm.clone(),
            arm: arm.arm.clone(),
            prompt_tokens: baseline.prompt_tokens,
            systems,
            metrics,
            cautions: vec![Caution::FewTrials { n: fewest }, order],
        })
    }

    /// The comparison of one metric, if both arms have it.
    #[must_use]
    pub fn metric(&self, metric: PublishedMetric) -> Option<&MetricComparison> {
        self.metrics.iter().find(|compared| compared.metric == metric)
    }
}

/// What two arms of a transcription are to each other.
pub(super) fn systems(
    transcription: &Transcription,
    baseline: &TranscribedArm,
    arm: &TranscribedArm,
) -> SystemsCompared {
    if baseline.host == arm.host && baseline.engine == arm.engine {
        return SystemsCompared::SpeculationOnly;
    }
    let concerns = |left: &Id, right: &Id| {
        let pair = |a: &Id, b: &Id| (a, b) == (left, right) || (b, a) == (left, right);
        pair(&baseline.host, &arm.host) || pair(&baseline.engine, &arm.engine)
    };
    let differs = transcription
        .differences
        .iter()
        .filter(|difference| concerns(&difference.left, &difference.right))
        .flat_map(|difference| difference.facts.iter().cloned())
        .collect();
    SystemsCompared::Configurations { differs }
}

//! Labels of enums: one field for every variant, matched exhaustively.

use super::fill;
use crate::record::review::Severity;
use crate::record::transcription::{ConditionKey, FactKey, PublishedMetric};
use crate::record::trial::TerminationClass;
use crate::record::{BundleKind, Evidence};
use crate::report::{Caution, DifferingFact, Unit};
use crate::site::number::whole;
use crate::stats::metric::{Metric, NoValue};
use serde::Deserialize;

macro_rules! labels {
    ($(#[$doc:meta])* $name:ident of $key:ident { $($variant:ident: $field:ident),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name { $($field: String),* }

        impl $name {
            /// The label of a variant.
            #[must_use]
            pub fn of(&self, key: $key) -> &str {
                match key { $($key::$variant => &self.$field),* }
            }
        }
    };
}

labels!(
    /// Kinds of bundle.
    Kinds of BundleKind {
        Plan: plan, Run: run, Probe: probe, Transcription: transcription, Review: review, Erratum: erratum,
    }
);
labels!(
    /// Evidence levels.
    Evidences of Evidence { Measured: measured, Transcribed: transcribed, Synthetic: synthetic }
);
labels!(
    /// Published metrics.
    Metrics of PublishedMetric {
        NativeRate: native_rate, InterTokenRate: inter_token_rate, PrefillTime: prefill_time,
        PrefillRate: prefill_rate, TimeToFirstGeneratedToken: time_to_first_generated_token,
        TimeToFirstVisibleText: time_to_first_visible_text, TimeToFirstAnswerText: time_to_first_answer_text,
        EndToEnd: end_to_end, GenerationTime: generation_time, DraftAcceptance: draft_acceptance,
    }
);
labels!(
    /// Units.
    Units of Unit { TokensPerSecond: tokens_per_second, Seconds: seconds, Share: share }
);
labels!(
    /// Facts of a published study.
    FactKeys of FactKey {
        Gpu: gpu, GpuCount: gpu_count, Interconnect: interconnect, PowerLimit: power_limit,
        Environment: environment, Transport: transport, MemoryGate: memory_gate, Build: build, Version: version,
        Torch: torch, Python: python, Interface: interface, Split: split, Embedding: embedding, Drafting: drafting,
        ContainerImage: container_image, Compiler: compiler, Quantisation: quantisation,
        ModelRevision: model_revision, ModelShards: model_shards, MaxContext: max_context, OutputCap: output_cap,
        ContextCapacity: context_capacity, Concurrency: concurrency, Temperature: temperature, TopP: top_p,
        TopK: top_k, MaxDraft: max_draft, PrefixCacheReuse: prefix_cache_reuse, CpuOffload: cpu_offload, Note: note,
    }
);
labels!(
    /// Parts of a published condition.
    ConditionKeys of ConditionKey {
        Gpu: gpu, Device: device, Engine: engine, Mtp: mtp, Input: input, Cap: cap, Capacity: capacity,
        Domain: domain, Margin: margin, Alpha: alpha, Replicates: replicates, Strata: strata,
    }
);
labels!(
    /// Weights of findings.
    Severities of Severity { Value: value, Definition: definition, Unsupported: unsupported, Good: good }
);
labels!(
    /// Termination classes.
    Terminations of TerminationClass {
        Stop: stop, Length: length, Truncated: truncated, InBandError: in_band_error, HttpError: http_error,
        Timeout: timeout, Cancelled: cancelled, ZeroOutput: zero_output, EngineExit: engine_exit,
    }
);
labels!(
    /// Metrics that marks give.
    MarkMetrics of Metric {
        DecodeRate: decode_rate, TimeToFirstGeneratedToken: time_to_first_generated_token,
        TimeToFirstVisibleText: time_to_first_visible_text, TimeToFirstAnswerText: time_to_first_answer_text,
        RequestLatency: request_latency, StreamEnd: stream_end, DraftAcceptance: draft_acceptance,
    }
);
labels!(
    /// Why a trial has no value.
    NoValues of NoValue {
        Failed: failed, NoToken: no_token, OneMark: one_mark, FirstMarkUnknown: first_mark_unknown,
        CountsDiffer: counts_differ, CountUnknown: count_unknown, NoText: no_text, NotReported: not_reported,
        NothingDrafted: nothing_drafted,
    }
);
labels!(
    /// Facts in which two arms may differ.
    DifferingFacts of DifferingFact {
        Engine: engine, EngineVersion: engine_version, Model: model, Speculation: speculation,
        ContextCapacity: context_capacity, Placement: placement, Interface: interface, Attached: attached,
        Command: command, TimeOfRunning: time_of_running,
    }
);

/// Cautions; the places in the texts are filled from the caution.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cautions {
    few_trials: String,
    list_separator: String,
    of_arm: String,
    first_trial_slowest: String,
    capped: String,
    output_lengths_differ: String,
    rounded_source: String,
    inferred_values: String,
    sequential_blocks: String,
    order_not_published: String,
}

impl Cautions {
    /// A caution about one arm of a comparison.
    #[must_use]
    pub fn of_arm(&self, arm: &str, caution: &str) -> String {
        fill(&self.of_arm, &[("arm", arm), ("caution", caution)])
    }

    /// The sentence of a caution.
    #[must_use]
    pub fn of(&self, caution: &Caution, metrics: &Metrics) -> String {
        let count = |n: usize| whole(n as u64);
        match caution {
            Caution::FewTrials { n } => fill(&self.few_trials, &[("n", &count(*n))]),
            Caution::FirstTrialSlowest { metrics: slow } => {
                let names: Vec<_> = slow.iter().map(|metric| metrics.of(*metric)).collect();
                fill(&self.first_trial_slowest, &[("metrics", &names.join(&self.list_separator))])
            }
            Caution::Capped { capped, known } => {
                fill(&self.capped, &[("capped", &count(*capped)), ("known", &count(*known))])
            }
            Caution::OutputLengthsDiffer { fewest, most } => fill(
                &self.output_lengths_differ,
                &[("fewest", &whole(*fewest)), ("most", &whole(*most))],
            ),
            Caution::RoundedSource { places } => {
                fill(&self.rounded_source, &[("places", &whole(*places))])
            }
            Caution::InferredValues => self.inferred_values.clone(),
            Caution::SequentialBlocks => self.sequential_blocks.clone(),
            Caution::OrderNotPublished => self.order_not_published.clone(),
        }
    }
}

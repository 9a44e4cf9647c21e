//! Published names and values → records, holding the two files against each other.

use super::Imported;
use super::meaning::{Meaning, Reasons};
use super::source::{FactsFile, ReviewedTrial, SourceMetric, SourceTrial, Switch, TrialsFile};
use super::{facts, published};
use crate::record::transcription::{
    ArmMemory, PublishedMetric, SourceFile, TranscribedArm, TranscribedSpeculation,
    TranscribedTrial, Transcription,
};
use crate::record::trial::TerminationClass;
use crate::record::{Decimal, Digest, FORMAT, Id, Stated};
use crate::units::Bytes;
use std::collections::BTreeMap;

const NOT_PUBLISHED: &str = "not published";
const MIB: u64 = 1 << 20;

pub(super) fn convert(
    source: &TrialsFile,
    facts: &FactsFile,
    meaning: &Meaning,
    imported_files: Vec<SourceFile>,
    reasons: &mut Reasons<'_>,
) -> Imported {
    for name in &source.sources {
        if !facts.sources.iter().any(|known| known.id == *name) {
            reasons.add(format!(
                "trials.json names the source {name:?}, which facts.json does not describe"
            ));
        }
    }
    let trials: Vec<_> = source
        .trials
        .iter()
        .enumerate()
        .map(|(index, trial)| transcribe(index, trial, facts, meaning, reasons))
        .collect();
    check_reviewed(source, facts, reasons);
    let transcription = Transcription {
        format: FORMAT,
        title: meaning.title.clone(),
        sources: facts::sources(facts, reasons),
        imported_files,
        model: facts::model_name(facts, reasons),
        engines: facts::engines(source, facts, meaning, reasons),
        hosts: facts::hosts(facts, meaning, reasons),
        arms: arms(source, reasons),
        request: facts::request(facts, reasons),
        fixed_between_arms: facts
            .fixed_between_arms
            .iter()
            .map(|text| reasons.text(text))
            .collect(),
        differences: facts::differences(facts, meaning, reasons),
        failures: facts::failures(facts, reasons),
        peak_memory: peak_memory(source, reasons),
        limits: facts.limits_of_the_study.iter().map(|text| reasons.text(text)).collect(),
        review: facts::review(source, facts, reasons),
        aggregates: published::aggregates(source, reasons),
        relations: published::relations(source, meaning, reasons),
        thresholds: published::thresholds(source, reasons),
        printed_aggregates: published::printed_aggregates(source, reasons),
        printed_relations: published::printed_relations(source, reasons),
        published: published::figures(source, facts, reasons),
    };
    Imported { slug: meaning.slug.clone(), transcription, trials }
}

/// `h100x2-exllamav3-mtp`.
pub(super) fn arm_id(gpu: &str, engine: &str, mtp: Switch, reasons: &mut Reasons<'_>) -> Id {
    let speculation = if mtp == Switch::On { "mtp" } else { "off" };
    reasons.id(&format!("{gpu}-{engine}-{speculation}"))
}

pub(super) const fn metric(source: SourceMetric) -> PublishedMetric {
    match source {
        SourceMetric::GenerationTpsNative => PublishedMetric::NativeRate,
        SourceMetric::GenerationTpsIntertoken => PublishedMetric::InterTokenRate,
        SourceMetric::InputSecondsNative => PublishedMetric::PrefillTime,
        SourceMetric::InputTpsNative => PublishedMetric::PrefillRate,
        SourceMetric::FirstGeneratedSeconds => PublishedMetric::TimeToFirstGeneratedToken,
        SourceMetric::FirstVisibleSeconds => PublishedMetric::TimeToFirstVisibleText,
        SourceMetric::FirstAnswerVisibleSeconds => PublishedMetric::TimeToFirstAnswerText,
        SourceMetric::EndToEndSeconds => PublishedMetric::EndToEnd,
        SourceMetric::DraftAcceptanceRatio => PublishedMetric::DraftAcceptance,
    }
}

fn arms(source: &TrialsFile, reasons: &mut Reasons<'_>) -> Vec<TranscribedArm> {
    let mut arms: Vec<TranscribedArm> = Vec::new();
    for trial in &source.trials {
        let id = arm_id(&trial.gpu, &trial.engine, trial.mtp, reasons);
        if arms.iter().any(|arm| arm.id == id) {
            continue;
        }
        let speculation = if trial.mtp == Switch::On {
            TranscribedSpeculation::Mtp
        } else {
            TranscribedSpeculation::Off
        };
        arms.push(TranscribedArm {
            id,
            host: reasons.id(&trial.gpu),
            engine: reasons.id(&trial.engine),
            speculation,
        });
    }
    arms
}

fn reviewed<'a>(trial: &SourceTrial, facts: &'a FactsFile) -> Option<&'a ReviewedTrial> {
    facts.trials.iter().find(|known| {
        known.gpu == trial.gpu
            && known.engine == trial.engine
            && known.mtp == trial.mtp
            && Some(&known.case) == trial.case.as_ref()
    })
}

fn transcribe(
    index: usize,
    trial: &SourceTrial,
    facts: &FactsFile,
    meaning: &Meaning,
    reasons: &mut Reasons<'_>,
) -> TranscribedTrial {
    let reviewed = reviewed(trial, facts);
    if let Some(known) = reviewed {
        let what =
            format!("trial {} of {} {} {:?}", known.case, trial.gpu, trial.engine, trial.mtp);
        reasons.same(
            &format!("{what}: prompt tokens"),
            &trial.input_tokens,
            &known.actual_input_tokens,
        );
        reasons.same(
            &format!("{what}: output tokens"),
            &trial.generated_tokens,
            &Some(known.generated_tokens),
        );
        reasons.same(
            &format!("{what}: cached tokens"),
            &trial.cached_tokens,
            &Some(known.cached_tokens),
        );
        reasons.same(
            &format!("{what}: finish"),
            &trial.finish_reason,
            &Some(known.finish_reason.clone()),
        );
        reasons.same(
            &format!("{what}: accepted"),
            &trial.accepted_draft_tokens,
            &known.accepted_draft_tokens,
        );
        reasons.same(
            &format!("{what}: rejected"),
            &trial.rejected_draft_tokens,
            &known.rejected_draft_tokens,
        );
    }
    let digest =
        |pick: fn(&ReviewedTrial) -> Digest| Stated::or_missing(reviewed.map(pick), NOT_PUBLISHED);
    let check =
        |pick: fn(&ReviewedTrial) -> bool| Stated::or_missing(reviewed.map(pick), NOT_PUBLISHED);
    TranscribedTrial {
        trial: reasons.id(&format!("t-{:04}", index + 1)),
        arm: arm_id(&trial.gpu, &trial.engine, trial.mtp, reasons),
        prompt_tokens: trial.input_tokens,
        replicate: trial.trial,
        source: if trial.decimals.is_some() {
            &meaning.rounded_source
        } else {
            &meaning.exact_source
        }
        .clone(),
        case: Stated::or_missing(trial.case.clone(), NOT_PUBLISHED),
        order_in_arm: Stated::or_missing(trial.order_in_block, NOT_PUBLISHED),
        printed_places: Stated::or_missing(trial.decimals, "the source did not round"),
        input_sha256: digest(|known| known.input_content_sha256.into()),
        rendered_sha256: digest(|known| known.render_sha256.into()),
        output_sha256: digest(|known| known.output_sha256.into()),
        output_tokens: given_or_inferred(trial.generated_tokens, trial.generated_tokens_implied),
        termination: termination(trial, reasons),
        cached_tokens: Stated::or_missing(trial.cached_tokens, NOT_PUBLISHED),
        accepted_tokens: drafts(trial.mtp, trial.accepted_draft_tokens),
        rejected_tokens: drafts(trial.mtp, trial.rejected_draft_tokens),
        context_shift_or_requeue: check(|known| known.context_shift_or_requeue),
        timing_checks_pass: check(|known| known.performance_integrity_checks_pass),
        answer_review_pass: check(|known| known.answer_quality_pass),
        figures: figures(trial),
    }
}

fn given_or_inferred<T>(given: Option<T>, inferred: Option<T>) -> Stated<T> {
    match (given, inferred) {
        (Some(value), _) => Stated::Given(value),
        (None, Some(value)) => Stated::Inferred(value),
        (None, None) => Stated::Missing(NOT_PUBLISHED.into()),
    }
}

fn drafts<T>(mtp: Switch, count: Option<T>) -> Stated<T> {
    Stated::or_missing(count, if mtp == Switch::On { NOT_PUBLISHED } else { "no drafts are made" })
}

/// The class from the finish reason, else from whether the cap was reached.
///
/// A source that says "not capped" does not say how the trial ended, so `stop` is inferred there.
fn termination(trial: &SourceTrial, reasons: &mut Reasons<'_>) -> Stated<TerminationClass> {
    let class =
        |capped: bool| if capped { TerminationClass::Length } else { TerminationClass::Stop };
    match (trial.finish_reason.as_deref(), trial.capped, trial.capped_implied) {
        (Some("stop_token"), _, _) => Stated::Given(TerminationClass::Stop),
        (Some(other), _, _) => {
            reasons.add(format!("finish reason {other:?} has no termination class"));
            Stated::Missing(NOT_PUBLISHED.into())
        }
        (None, Some(true), _) => Stated::Given(TerminationClass::Length),
        (None, Some(false), _) => Stated::Inferred(TerminationClass::Stop),
        (None, None, Some(capped)) => Stated::Inferred(class(capped)),
        (None, None, None) => Stated::Missing(NOT_PUBLISHED.into()),
    }
}

fn figures(trial: &SourceTrial) -> BTreeMap<PublishedMetric, Decimal> {
    use PublishedMetric as M;
    let all = [
        (M::NativeRate, &trial.generation_tps_native),
        (M::InterTokenRate, &trial.generation_tps_intertoken),
        (M::PrefillTime, &trial.input_seconds_native),
        (M::PrefillRate, &trial.input_tps_native),
        (M::TimeToFirstGeneratedToken, &trial.first_generated_seconds),
        (M::TimeToFirstVisibleText, &trial.first_visible_seconds),
        (M::TimeToFirstAnswerText, &trial.first_answer_visible_seconds),
        (M::EndToEnd, &trial.end_to_end_seconds),
        (M::GenerationTime, &trial.generation_seconds_native),
        (M::DraftAcceptance, &trial.draft_acceptance_ratio),
    ];
    all.into_iter().filter_map(|(metric, value)| Some((metric, value.clone()?))).collect()
}

/// Every reviewed trial must be one of the trials.
fn check_reviewed(source: &TrialsFile, facts: &FactsFile, reasons: &mut Reasons<'_>) {
    let matched = source.trials.iter().filter(|trial| reviewed(trial, facts).is_some()).count();
    if matched != facts.trials.len() {
        reasons.add(format!(
            "facts.json describes {} trials, of which {matched} are in trials.json",
            facts.trials.len()
        ));
    }
}

fn peak_memory(source: &TrialsFile, reasons: &mut Reasons<'_>) -> Vec<ArmMemory> {
    let mut peaks = Vec::new();
    for row in &source.peak_memory {
        let arm = arm_id(&row.gpu, &row.engine, row.mtp, reasons);
        match row.mib.checked_mul(MIB).and_then(Bytes::new) {
            Some(bytes) => {
                let as_published = format!("{} MiB", row.mib);
                peaks.push(ArmMemory { arm, gpu: row.gpu_index, bytes, as_published });
            }
            None => reasons.add(format!(
                "peak memory of {arm}: {} MiB is no size in bytes below 2^53",
                row.mib
            )),
        }
    }
    peaks
}

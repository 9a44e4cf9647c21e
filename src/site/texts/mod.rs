//! The typed catalogue of short texts.
//!
//! Job: `i18n/ja.toml` and `i18n/en.toml` read into one struct whose fields the
//! templates use by name: a text that does not exist does not compile, a key too
//! many or too few fails a test. Labels of enums are exhaustive matches.

mod labels;

use labels::{
    Cautions, ConditionKeys, DifferingFacts, Evidences, FactKeys, Kinds, MarkMetrics, Metrics,
    NoValues, Severities, Terminations, Units,
};

use super::Language;
use serde::Deserialize;
use std::collections::BTreeMap;

macro_rules! texts {
    ($(#[$doc:meta])* $name:ident { $($field:ident),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        #[allow(missing_docs)]
        pub struct $name { $(pub $field: String),* }
    };
}

texts!(
    /// Texts on every page.
    Site {
        name, tagline, skip, navigation, home, archive, method, verify, errata, other_language, generated, ledger_head, feed,
        choose, missing, missing_lead,
    }
);

/// The first page, and the columns of every list of bundles.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Home {
    pub title: String,
    pub lead: Vec<String>,
    pub latest: String,
    pub all: String,
    pub trust: String,
    pub reasons: Vec<String>,
    pub holds: String,
    pub bundle: String,
    pub kind: String,
    pub evidence: String,
    pub date: String,
    pub digest: String,
}

texts!(
    /// The list of bundles.
    ArchiveList {
        title, lead, filter, shown, model, gpu, engine, mtp, status, complete, aborted, published, off, on, titled,
        separator, count,
    }
);
texts!(
    /// Corrections.
    Errata { title, lead, none, of, trials, whole, instead }
);
texts!(
    /// Pages of runs, plans, probes and reviews.
    Detail {
        run, run_lead, started, ended, planned_trials, attempts, warmups, interruptions, redactions, tool,
        ledger_head_at_start, supersedes, failures, detail, attempt, task, role, measured, warmup, block, marks,
        accepted_drafted, stream_end, trials_lead, events, time, event, engine_start, start_failed, engine_exit,
        calibration, before, after, stamp_error, interrupted, resumed, aborted, host, alias, cpu, logical,
        main_memory, kernel, container_image, gpu_driver, cuda, gpu_index, gpu_name, gpu_memory, power_limit,
        checks, check, outcome, passed, failed, could_not_run, engines, engine, version, attached, on_gpu, command,
        plan, plan_lead, study, tasks, order, interleaved, abba, sequential, cache, cold, warm, output_caps,
        sampling, seeds, seed_names, timeout, memory_gate, retries, inputs, arms, speculation, draft,
        context_capacity, gpus, cpu_offload, analyses, analyses_lead, analysis, kind, compared, decision, speed,
        quality, primary, rule, stratum, target, tolerance, grading, review, review_lead, of, reviewer,
        reviewer_kind, scope, human_review, results, results_lead, output_cap, failed_trials, reason_count,
        speed_heading, quality_heading, effect_of_speculation, configurations, primary_metric, nothing_to_compare,
        smallest_ratio, largest_ratio, not_graded, margin, margin_reason,
    }
);
texts!(
    /// What every bundle's page shows.
    Bundle { facts, id, digest, plan_id, verified_by, files, files_lead, path, bytes, sha256, report_json, csv, zip, about }
);
texts!(
    /// The page of a run or transcription.
    Run {
        transcribed_note, reproduced, contents, sources, source_title, publisher, dated, source_digest, imported,
        systems, request, fixed, results, results_lead, off, on, metric, ratio, change, spread, apart, yes, no,
        trials_n, prompt_tokens, speculation_only, configurations, compared, baseline, arm, first_trials, thresholds,
        thresholds_lead, above, of, trials, trials_lead, trial, arm_label, prompt, replicate, order, output_tokens,
        end, cached, drafts, timing_checks, review_passed, identity, input, rendered, output, memory, gpu, peak,
        as_published, findings, findings_lead, findings_lead_human, finding, severity, failures, failure, stage,
        quality, quality_lead, quality_pairs, quality_both, quality_off_only, quality_on_only, quality_neither,
        quality_problems, quality_limit, quality_published, published, published_lead, study, condition, value,
        statistic, note, inferred, limits, human, model,
    }
);

texts!(
    /// Values with their units.
    Measure { tokens_per_second, seconds, percent, gib, tokens }
);
texts!(
    /// The page of an article.
    Article {
        list, dated, revised, used, about, superseding, published, published_title, from_counts, from_counts_title,
        published_legend, newest_revision, old_revision, to_newest, claims, claims_lead, statement, figures, condition,
        verdict, holds, fails, between, compared, limits_lead, analyses, planned, post_hoc, revisions, revision, cite,
        cite_lead, lasting, report_json, claims_json,
    }
);
texts!(
    /// Charts: words in them, their descriptions, captions of their figures.
    Chart {
        median, no_value, rate_axis, time_axis, share_axis, value, trial, in_run_order, as_published, strips_title, strips, strips_row, strips_none,
        strips_axis, strips_caption, on_to_off, ratio, ratios_title, ratios, ratios_row, ratios_none, ratios_axis,
        ratios_caption, configurations_caption, lower, higher, shorter, longer,
    }
);

/// All short texts of one language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Texts {
    pub site: Site,
    pub home: Home,
    pub archive: ArchiveList,
    pub errata: Errata,
    pub detail: Detail,
    pub kind: Kinds,
    pub evidence: Evidences,
    pub bundle: Bundle,
    pub run: Run,
    pub measure: Measure,
    pub article: Article,
    pub chart: Chart,
    pub metric: Metrics,
    pub mark_metric: MarkMetrics,
    pub no_value: NoValues,
    pub differing: DifferingFacts,
    pub unit: Units,
    pub fact: FactKeys,
    pub condition: ConditionKeys,
    pub severity: Severities,
    pub termination: Terminations,
    pub caution: Cautions,
    /// Words that records use, and how this language shows them.
    words: BTreeMap<String, String>,
}

impl Texts {
    /// The texts of a language, compiled into the program.
    ///
    /// # Errors
    /// A key too many or too few; a test sees that there is none.
    pub fn load(language: Language) -> Result<Self, toml::de::Error> {
        toml::from_str(match language {
            Language::Ja => include_str!("../../../i18n/ja.toml"),
            Language::En => include_str!("../../../i18n/en.toml"),
        })
    }

    /// How this language shows a word that records use; the word itself if there is no other.
    #[must_use]
    pub fn word<'a>(&'a self, word: &'a str) -> &'a str {
        self.words.get(word).map_or(word, String::as_str)
    }

    /// Whether the catalogue has its own text for a word.
    #[must_use]
    pub fn knows(&self, word: &str) -> bool {
        self.words.contains_key(word)
    }
}

/// Puts values in the place of `{name}`; what a value holds is not looked at again.
#[must_use]
pub(super) fn fill(text: &str, values: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(text.len() + 32);
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled += before;
        let value = after.split_once('}').and_then(|(name, after)| {
            let (_, value) = values.iter().find(|(known, _)| *known == name)?;
            Some((value, after))
        });
        match value {
            Some((value, after)) => {
                filled += value;
                rest = after;
            }
            None => {
                filled.push('{');
                rest = after;
            }
        }
    }
    filled + rest
}

#[cfg(test)]
mod tests {
    use super::{Language, Texts, fill};

    #[test]
    fn both_catalogues_are_complete() {
        for language in Language::ALL {
            Texts::load(language).unwrap();
        }
    }

    #[test]
    fn the_same_places_are_filled_in_both_languages() {
        let places = |text: &str| {
            let mut found: Vec<String> = text
                .split('{')
                .skip(1)
                .filter_map(|rest| rest.split_once('}'))
                .map(|(name, _)| name.to_owned())
                .collect();
            found.sort();
            found
        };
        let whole = |text: &toml::Value| match text.as_array() {
            Some(lines) => lines.iter().map(|line| line.as_str().unwrap()).collect(),
            None => text.as_str().unwrap().to_owned(),
        };
        let read = |source: &str| source.parse::<toml::Table>().unwrap();
        let (ja, en) = (
            read(include_str!("../../../i18n/ja.toml")),
            read(include_str!("../../../i18n/en.toml")),
        );
        for (section, texts) in &en {
            for (key, text) in texts.as_table().unwrap() {
                if let Some(twin) = ja[section].get(key) {
                    let lines = |text: &toml::Value| text.as_array().map(Vec::len);
                    assert_eq!(lines(text), lines(twin), "{section}.{key}");
                    assert_eq!(places(&whole(text)), places(&whole(twin)), "{section}.{key}");
                }
            }
        }
    }

    #[test]
    fn places_are_filled() {
        assert_eq!(fill("{k} of {n}", &[("k", "1"), ("n", "3")]), "1 of 3");
        // A name that looks like a place stays a name, whichever is filled first.
        assert_eq!(fill("{a}, {b}", &[("a", "{b}"), ("b", "{a}")]), "{b}, {a}");
        assert_eq!(fill("{ {a} {c} {", &[("a", "1")]), "{ 1 {c} {");
    }
}

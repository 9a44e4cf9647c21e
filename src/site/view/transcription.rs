//! The page of a transcription: published facts, recomputed results, every trial.

use super::figures::{FigureView, ratios};
use super::published::{PublishedView, QualityView};
use super::results::{SystemView, ThresholdView, system_views, threshold_views};
use super::trials::{IdentityView, TrialView};
use crate::record::review::ReviewerKind;
use crate::record::transcription::{Fact, TranscribedArm, TranscribedSpeculation, Transcription};
use crate::record::{Id, Stated};
use crate::report::TranscriptionReport;
use crate::site::chart::{ChartError, Compared};
use crate::site::language::Language;
use crate::site::number::{Shown, fixed, probability, whole};
use crate::site::texts::{Texts, fill};

/// Bytes of one GiB.
const GIB: f64 = 1_073_741_824.0;

/// Everything on the page of a transcription.
#[derive(Debug)]
pub(in crate::site) struct TranscriptionView {
    pub(in crate::site) title: String,
    pub(in crate::site) reproduced: String,
    pub(in crate::site) sources: Vec<SourceView>,
    pub(in crate::site) imported: Vec<(String, String)>,
    pub(in crate::site) facts: Vec<(String, Vec<(String, String)>)>,
    pub(in crate::site) request: Vec<(String, String)>,
    pub(in crate::site) fixed: Vec<String>,
    pub(in crate::site) ratios: Option<FigureView>,
    pub(in crate::site) results: Vec<SystemView>,
    pub(in crate::site) compared_ratios: Option<FigureView>,
    pub(in crate::site) compared: Vec<SystemView>,
    pub(in crate::site) first_trials: Vec<String>,
    pub(in crate::site) thresholds: Vec<ThresholdView>,
    pub(in crate::site) metrics: Vec<String>,
    pub(in crate::site) trials: Vec<TrialView>,
    pub(in crate::site) identities: Vec<IdentityView>,
    pub(in crate::site) memory: Vec<MemoryView>,
    pub(in crate::site) findings_lead: String,
    pub(in crate::site) findings: Vec<FindingView>,
    pub(in crate::site) failures: Vec<(String, String)>,
    pub(in crate::site) quality: Option<QualityView>,
    pub(in crate::site) published: Vec<PublishedView>,
    pub(in crate::site) limits: Vec<String>,
}

/// Where the figures were published.
#[derive(Debug)]
pub(in crate::site) struct SourceView {
    pub(in crate::site) id: String,
    pub(in crate::site) title: String,
    pub(in crate::site) publisher: String,
    pub(in crate::site) dated: String,
    pub(in crate::site) digest: String,
}

/// Peak memory of one GPU.
#[derive(Debug)]
pub(in crate::site) struct MemoryView {
    pub(in crate::site) arm: String,
    pub(in crate::site) gpu: String,
    pub(in crate::site) peak: Shown,
    pub(in crate::site) as_published: String,
}

/// One finding about one output.
#[derive(Debug)]
pub(in crate::site) struct FindingView {
    pub(in crate::site) trial: String,
    pub(in crate::site) arm: String,
    pub(in crate::site) severity: String,
    pub(in crate::site) severity_class: &'static str,
    pub(in crate::site) text: String,
}

/// Words for the arms of one transcription.
pub(in crate::site) struct Names<'a> {
    pub(in crate::site) transcription: &'a Transcription,
    pub(in crate::site) texts: &'a Texts,
    pub(in crate::site) language: Language,
}

impl Names<'_> {
    pub(super) fn host<'a>(&'a self, id: &'a Id) -> &'a str {
        let known = self.transcription.hosts.iter().find(|host| host.id == *id);
        known.map_or(id.as_str(), |host| &host.name)
    }

    pub(super) fn engine<'a>(&'a self, id: &'a Id) -> &'a str {
        let known = self.transcription.engines.iter().find(|engine| engine.id == *id);
        known.map_or(id.as_str(), |engine| &engine.name)
    }

    pub(super) fn arm(&self, id: &Id) -> Option<&TranscribedArm> {
        self.transcription.arms.iter().find(|arm| arm.id == *id)
    }

    pub(super) fn speculation(&self, arm: &TranscribedArm) -> &str {
        match arm.speculation {
            TranscribedSpeculation::Off => &self.texts.run.off,
            TranscribedSpeculation::Mtp => &self.texts.run.on,
        }
    }

    /// `B200 ×2 · ExLlamaV3`.
    pub(super) fn system(&self, arm: &TranscribedArm) -> String {
        format!("{} · {}", self.host(&arm.host), self.engine(&arm.engine))
    }

    /// `B200 ×2 · ExLlamaV3 · MTP on`.
    pub(in crate::site) fn whole(&self, id: &Id) -> String {
        match self.arm(id) {
            Some(arm) => format!("{} · {}", self.system(arm), self.speculation(arm)),
            None => id.to_string(),
        }
    }

    fn stated(&self, value: &Stated<String>) -> String {
        match value {
            Stated::Given(text) | Stated::Inferred(text) => text.clone(),
            Stated::Missing(reason) => format!("– ({})", self.texts.word(reason)),
        }
    }

    fn facts(&self, facts: &[Fact]) -> Vec<(String, String)> {
        let shown = |fact: &Fact| {
            let value = self.language.pick_local(&fact.value).to_owned();
            (self.texts.fact.of(fact.key).to_owned(), value)
        };
        facts.iter().map(shown).collect()
    }
}

impl TranscriptionView {
    pub(in crate::site) fn new(
        report: &TranscriptionReport<'_>,
        texts: &Texts,
        language: Language,
    ) -> Result<Self, ChartError> {
        let transcription = report.transcription;
        let names = Names { transcription, texts, language };
        let pick = |text| language.pick(text).to_owned();
        let (results, compared) = system_views(report, &names)?;
        let with_digests =
            report.trials.iter().filter(|trial| trial.output_sha256.value().is_some());
        Ok(Self {
            title: pick(&transcription.title),
            reproduced: fill(
                &texts.run.reproduced,
                &[
                    ("count", &whole(report.aggregates_reproduced as u64)),
                    ("relations", &whole(report.relations.len() as u64)),
                ],
            ),
            sources: sources(&names),
            imported: transcription
                .imported_files
                .iter()
                .map(|file| (file.name.clone(), file.sha256.to_string()))
                .collect(),
            facts: systems(&names),
            request: names.facts(&transcription.request),
            fixed: transcription.fixed_between_arms.iter().map(pick).collect(),
            ratios: ratios(report, Compared::Speculation, &names)?,
            results,
            compared_ratios: ratios(report, Compared::Configurations, &names)?,
            compared,
            first_trials: first_trials(report, &names),
            thresholds: threshold_views(report, &names),
            metrics: super::trials::headings(texts),
            trials: report.trials.iter().map(|trial| TrialView::new(trial, &names)).collect(),
            identities: with_digests.map(|trial| IdentityView::new(trial, &names)).collect(),
            memory: memory(&names),
            findings_lead: findings_lead(&names),
            findings: findings(report, &names),
            failures: transcription
                .failures
                .iter()
                .map(|failure| (failure.id.to_string(), pick(&failure.stage)))
                .collect(),
            quality: report.quality.as_ref().map(|quality| QualityView::new(quality, texts)),
            published: (0..)
                .zip(&transcription.published)
                .map(|(index, figure)| PublishedView::new(index, figure, &names))
                .collect(),
            limits: transcription.limits.iter().map(pick).collect(),
        })
    }
}

fn sources(names: &Names<'_>) -> Vec<SourceView> {
    let sources = names.transcription.sources.iter();
    sources
        .map(|source| SourceView {
            id: source.id.to_string(),
            title: names.stated(&source.title),
            publisher: names.stated(&source.publisher),
            dated: names.stated(&source.dated),
            digest: source.digest.to_string(),
        })
        .collect()
}

/// Facts of hosts, then of engines, each under its name.
fn systems(names: &Names<'_>) -> Vec<(String, Vec<(String, String)>)> {
    let hosts =
        names.transcription.hosts.iter().map(|host| (host.name.clone(), names.facts(&host.facts)));
    let engines = names.transcription.engines.iter().map(|engine| {
        let heading = format!("{} · {}", engine.name, names.transcription.model);
        (heading, names.facts(&engine.facts))
    });
    hosts.chain(engines).collect()
}

fn first_trials(report: &TranscriptionReport<'_>, names: &Names<'_>) -> Vec<String> {
    let noted = report.first_trials.iter().filter(|(_, first)| first.first_largest > 0);
    noted
        .map(|(engine, first)| {
            fill(
                &names.texts.run.first_trials,
                &[
                    ("engine", names.engine(engine)),
                    ("largest", &whole(first.first_largest as u64)),
                    ("conditions", &whole(first.conditions as u64)),
                    ("chance", &probability(first.chance_largest)),
                ],
            )
        })
        .collect()
}

fn memory(names: &Names<'_>) -> Vec<MemoryView> {
    let peaks = names.transcription.peak_memory.iter();
    peaks
        .map(|peak| {
            let bytes = peak.bytes.get();
            MemoryView {
                arm: names.whole(&peak.arm),
                gpu: whole(peak.gpu),
                peak: Shown {
                    raw: bytes.to_string(),
                    text: format!("{}\u{a0}GiB", fixed(bytes as f64 / GIB, 2)),
                },
                as_published: peak.as_published.clone(),
            }
        })
        .collect()
}

fn findings_lead(names: &Names<'_>) -> String {
    let (texts, review) = (&names.texts.run, &names.transcription.review);
    let kind = match review.reviewer.kind {
        ReviewerKind::Human => &texts.human,
        ReviewerKind::Model => &texts.model,
    };
    let lead = if review.human_review { &texts.findings_lead_human } else { &texts.findings_lead };
    let scope = names.language.pick(&review.scope);
    fill(lead, &[("reviewer", &review.reviewer.name), ("kind", kind), ("scope", scope)])
}

fn findings(report: &TranscriptionReport<'_>, names: &Names<'_>) -> Vec<FindingView> {
    let review = &names.transcription.review;
    let mut views = Vec::new();
    for finding in &review.findings {
        let arm = report
            .trials
            .iter()
            .find(|trial| trial.trial == finding.trial)
            .map(|trial| names.whole(&trial.arm));
        let kinds =
            finding.kinds.iter().filter_map(|id| review.kinds.iter().find(|kind| kind.id == *id));
        for kind in kinds {
            views.push(FindingView {
                trial: finding.trial.to_string(),
                arm: arm.clone().unwrap_or_default(),
                severity: names.texts.severity.of(kind.severity).to_owned(),
                severity_class: match kind.severity {
                    crate::record::review::Severity::Good => "good",
                    _ => "bad",
                },
                text: names.language.pick(&kind.text).to_owned(),
            });
        }
    }
    views
}

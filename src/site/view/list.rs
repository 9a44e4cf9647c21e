//! The list of bundles: what each is about, in a row.

use super::bundle::BundleHead;
use crate::archive::{Content, VerifiedBundle};
use crate::record::plan::{Arm, Speculation};
use crate::record::run::RunStatus;
use crate::record::transcription::{FactKey, TranscribedSpeculation, Transcription};
use crate::record::{BundleKind, Digest};
use crate::site::Language;
use crate::site::build::Site;
use crate::site::inert::visible;
use crate::site::number::whole;
use crate::site::texts::{Texts, fill};

/// One bundle of the list.
pub(in crate::site) struct Entry {
    pub(in crate::site) b: BundleHead,
    pub(in crate::site) title: String,
    pub(in crate::site) subject: Subject,
    /// Whether an erratum speaks about it.
    pub(in crate::site) corrected: bool,
}

/// What a bundle is about; each a list in one text, empty where there is none.
#[derive(Debug, Default)]
pub(in crate::site) struct Subject {
    pub(in crate::site) model: String,
    pub(in crate::site) gpu: String,
    pub(in crate::site) engine: String,
    pub(in crate::site) mtp: String,
    pub(in crate::site) status: String,
}

/// Every bundle, newest first: the reports, sorted by id, from their end.
pub(in crate::site) fn entries(site: &Site<'_>, language: Language, texts: &Texts) -> Vec<Entry> {
    let newest_first = site.reports.iter().rev();
    newest_first.map(|reported| entry(reported.bundle, site, language, texts)).collect()
}

fn entry(bundle: &VerifiedBundle, site: &Site<'_>, language: Language, texts: &Texts) -> Entry {
    let b = BundleHead::new(bundle, texts);
    let pick = |text| visible(language.pick(text)).into_owned();
    let titled = |kind: BundleKind, title: String| {
        fill(&texts.archive.titled, &[("kind", texts.kind.of(kind)), ("title", &title)])
    };
    let target = |of: Digest| site.archive.find(of).map(|of| title(of, language));
    let title = match bundle.content() {
        Content::Transcription(content) => pick(&content.transcription.title),
        Content::Plan { plan, .. } => titled(BundleKind::Plan, pick(&plan.title)),
        Content::Run(run) => titled(BundleKind::Run, pick(&run.plan.title)),
        Content::Probe(host) => titled(BundleKind::Probe, host.alias.to_string()),
        Content::Review(review) => {
            titled(BundleKind::Review, target(review.of).unwrap_or_default())
        }
        Content::Erratum(erratum) => {
            titled(BundleKind::Erratum, target(erratum.of).unwrap_or_default())
        }
    };
    let corrected = !site.archive.about(bundle.digest()).errata.is_empty();
    Entry { b, title, subject: subject(bundle, texts), corrected }
}

/// The title of the study that a bundle belongs to, else its id.
fn title(bundle: &VerifiedBundle, language: Language) -> String {
    match bundle.content() {
        Content::Transcription(content) => language.pick(&content.transcription.title).to_owned(),
        Content::Plan { plan, .. } => language.pick(&plan.title).to_owned(),
        Content::Run(run) => language.pick(&run.plan.title).to_owned(),
        _ => bundle.id().to_string(),
    }
}

fn subject(bundle: &VerifiedBundle, texts: &Texts) -> Subject {
    match bundle.content() {
        Content::Transcription(content) => of_transcription(&content.transcription, texts),
        Content::Plan { plan, .. } => of_arms(&plan.arms, texts),
        Content::Run(run) => Subject {
            gpu: list(run.host.gpus.iter().map(|gpu| gpu.name.clone()), texts),
            status: match &run.run.status {
                RunStatus::Complete => texts.archive.complete.clone(),
                RunStatus::Aborted(reason) => {
                    fill(&texts.archive.aborted, &[("reason", &visible(reason))])
                }
            },
            ..of_arms(&run.plan.arms, texts)
        },
        Content::Probe(host) => Subject {
            gpu: list(host.gpus.iter().map(|gpu| gpu.name.clone()), texts),
            ..Subject::default()
        },
        Content::Review(_) | Content::Erratum(_) => Subject::default(),
    }
}

fn of_transcription(transcription: &Transcription, texts: &Texts) -> Subject {
    let gpus = transcription.hosts.iter().map(|host| {
        let fact = host.facts.iter().find(|fact| fact.key == FactKey::Gpu);
        // GPU names are the same in both languages.
        fact.map_or_else(
            || host.name.clone(),
            |fact| Language::En.pick_local(&fact.value).to_owned(),
        )
    });
    let off_on = transcription.arms.iter().map(|arm| match arm.speculation {
        TranscribedSpeculation::Off => texts.archive.off.clone(),
        TranscribedSpeculation::Mtp => texts.archive.on.clone(),
    });
    Subject {
        model: visible(&transcription.model).into_owned(),
        gpu: list(gpus, texts),
        engine: list(transcription.engines.iter().map(|engine| engine.name.clone()), texts),
        mtp: list(off_on, texts),
        status: texts.archive.published.clone(),
    }
}

fn of_arms(arms: &[Arm], texts: &Texts) -> Subject {
    let off_on = arms.iter().map(|arm| match &arm.speculation {
        Speculation::Off(_) => texts.archive.off.clone(),
        Speculation::Draft(draft) if draft.kind.as_str() == "mtp" => texts.archive.on.clone(),
        Speculation::Draft(draft) => draft.kind.to_string(),
    });
    Subject {
        model: list(arms.iter().map(|arm| arm.model.name.clone()), texts),
        engine: list(arms.iter().map(|arm| arm.engine.clone()), texts),
        mtp: list(off_on, texts),
        ..Subject::default()
    }
}

/// Each text once, in the order of its first mention.
fn list(names: impl Iterator<Item = String>, texts: &Texts) -> String {
    let mut distinct: Vec<String> = Vec::new();
    for name in names.map(|name| visible(&name).into_owned()) {
        if !distinct.contains(&name) {
            distinct.push(name);
        }
    }
    distinct.join(&texts.archive.separator)
}

/// What the archive holds, counted: one sentence for each kind that there is.
pub(in crate::site) fn counts(site: &Site<'_>, texts: &Texts) -> Vec<String> {
    let kinds = [
        BundleKind::Plan,
        BundleKind::Run,
        BundleKind::Probe,
        BundleKind::Transcription,
        BundleKind::Review,
        BundleKind::Erratum,
    ];
    let count = |kind| site.archive.bundles().iter().filter(|b| b.kind() == kind).count();
    kinds
        .into_iter()
        .map(|kind| (kind, count(kind)))
        .filter(|(_, n)| *n > 0)
        .map(|(kind, n)| {
            let n = whole(n as u64);
            fill(&texts.archive.count, &[("kind", texts.kind.of(kind)), ("n", &n)])
        })
        .collect()
}

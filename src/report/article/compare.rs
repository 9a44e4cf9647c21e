//! The whole of an article's declarations against the bundles that it names.

use super::claim::{Claim, judge};
use super::fault::{Fault, line_of};
use super::figure::{Figure, Source};
use super::resolve::select;
use super::select::Selector;
use super::spec::{ArticleSpec, BundleSpec, ClaimSpec, FigureSpec};
use super::word::Word;
use crate::archive::VerifiedBundle;
use crate::record::{Digest, Id};
use crate::report::{SystemsCompared, TranscriptionReport};
use std::collections::{BTreeMap, BTreeSet};
use toml::Spanned;

/// A verified bundle, and its report where it has figures.
#[derive(Debug, Clone, Copy)]
pub struct Known<'a> {
    /// The bundle.
    pub bundle: &'a VerifiedBundle,
    /// Its report.
    pub report: Option<&'a TranscriptionReport<'a>>,
}

/// Two arms that an article compares.
#[derive(Debug, Clone, Copy)]
pub struct Compared<'a> {
    /// Report of their bundle.
    pub report: &'a TranscriptionReport<'a>,
    /// Arm that the other is compared with.
    pub baseline: &'a Id,
    /// The other arm.
    pub arm: &'a Id,
    /// What they are to each other.
    pub systems: &'a SystemsCompared,
}

/// What an article declares, resolved.
#[derive(Debug, Default)]
pub struct Resolved<'a> {
    /// Bundles used, as declared.
    pub bundles: Vec<(&'a Word, Known<'a>)>,
    /// Arms compared, as declared.
    pub comparisons: Vec<Compared<'a>>,
    /// Figures by name.
    pub figures: BTreeMap<Word, Figure>,
    /// Claims, as declared.
    pub claims: Vec<Claim>,
}

/// Resolves everything that `report.toml` declares; `text` is the file, for lines.
///
/// What could be resolved is returned beside the faults, so that the text of the
/// article is checked too and all faults are told at once.
#[must_use]
pub fn resolve<'a>(
    spec: &'a ArticleSpec,
    text: &str,
    known: &[Known<'a>],
) -> (Resolved<'a>, Vec<Fault>) {
    let mut work = Work { spec, text, resolved: Resolved::default(), faults: Vec::new() };
    work.bundles(known);
    work.comparisons();
    for (id, figure) in &spec.figures {
        match work.figure(id, figure.get_ref()) {
            Ok(found) => {
                work.resolved.figures.extend(found.map(|found| (id.clone(), found)));
            }
            Err(what) => work.fault(figure, format!("figure `{id}`: {what}")),
        }
    }
    work.claims();
    (work.resolved, work.faults)
}

/// Digest and report of a bundle that has figures.
type Usable<'a> = (Digest, &'a TranscriptionReport<'a>);

struct Work<'a, 't> {
    spec: &'a ArticleSpec,
    text: &'t str,
    resolved: Resolved<'a>,
    faults: Vec<Fault>,
}

impl<'a> Work<'a, '_> {
    fn fault<T>(&mut self, at: &Spanned<T>, what: String) {
        self.faults.push(Fault { line: line_of(self.text, at.span().start), what });
    }

    fn bundles(&mut self, known: &[Known<'a>]) {
        let mut names = BTreeSet::new();
        for declared in &self.spec.bundles {
            let BundleSpec { id, digest, evidence } = declared.get_ref();
            if !names.insert(id) {
                self.fault(declared, format!("bundle `{id}` is declared twice"));
            }
            match known.iter().find(|known| known.bundle.digest() == *digest) {
                None => self.fault(
                    declared,
                    format!("bundle `{id}`: no bundle of the archive has the digest {digest}"),
                ),
                Some(found) => {
                    self.resolved.bundles.push((id, *found));
                    let level = found.bundle.evidence();
                    if level != *evidence {
                        let (expected, found) = (evidence.as_str(), level.as_str());
                        let what = format!(
                            "bundle `{id}`: expected evidence level {expected}, found {found}"
                        );
                        self.fault(declared, what);
                    }
                }
            }
        }
        if self.spec.bundles.is_empty() {
            let what = "no [[bundle]]: an article names the bundles that it uses".to_owned();
            self.faults.push(Fault { line: 1, what });
        }
    }

    /// The bundle that a part of the file means; `None` if that bundle is at fault itself.
    fn bundle(&self, name: Option<&Word>) -> Result<Option<Usable<'a>>, String> {
        let declared = match (name, self.spec.bundles.as_slice()) {
            (None, [only]) => only,
            (None, _) => return Err("say which `bundle`".to_owned()),
            (Some(name), bundles) => bundles
                .iter()
                .find(|bundle| bundle.get_ref().id == *name)
                .ok_or_else(|| format!("no bundle `{name}` is declared"))?,
        };
        let id = &declared.get_ref().id;
        let usable = self.resolved.bundles.iter().find(|(known, _)| *known == id);
        let Some((_, known)) = usable else { return Ok(None) };
        let report = known.report.ok_or_else(|| {
            format!("bundle `{id}` is a {}, which has no figures", known.bundle.kind().as_str())
        })?;
        Ok(Some((known.bundle.digest(), report)))
    }

    fn comparisons(&mut self) {
        for declared in &self.spec.comparisons {
            let compared = declared.get_ref();
            let (baseline, arm) = (&compared.baseline, &compared.arm);
            let report = match self.bundle(compared.bundle.as_ref()) {
                Ok(Some((_, report))) => report,
                Ok(None) => continue,
                Err(what) => {
                    self.fault(declared, format!("comparison {baseline} → {arm}: {what}"));
                    continue;
                }
            };
            let found =
                report.comparisons.iter().find(|c| c.baseline == *baseline && c.arm == *arm);
            match found {
                Some(found) => {
                    let systems = &found.systems;
                    self.resolved.comparisons.push(Compared { report, baseline, arm, systems });
                }
                None => {
                    self.fault(declared, format!("the bundle does not compare {baseline} → {arm}"));
                }
            }
        }
    }

    /// A figure; `None` if its bundle is at fault itself.
    fn figure(&self, id: &Word, spec: &FigureSpec) -> Result<Option<Figure>, String> {
        if let Some((baseline, arm)) = pair(&spec.of) {
            let mut declared = self.spec.comparisons.iter().map(Spanned::get_ref);
            if !declared.any(|known| known.baseline == *baseline && known.arm == *arm) {
                return Err(format!("{baseline} → {arm} is not among [[compare]]"));
            }
        }
        let Some((bundle, report)) = self.bundle(spec.bundle.as_ref())? else { return Ok(None) };
        let draft = select(&spec.of, report)?;
        let source = Source { bundle, trials: draft.trials, published: draft.published };
        Ok(Some(Figure {
            id: id.clone(),
            of: spec.of.clone(),
            value: draft.value,
            total: draft.total,
            unit: draft.unit,
            is_change: draft.is_change,
            kind: draft.kind,
            sources: vec![source],
            place: draft.place,
        }))
    }

    fn claims(&mut self) {
        let mut names = BTreeSet::new();
        for declared in &self.spec.claims {
            let id = &declared.get_ref().id;
            if !names.insert(id) {
                self.fault(declared, format!("claim `{id}` is declared twice"));
            }
            match self.claim(declared.get_ref()) {
                Ok(claim) => self.resolved.claims.extend(claim),
                Err(what) => self.fault(declared, format!("claim `{id}`: {what}")),
            }
        }
    }

    /// A claim; `None` if one of its figures is at fault itself, which is told with the figure.
    fn claim(&self, spec: &ClaimSpec) -> Result<Option<Claim>, String> {
        if spec.figures.is_empty() {
            return Err("has no source: name at least one figure".to_owned());
        }
        let mut figures = Vec::new();
        for id in spec.figures.iter().map(Spanned::get_ref) {
            if !self.spec.figures.contains_key(id) {
                return Err(format!("no figure `{id}` is declared"));
            }
            let Some(figure) = self.resolved.figures.get(id) else { return Ok(None) };
            figures.push(figure.clone());
        }
        if figures.windows(2).any(|pair: &[Figure]| pair[0].unit != pair[1].unit) {
            return Err("its figures have different units".to_owned());
        }
        let (threshold, upper) = (&spec.threshold.0, spec.upper.as_ref().map(|upper| &upper.0));
        let mut holds = true;
        for figure in &figures {
            let value = figure
                .value
                .number()
                .ok_or_else(|| format!("figure `{}` is a word, not a number", figure.id))?;
            holds &= judge(spec.comparator, value, threshold, upper)
                .ok_or_else(|| "`upper` goes with `between`, and only with it".to_owned())?;
        }
        let inputs: BTreeSet<Digest> =
            figures.iter().flat_map(|figure| &figure.sources).map(|source| source.bundle).collect();
        Ok(Some(Claim {
            id: spec.id.clone(),
            statement: spec.statement.both(),
            figures,
            comparator: spec.comparator,
            threshold: threshold.clone(),
            upper: upper.cloned(),
            inputs: inputs.into_iter().collect(),
            holds,
        }))
    }
}

/// The two arms of a figure that compares.
const fn pair(selector: &Selector) -> Option<(&Id, &Id)> {
    match selector {
        Selector::Ratio(of)
        | Selector::PercentChange(of)
        | Selector::Difference(of)
        | Selector::SmallestRatio(of)
        | Selector::LargestRatio(of) => Some((&of.baseline, &of.arm)),
        _ => None,
    }
}

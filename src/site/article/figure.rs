//! A figure as it is shown: rounded once, with the raw value and a link to its source.

use super::html::{attribute, escape};
use crate::record::{Decimal, Digest};
use crate::report::Unit;
use crate::report::article::{
    Claim, Comparator, Figure, FigureSpec, FigureUnit, Kind, Place, Resolved, Value,
};
use crate::site::inert::visible;
use crate::site::language::Language;
use crate::site::number::{fixed, grouped, probability, signed, whole};
use crate::site::texts::{Texts, fill};
use crate::site::view::anchor;
use crate::stats::number::number;

/// Bytes of one GiB.
const GIB: f64 = 1_073_741_824.0;

/// What is needed to show figures in one language at one address.
#[derive(Clone, Copy)]
pub(super) struct Show<'a> {
    pub(super) language: Language,
    pub(super) texts: &'a Texts,
    pub(super) resolved: &'a Resolved<'a>,
    /// Way from the page to the folder of its language.
    pub(super) up: &'static str,
}

/// How much of a figure is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// With its unit, or what it is counted out of.
    Full,
    /// The number, because the unit stands beside.
    Bare,
}

impl Show<'_> {
    /// The rounded text.
    pub(super) fn text(&self, figure: &Figure, spec: &FigureSpec, form: Form) -> String {
        let number = self.number(figure, spec);
        if form == Form::Bare || spec.bare {
            return number;
        }
        if let Some(total) = figure.total {
            return fill(&self.texts.run.of, &[("k", &number), ("n", &whole(total))]);
        }
        self.with_unit(&figure.unit, &number)
    }

    fn with_unit(&self, unit: &FigureUnit, number: &str) -> String {
        let measure = &self.texts.measure;
        let pattern = match unit {
            FigureUnit::Metric(Unit::TokensPerSecond) => &measure.tokens_per_second,
            FigureUnit::Metric(Unit::Seconds) => &measure.seconds,
            FigureUnit::Metric(Unit::Share) | FigureUnit::Percent => &measure.percent,
            FigureUnit::Bytes => &measure.gib,
            FigureUnit::Tokens => &measure.tokens,
            FigureUnit::Named(unit) => {
                return format!("{number}\u{a0}{}", visible(self.texts.word(unit)));
            }
            FigureUnit::Ratio | FigureUnit::Probability | FigureUnit::Count | FigureUnit::Word => {
                return number.to_owned();
            }
        };
        fill(pattern, &[("n", number)])
    }

    /// How the figures of a claim must stand to its threshold: `> 50 tokens/s`.
    pub(super) fn condition(&self, claim: &Claim) -> String {
        let unit = claim.figures.first().map_or(&FigureUnit::Count, |figure| &figure.unit);
        let bound = |bound: &Decimal| self.with_unit(unit, &self.bound(unit, bound));
        let threshold = bound(&claim.threshold);
        let sign = match claim.comparator {
            Comparator::Less => "<",
            Comparator::AtMost => "≤",
            Comparator::Greater => ">",
            Comparator::AtLeast => "≥",
            Comparator::Equal => "=",
            Comparator::Between => {
                let upper = claim.upper.as_ref().map(bound).unwrap_or_default();
                let between = &self.texts.article.between;
                return fill(between, &[("lower", &threshold), ("upper", &upper)]);
            }
        };
        format!("{sign}\u{a0}{threshold}")
    }

    /// A bound in the unit in which its figures are shown.
    fn bound(&self, unit: &FigureUnit, bound: &Decimal) -> String {
        let scaled = |factor: f64, places: usize| {
            number(bound).map_or_else(|_| bound.to_string(), |value| fixed(value * factor, places))
        };
        match unit {
            FigureUnit::Metric(Unit::Share) => scaled(100.0, bound.places().saturating_sub(2)),
            FigureUnit::Bytes => scaled(1.0 / GIB, 2),
            _ => grouped(bound.as_str()).replace('-', "\u{2212}"),
        }
    }

    fn number(&self, figure: &Figure, spec: &FigureSpec) -> String {
        let value = match &figure.value {
            Value::Word(word) => return visible(self.texts.word(word)).into_owned(),
            Value::Decimal(decimal) => return grouped(decimal.as_str()).replace('-', "\u{2212}"),
            Value::Count(count) if figure.unit == FigureUnit::Bytes => *count as f64 / GIB,
            Value::Count(count) => return whole(*count),
            Value::Number(value) => *value,
        };
        let (value, usual) = match &figure.unit {
            FigureUnit::Probability => return probability(value),
            FigureUnit::Metric(Unit::Share) => (value * 100.0, 1),
            FigureUnit::Percent => (value, 1),
            _ => (value, 2),
        };
        let places = spec.places.map_or(usual, usize::from);
        if figure.is_change { signed(value, places) } else { fixed(value, places) }
    }

    /// `<data>` with the raw value, linked to where the bundle's page shows its source.
    pub(super) fn data(&self, figure: &Figure, spec: &FigureSpec, form: Form) -> String {
        let shown = self.unlinked(figure, spec, form);
        let Some(href) = self.source(figure) else { return shown };
        // The link goes inside, so that the value stays one element.
        let (open, text) = shown.split_once('>').unwrap_or(("", &shown));
        let text = text.strip_suffix("</data>").unwrap_or(text);
        format!("{open}><a href=\"{}\">{text}</a></data>", attribute(&href))
    }

    /// As [`Show::data`], without the link: for contents and inside other links.
    pub(super) fn unlinked(&self, figure: &Figure, spec: &FigureSpec, form: Form) -> String {
        let article = &self.texts.article;
        let mark = match figure.kind {
            Kind::Published => Some(("published", &article.published_title, &article.published)),
            _ if figure.is_from_published_counts() => {
                Some(("published", &article.from_counts_title, &article.from_counts))
            }
            _ => None,
        };
        let (class, unseen) = mark.map_or_else(Default::default, |(class, title, unseen)| {
            (
                format!(" class=\"{class}\" title=\"{}\"", attribute(title)),
                format!("<span class=\"unseen\">{}</span>", escape(unseen)),
            )
        });
        format!(
            "<data value=\"{}\"{class}>{}{unseen}</data>",
            attribute(&figure.value.raw()),
            escape(&self.text(figure, spec, form))
        )
    }

    /// Address of the source of a figure, from the page.
    fn source(&self, figure: &Figure) -> Option<String> {
        let bundle = figure.sources.first()?.bundle;
        Some(format!("{}#{}", self.bundle(bundle)?, self.place(figure, bundle)))
    }

    /// Address of a bundle's page, from the page.
    pub(super) fn bundle(&self, digest: Digest) -> Option<String> {
        let known = self.resolved.bundles.iter().find(|(_, known)| known.bundle.digest() == digest);
        known.map(|(_, known)| format!("{}bundles/{}/index.html", self.up, known.bundle.id()))
    }

    fn place(&self, figure: &Figure, bundle: Digest) -> String {
        match &figure.place {
            Place::Condition(arm, tokens) => {
                let mut known = self.resolved.bundles.iter();
                let report = known
                    .find(|(_, known)| known.bundle.digest() == bundle)
                    .and_then(|(_, known)| known.report);
                match report {
                    Some(report) if anchor::has_condition(report, arm, *tokens) => {
                        anchor::condition(arm, *tokens)
                    }
                    _ => "trials".to_owned(),
                }
            }
            Place::Comparison(baseline, arm, tokens) => anchor::comparison(baseline, arm, *tokens),
            Place::Trial(trial) => trial.to_string(),
            Place::Published(index) => anchor::published(*index),
            Place::Results => "results".to_owned(),
            Place::Trials => "trials".to_owned(),
            Place::Memory => "memory".to_owned(),
            Place::Quality => "quality".to_owned(),
            Place::Findings => "findings".to_owned(),
            Place::Failures => "failures".to_owned(),
            Place::Systems => "systems".to_owned(),
        }
    }
}

/// Whether a number of places means anything for a figure.
pub(super) fn rounds(figure: &Figure) -> bool {
    let counted = matches!(figure.value, Value::Count(_)) && figure.unit != FigureUnit::Bytes;
    let as_is = matches!(figure.value, Value::Decimal(_) | Value::Word(_));
    !counted && !as_is && figure.unit != FigureUnit::Probability
}

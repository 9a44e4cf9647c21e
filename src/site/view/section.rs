//! Pages of runs, plans, probes, reviews and errata: sections of facts and tables.
//!
//! Neighbours: `run`, `plan` and `speech` fill the sections of their kinds; the
//! page of a transcription has a view of its own.

use super::results::RangeView;
use super::{plan, run, run_figures, speech};
use crate::archive::{Archive, Content};
use crate::record::Stated;
use crate::site::Language;
use crate::site::build::Reported;
use crate::site::inert::visible;
use crate::site::number::whole;
use crate::site::texts::Texts;

/// A part of a page under a heading.
#[derive(Debug)]
pub(in crate::site) struct Section {
    pub(in crate::site) id: String,
    pub(in crate::site) heading: String,
    pub(in crate::site) lead: Vec<String>,
    pub(in crate::site) facts: Vec<(String, Cell)>,
    pub(in crate::site) table: Option<Table>,
    /// Whether its numbers were computed from trials, not carried over from the record.
    pub(in crate::site) computed: bool,
}

/// A table whose first column names its rows.
#[derive(Debug)]
pub(in crate::site) struct Table {
    pub(in crate::site) head: Vec<String>,
    pub(in crate::site) rows: Vec<Row>,
}

/// A row; `id` makes it a place that links lead to.
#[derive(Debug)]
pub(in crate::site) struct Row {
    pub(in crate::site) id: Option<String>,
    pub(in crate::site) name: Cell,
    pub(in crate::site) cells: Vec<Cell>,
}

/// A shown value.
#[derive(Debug)]
pub(in crate::site) enum Cell {
    /// Text that a record or the catalogue gives.
    Text(String),
    /// A digest, id or command.
    Code(String),
    /// A number: raw value and how it is shown.
    Number(String, String),
    /// A page of another bundle: its id, and the text of the link.
    Bundle(String, String),
    /// Median with smallest and largest: raw values and how they are shown.
    Range(Box<RangeView>),
    /// Trials of this page: anchor and name of each.
    Trials(Vec<(String, String)>),
    /// A trial on another page: bundle id and trial id.
    Trial(String, String),
    /// No value, with the reason.
    Missing(String),
}

impl Section {
    pub(super) fn new(id: impl Into<String>, heading: String) -> Self {
        Self {
            id: id.into(),
            heading,
            lead: Vec::new(),
            facts: Vec::new(),
            table: None,
            computed: false,
        }
    }

    pub(super) const fn computed(mut self) -> Self {
        self.computed = true;
        self
    }

    pub(super) fn lead(mut self, text: impl Into<String>) -> Self {
        self.lead.push(text.into());
        self
    }

    pub(super) fn fact(mut self, name: &str, value: Cell) -> Self {
        self.facts.push((name.to_owned(), value));
        self
    }

    pub(super) fn table(mut self, head: &[&String], rows: Vec<Row>) -> Self {
        if !rows.is_empty() {
            let head = head.iter().map(|name| (*name).clone()).collect();
            self.table = Some(Table { head, rows });
        }
        self
    }
}

impl Row {
    pub(super) const fn new(name: Cell, cells: Vec<Cell>) -> Self {
        Self { id: None, name, cells }
    }

    pub(super) fn with_id(mut self, id: impl Into<String>) -> Self {
        self.id = Some(id.into());
        self
    }
}

impl Cell {
    pub(super) fn text(text: impl AsRef<str>) -> Self {
        Self::Text(visible(text.as_ref()).into_owned())
    }

    pub(super) fn code(text: impl ToString) -> Self {
        Self::Code(visible(&text.to_string()).into_owned())
    }

    pub(super) fn count(n: u64) -> Self {
        Self::Number(n.to_string(), whole(n))
    }

    /// A number of nanoseconds, shown in milliseconds.
    pub(super) fn milliseconds(ns: u64) -> Self {
        let shown = crate::site::number::fixed(ns as f64 / 1e6, 3);
        Self::Number(ns.to_string(), format!("{shown}\u{a0}ms"))
    }

    /// A number of bytes, shown in GiB.
    pub(super) fn gibibytes(bytes: u64) -> Self {
        let shown = crate::site::number::fixed(bytes as f64 / 1_073_741_824.0, 2);
        Self::Number(bytes.to_string(), format!("{shown}\u{a0}GiB"))
    }

    pub(super) fn stated<T>(value: &Stated<T>, show: impl Fn(&T) -> Self) -> Self {
        match value {
            Stated::Missing(reason) => Self::Missing(visible(reason).into_owned()),
            Stated::Given(value) | Stated::Inferred(value) => show(value),
        }
    }

    /// Whether it stands at the right of its column.
    pub(in crate::site) const fn is_number(&self) -> bool {
        matches!(self, Self::Number(..) | Self::Range(_))
    }

    pub(super) fn yes_no(yes: bool, texts: &Texts) -> Self {
        Self::Text(if yes { texts.run.yes.clone() } else { texts.run.no.clone() })
    }
}

/// The sections of a bundle that has no report.
pub(in crate::site) fn of(
    reported: &Reported<'_>,
    archive: &Archive,
    language: Language,
    texts: &Texts,
) -> Vec<Section> {
    let bundle = reported.bundle;
    match bundle.content() {
        Content::Plan { plan, inputs } => plan::sections(plan, Some(inputs.len()), language, texts),
        Content::Run(content) => {
            let mut sections = run::sections(bundle, content, archive, language, texts);
            if let Some(report) = &reported.run {
                // After what the run is, before its trials.
                sections.splice(1..1, run_figures::sections(report, language, texts));
            }
            sections
        }
        Content::Probe(host) => vec![run::host(host, texts), run::checks(host, texts)],
        Content::Review(review) => speech::review(review, archive, language, texts),
        Content::Erratum(_) => vec![speech::erratum(bundle, archive, language, texts)],
        // Its page shows the report.
        Content::Transcription(_) => Vec::new(),
    }
}

//! The texts of `report.toml` in one language, and its tables of figures.

use super::figure::{Form, Show};
use super::html::escape;
use super::prose::{Inline, Reader, Uses};
use crate::report::Unit;
use crate::report::article::{ArticleSpec, FigureUnit, TableSpec, Word, line_of};
use std::collections::BTreeMap;
use toml::Spanned;

/// The texts of `report.toml` in one language, finished for one address.
#[derive(Debug, Default)]
pub(super) struct Words {
    pub(super) title: String,
    pub(super) summary: Inline,
    pub(super) tables: BTreeMap<Word, String>,
    /// In the order of the file, as are the lists below.
    pub(super) claims: Vec<Inline>,
    pub(super) limits: Vec<Inline>,
    pub(super) analyses: Vec<Inline>,
    pub(super) revisions: Vec<Inline>,
    pub(super) media: Vec<String>,
    pub(super) uses: Uses,
}

/// Reads the texts; `file` is the whole of `report.toml`, for lines.
pub(super) fn read(mut reader: Reader<'_, '_>, file: &str) -> Words {
    let spec = reader.spec;
    let title = reader.name(&spec.title, file);
    let summary = reader.said(&spec.summary, file);
    let claims: Vec<_> =
        spec.claims.iter().map(|claim| reader.said(&claim.get_ref().statement, file)).collect();
    let limits = spec.limits.iter().map(|limit| reader.said(limit, file)).collect();
    let analyses = spec.analyses.iter().map(|each| reader.said(&each.text, file)).collect();
    let revisions =
        spec.revisions.iter().map(|each| reader.said(&each.get_ref().text, file)).collect();
    let media = spec.media.iter().map(|each| reader.name(&each.get_ref().title, file)).collect();
    let mut tables = BTreeMap::new();
    for (id, table) in &spec.tables {
        tables.insert(id.clone(), table_html(&mut reader, id, table.get_ref(), file));
    }
    Words { title, summary, tables, claims, limits, analyses, revisions, media, uses: reader.uses }
}

/// A table of figures; the unit stands in the head of a column that has one unit.
fn table_html(reader: &mut Reader<'_, '_>, id: &Word, table: &TableSpec, file: &str) -> String {
    let caption = reader.said(&table.caption, file);
    let corner = reader.head(&table.corner, file);
    let mut html = format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-labelledby=\"table-{id}\">\n\
         <table class=\"figures\"><caption id=\"table-{id}\">{}</caption>\n\
         <thead><tr><th scope=\"col\">{}</th>",
        caption.html, corner.html
    );
    let units: Vec<Option<&str>> = (0..table.columns.len())
        .map(|column| unit(reader.spec, reader.show, table, column))
        .collect();
    for (head, unit) in table.columns.iter().zip(&units) {
        let head = reader.head(head, file);
        let unit = unit.map(|unit| format!(" <small>{}</small>", escape(unit)));
        html += &format!(
            "<th scope=\"col\" class=\"number\">{}{}</th>",
            head.html,
            unit.unwrap_or_default()
        );
    }
    html += "</tr></thead>\n<tbody>\n";
    for row in &table.rows {
        let head = reader.head(&row.head, file);
        html += &format!("<tr><th scope=\"row\">{}</th>", head.html);
        if row.cells.len() != table.columns.len() {
            let line = line_of(file, row.head.ja.span().start);
            reader.fault(
                line,
                format!(
                    "table `{id}`: expected {} cells, found {}",
                    table.columns.len(),
                    row.cells.len()
                ),
            );
        }
        for (cell, unit) in row.cells.iter().zip(&units) {
            let form = if unit.is_some() { Form::Bare } else { Form::Full };
            html += &format!("<td class=\"number\">{}</td>", cell_html(reader, cell, form, file));
        }
        html += "</tr>\n";
    }
    html + "</tbody></table></div>\n"
}

fn cell_html(reader: &mut Reader<'_, '_>, cell: &Spanned<Word>, form: Form, file: &str) -> String {
    let id = cell.get_ref();
    let Some(spec) = reader.spec.figures.get(id) else {
        reader.fault(line_of(file, cell.span().start), format!("no figure `{id}` is declared"));
        return String::new();
    };
    let figure = reader.show.resolved.figures.get(id);
    figure.map(|figure| reader.show.data(figure, spec.get_ref(), form)).unwrap_or_default()
}

/// The unit that every cell of a column has, if it is one that can stand in the head.
fn unit<'a>(
    spec: &ArticleSpec,
    show: Show<'a>,
    table: &TableSpec,
    column: usize,
) -> Option<&'a str> {
    let of_row = |cells: &[Spanned<Word>]| {
        let id = cells.get(column)?.get_ref();
        spec.figures.get(id)?;
        match show.resolved.figures.get(id)?.unit {
            FigureUnit::Metric(unit @ (Unit::TokensPerSecond | Unit::Seconds)) => Some(unit),
            _ => None,
        }
    };
    let mut units = table.rows.iter().map(|row| of_row(&row.cells));
    let first = units.next()??;
    units.all(|unit| unit == Some(first)).then(|| show.texts.unit.of(first))
}

//! Both languages say the same, and what is declared is used.

use super::fault::Faults;
use super::folder::TextFile;
use super::markdown::Body;
use super::numbers::{Terms, refused_as_term};
use super::prose::Uses;
use crate::report::article::{ArticleSpec, FigureSpec, Word, line_of};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use toml::Spanned;

/// Holds the two texts of a revision against each other.
pub(super) fn bodies(ja: (&TextFile, &Body), en: (&TextFile, &Body), faults: &mut Faults) {
    headings(ja, en, faults);
    for ((here, own), (there, other)) in [(ja, en), (en, ja)] {
        let (own, other) = (&own.uses, &other.uses);
        only("figure", here, there, &own.figures, &other.figures, faults);
        only("table", here, there, &own.tables, &other.tables, faults);
        only("link to the claim", here, there, &own.claims, &other.claims, faults);
    }
}

/// What stands here and not there.
fn only(
    what: &str,
    here: &TextFile,
    there: &TextFile,
    own: &BTreeMap<Word, usize>,
    other: &BTreeMap<Word, usize>,
    faults: &mut Faults,
) {
    for (id, line) in own.iter().filter(|(id, _)| !other.contains_key(*id)) {
        faults.add(
            &here.path,
            *line,
            format!("the {what} `{id}` stands here and not in {}", there.path),
        );
    }
}

/// The same ids at the same levels in the same order.
fn headings(ja: (&TextFile, &Body), en: (&TextFile, &Body), faults: &mut Faults) {
    let mut missing = false;
    for ((here, own), (there, other)) in [(ja, en), (en, ja)] {
        let ids: BTreeSet<&Word> = other.headings.iter().map(|heading| &heading.id).collect();
        for heading in own.headings.iter().filter(|heading| !ids.contains(&heading.id)) {
            missing = true;
            let what =
                format!("the heading `{}` stands here and not in {}", heading.id, there.path);
            faults.add(&here.path, heading.line, what);
        }
    }
    if missing {
        return;
    }
    let pairs = ja.1.headings.iter().zip(&en.1.headings);
    if let Some((left, right)) =
        pairs.into_iter().find(|(l, r)| (&l.id, l.level) != (&r.id, r.level))
    {
        let what = format!(
            "the heading `{}` of level {} stands where {} has `{}` of level {}",
            left.id, left.level, en.0.path, right.id, right.level
        );
        faults.add(&ja.0.path, left.line, what);
    }
}

/// The two languages of `report.toml` name the same figures.
pub(super) fn words(file: &TextFile, ja: &Uses, en: &Uses, faults: &mut Faults) {
    for (language, own, other) in [("Japanese", ja, en), ("English", en, ja)] {
        for (id, line) in own.figures.iter().filter(|(id, _)| !other.figures.contains_key(*id)) {
            let what = format!("the figure `{id}` stands in {language} only");
            faults.add(&file.path, *line, what);
        }
    }
}

/// What is declared is used, or is marked as unused.
pub(super) fn declared(spec: &ArticleSpec, file: &TextFile, uses: &Uses, faults: &mut Faults) {
    let mut figures: BTreeSet<&Word> = uses.figures.keys().collect();
    for (id, table) in &spec.tables {
        let used = uses.tables.contains_key(id);
        marked(file, table, "table", id, used, table.get_ref().unused, faults);
        if used {
            let cells = table.get_ref().rows.iter().flat_map(|row| &row.cells);
            figures.extend(cells.map(Spanned::get_ref));
        }
    }
    for claim in &spec.claims {
        let spec = claim.get_ref();
        let used = uses.claims.contains_key(&spec.id);
        marked(file, claim, "claim", &spec.id, used, spec.unused, faults);
        figures.extend(spec.figures.iter().map(Spanned::get_ref));
    }
    for (id, figure) in &spec.figures {
        let FigureSpec { unused, .. } = figure.get_ref();
        marked(file, figure, "figure", id, figures.contains(id), *unused, faults);
    }
    for medium in &spec.media {
        let name = &medium.get_ref().file;
        marked(file, medium, "medium", name, uses.media.contains_key(name), false, faults);
    }
}

fn marked<T>(
    file: &TextFile,
    at: &Spanned<T>,
    kind: &str,
    id: &impl Display,
    used: bool,
    unused: bool,
    faults: &mut Faults,
) {
    let line = line_of(&file.text, at.span().start);
    if !used && !unused {
        faults.add(&file.path, line, format!("the {kind} `{id}` is never used"));
    } else if used && unused {
        faults.add(&file.path, line, format!("the {kind} `{id}` is used: take `unused` away"));
    }
}

/// Every term is one, and is met.
pub(super) fn terms(
    spec: &ArticleSpec,
    file: &TextFile,
    ja: &Terms,
    en: &Terms,
    faults: &mut Faults,
) {
    let lists = [
        (&spec.terms.both, true, true),
        (&spec.terms.ja, true, false),
        (&spec.terms.en, false, true),
    ];
    for (list, in_ja, in_en) in lists {
        for term in list {
            let (text, line) = (term.get_ref(), line_of(&file.text, term.span().start));
            let met = in_ja && ja.has_met(text) || in_en && en.has_met(text);
            if let Some(why) = refused_as_term(text) {
                faults.add(&file.path, line, format!("the term `{text}` {why}"));
            } else if !met {
                faults.add(&file.path, line, format!("the term `{text}` is never used"));
            }
        }
    }
}

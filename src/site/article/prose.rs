//! One stretch of prose: digits refused, placeholders replaced, everything else escaped.

use super::fault::Faults;
use super::figure::{Form, Show};
use super::html::escape;
use super::numbers::Terms;
use super::placeholder::{Piece, pieces};
use crate::record::{is_hidden, token};
use crate::report::article::{ArticleSpec, Said, Word, line_of};
use crate::site::language::Language;
use std::collections::BTreeMap;
use toml::Spanned;

/// Finished HTML, and the same without markup.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Inline {
    pub(super) html: String,
    pub(super) plain: String,
}

/// What a text names, with the line that names it first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Uses {
    pub(super) figures: BTreeMap<Word, usize>,
    pub(super) tables: BTreeMap<Word, usize>,
    pub(super) claims: BTreeMap<Word, usize>,
    pub(super) media: BTreeMap<String, usize>,
}

impl Uses {
    pub(super) fn add(&mut self, other: Self) {
        for (from, to) in [
            (other.figures, &mut self.figures),
            (other.tables, &mut self.tables),
            (other.claims, &mut self.claims),
        ] {
            for (id, line) in from {
                to.entry(id).or_insert(line);
            }
        }
        for (file, line) in other.media {
            self.media.entry(file).or_insert(line);
        }
    }
}

/// Reads prose of one file in one language.
pub(super) struct Reader<'a, 'f> {
    pub(super) show: Show<'a>,
    pub(super) spec: &'a ArticleSpec,
    pub(super) path: String,
    pub(super) faults: &'f mut Faults,
    pub(super) terms: &'f mut Terms,
    pub(super) uses: Uses,
}

impl Reader<'_, '_> {
    pub(super) fn fault(&mut self, line: usize, what: impl Into<String>) {
        self.faults.add(&self.path, line, what);
    }

    /// Prose that may hold placeholders; without links inside a link or the contents.
    pub(super) fn prose(&mut self, text: &str, line: usize, linked: bool) -> Inline {
        let mut inline = Inline::default();
        for piece in pieces(text) {
            match piece {
                Piece::Text(text) => {
                    self.plain(text, line);
                    inline.html += &escape(text);
                    inline.plain += text;
                }
                Piece::Figure(id) => self.figure(&id, line, linked, &mut inline),
                Piece::Block(kind, id) => self.fault(
                    line,
                    format!("`{{{kind}={id}}}` must stand alone in a paragraph of the article"),
                ),
                Piece::Wrong(what) => self.fault(line, what),
            }
        }
        inline
    }

    /// Text without placeholders.
    pub(super) fn plain(&mut self, text: &str, line: usize) {
        if let Some(hidden) = text.chars().find(|c| is_hidden(*c) && *c != '\n') {
            self.fault(line, format!("hidden character {}", token(hidden)));
        }
        if let Some(found) = self.terms.number_in(text) {
            self.fault(
                line,
                format!(
                    "a number is typed in `{found}`: declare a figure and write {{=id}}, \
                     or list a name that holds digits under [terms]"
                ),
            );
        }
    }

    /// The alternative text of an image: no placeholder fits in an attribute.
    pub(super) fn alternative(&mut self, text: &str, line: usize) {
        self.plain(text, line);
        if text.contains('{') {
            self.fault(line, "the text of an image cannot hold a placeholder");
        }
    }

    fn figure(&mut self, id: &Word, line: usize, linked: bool, inline: &mut Inline) {
        let Some(spec) = self.spec.figures.get(id) else {
            self.fault(line, format!("no figure `{id}` is declared in report.toml"));
            return;
        };
        self.uses.figures.entry(id.clone()).or_insert(line);
        // A figure that could not be resolved is told with its declaration.
        let Some(figure) = self.show.resolved.figures.get(id) else { return };
        let (spec, form) = (spec.get_ref(), Form::Full);
        inline.html += &if linked {
            self.show.data(figure, spec, form)
        } else {
            self.show.unlinked(figure, spec, form)
        };
        inline.plain += &self.show.text(figure, spec, form);
    }

    /// A text of `report.toml` in the reader's language; `file` is the whole file, for lines.
    pub(super) fn said(&mut self, said: &Said, file: &str) -> Inline {
        self.of_toml(said, file, true)
    }

    /// The head of a column or row, whose figures are not linked: the cells are.
    pub(super) fn head(&mut self, said: &Said, file: &str) -> Inline {
        self.of_toml(said, file, false)
    }

    fn of_toml(&mut self, said: &Said, file: &str, linked: bool) -> Inline {
        let text = pick(said, self.show.language);
        let line = line_of(file, text.span().start);
        if text.get_ref().trim().is_empty() {
            self.fault(line, "the text is empty");
        }
        self.prose(text.get_ref(), line, linked)
    }

    /// As [`Reader::said`], where a placeholder cannot stand: titles and alternative texts.
    pub(super) fn name(&mut self, said: &Said, file: &str) -> String {
        let line = line_of(file, pick(said, self.show.language).span().start);
        let before = self.uses.figures.len();
        let inline = self.said(said, file);
        if self.uses.figures.len() > before || inline.plain.contains('{') {
            self.fault(line, "a title holds no placeholder");
        }
        inline.plain
    }
}

/// The text of one language.
fn pick(said: &Said, language: Language) -> &Spanned<String> {
    match language {
        Language::Ja => &said.ja,
        Language::En => &said.en,
    }
}

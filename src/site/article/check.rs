//! Every check of one article, in the order in which its parts depend on each other.

use super::fault::Faults;
use super::figure::{Show, rounds};
use super::folder::Source;
use super::markdown::{self, Parts};
use super::media::{self, MediaSpecs};
use super::numbers::Terms;
use super::prose::{Reader, Uses};
use super::{Address, Article, Page, twins, words};
use crate::report::article::{ArticleSpec, Known, Resolved, line_of, resolve};
use crate::site::SiteError;
use crate::site::language::Language;
use crate::site::texts::Texts;
use toml::Spanned;

/// Reads and checks an article; what is at fault is gathered in `faults`.
pub(super) fn article<'a>(
    source: &'a Source,
    spec: &'a ArticleSpec,
    known: &[Known<'a>],
    texts: &[(Language, Texts); 2],
    faults: &mut Faults,
) -> Result<Article<'a>, SiteError> {
    let (resolved, found) = resolve(spec, &source.toml.text, known);
    faults.extend(&source.toml.path, found);
    places(source, spec, &resolved, faults);
    revisions(source, spec, faults);
    let files = media::files(source, spec, faults)?;
    let of = |own: &'a [Spanned<String>]| {
        Terms::new(spec.terms.both.iter().chain(own).map(|term| term.get_ref().as_str()))
    };
    let mut desk = Desk {
        source,
        spec,
        resolved: &resolved,
        terms: [of(&spec.terms.ja), of(&spec.terms.en)],
        uses: Uses::default(),
        faults,
    };
    let mut pages = Vec::new();
    let numbers = spec.revisions.iter().map(|revision| revision.get_ref().number);
    let lasting = numbers.map(Address::of_revision);
    for address in std::iter::once(Address::CURRENT).chain(lasting) {
        pages.extend(desk.pages(address, texts).into_iter().flatten());
    }
    twins::declared(spec, &source.toml, &desk.uses, desk.faults);
    let [ja, en] = &desk.terms;
    twins::terms(spec, &source.toml, ja, en, desk.faults);
    Ok(Article { source, spec, resolved, pages, files })
}

/// What reading the texts of one article needs.
struct Desk<'a, 'd> {
    source: &'a Source,
    spec: &'a ArticleSpec,
    resolved: &'d Resolved<'a>,
    terms: [Terms; 2],
    uses: Uses,
    faults: &'d mut Faults,
}

impl Desk<'_, '_> {
    /// The page of both languages at one address; `None` if that revision has no text.
    fn pages(&mut self, address: Address, texts: &[(Language, Texts); 2]) -> Option<[Page; 2]> {
        let newest = self.spec.revisions.last().map(|revision| revision.get_ref().number);
        let text = match address.revision {
            Some(number) if Some(number) != newest => self.source.revisions.get(&number)?,
            _ => &self.source.current,
        };
        let [ja, en] = [0, 1].map(|at| {
            let (language, texts) = &texts[at];
            self.page(
                *language,
                texts,
                at,
                address,
                &text.of(*language).path,
                &text.of(*language).text,
            )
        });
        twins::words(&self.source.toml, &ja.words.uses, &en.words.uses, self.faults);
        twins::bodies((&text.ja, &ja.body), (&text.en, &en.body), self.faults);
        for page in [&ja, &en] {
            self.uses.add(page.words.uses.clone());
            self.uses.add(page.body.uses.clone());
        }
        Some([ja, en])
    }

    fn page(
        &mut self,
        language: Language,
        texts: &Texts,
        at: usize,
        address: Address,
        path: &str,
        text: &str,
    ) -> Page {
        let show = Show { language, texts, resolved: self.resolved, up: address.up };
        let toml = &self.source.toml;
        let words = words::read(self.reader(show, at, &toml.path), &toml.text);
        let media = MediaSpecs {
            specs: &self.spec.media,
            titles: &words.media,
            language,
            files: format!("{}reports/{}/", address.root, self.source.slug),
        };
        let parts = Parts { tables: &words.tables, media: &media, deeper: address.deeper };
        let body = markdown::read(self.reader(show, at, path), text, parts);
        Page { language, address, words, body }
    }

    fn reader<'r>(&'r mut self, show: Show<'r>, at: usize, path: &str) -> Reader<'r, 'r> {
        Reader {
            show,
            spec: self.spec,
            path: path.to_owned(),
            faults: self.faults,
            terms: &mut self.terms[at],
            uses: Uses::default(),
        }
    }
}

/// A number of places is given only where something is rounded.
fn places(source: &Source, spec: &ArticleSpec, resolved: &Resolved<'_>, faults: &mut Faults) {
    for (id, declared) in &spec.figures {
        let Some(places) = declared.get_ref().places else { continue };
        let line = line_of(&source.toml.text, declared.span().start);
        if resolved.figures.get(id).is_some_and(|figure| !rounds(figure)) {
            let what = format!("figure `{id}`: `places` means nothing, because it is not rounded");
            faults.add(&source.toml.path, line, what);
        } else if places > 12 {
            faults.add(&source.toml.path, line, format!("figure `{id}`: at most 12 `places`"));
        }
    }
}

/// Revisions count from 1, older ones have their texts, and the dates are in order.
fn revisions(source: &Source, spec: &ArticleSpec, faults: &mut Faults) {
    let path = &source.toml.path;
    let newest = spec.revisions.len() as u64;
    if newest == 0 {
        faults.add(path, 1, "no [[revision]]: the text as it stands is revision 1");
    }
    let mut before = &spec.date;
    for (expected, declared) in (1u64..).zip(&spec.revisions) {
        let revision = declared.get_ref();
        let line = line_of(&source.toml.text, declared.span().start);
        if revision.number != expected {
            faults.add(
                path,
                line,
                format!("expected revision {expected}, found {}", revision.number),
            );
        }
        if expected == 1 && revision.date != spec.date {
            let what = format!("revision 1 is of {}, but `date` is {}", revision.date, spec.date);
            faults.add(path, line, what);
        } else if revision.date < *before {
            faults.add(path, line, format!("revision {expected} is older than the one before"));
        }
        before = &revision.date;
        if expected < newest && !source.revisions.contains_key(&expected) {
            let what = format!("the text of revision {expected} is missing: revisions/{expected}/");
            faults.add(path, line, what);
        }
    }
    for number in source.revisions.keys().filter(|number| **number >= newest) {
        let what = format!("revisions/{number}/ is there, but no newer [[revision]] is declared");
        faults.add(path, 1, what);
    }
}

//! Twins: every page of a language has its twin, leads to it and says the same.
//!
//! Job: a reader who switches language stays at the place and sees the same
//! numbers. Pages below `ja/` and `en/` are twins if their paths below are equal;
//! a page outside both (the choice of language, the page of a missing address) has
//! none. Neighbours: `page` gathers the facts, `address` reads addresses.

use super::Site;
use super::address::{Target, resolve};
use super::fault::{Fault, Rule};
use super::page::{Alternate, Facts};
use crate::site::Language;
use std::collections::BTreeMap;

/// The language folder of a page and its path below.
pub(super) fn split(path: &str) -> Option<(Language, &str)> {
    Language::ALL.into_iter().find_map(|language| {
        Some((language, path.strip_prefix(language.code())?.strip_prefix('/')?))
    })
}

/// Checks one page against its twin.
pub(super) fn check(path: &str, facts: &Facts, site: &Site, faults: &mut Vec<Fault>) {
    let mut check = Check { path, faults };
    let (language, line) = match &facts.language {
        Some((language, line)) => (language.as_str(), Some(*line)),
        None => ("", None),
    };
    let Some((own, below)) = split(path) else {
        if !Language::ALL.iter().any(|known| known.code() == language) {
            check.fault(line, "<html lang>", "`ja` or `en`".to_owned(), format!("`{language}`"));
        }
        return;
    };
    if language != own.code() {
        check.fault(line, "<html lang>", format!("`{}`", own.code()), format!("`{language}`"));
    }
    let twin = format!("{}/{below}", own.other().code());
    check.switch(&facts.switch, own.other(), &twin);
    check.alternates(&facts.alternates, below);
    let Some(other) = site.pages.get(&twin) else {
        return check.fault(None, "language twin", format!("the page `{twin}`"), "none".to_owned());
    };
    check.ids(&facts.ids, &other.ids, &twin);
    // What differs is told once, on the page of the first language.
    if own == Language::ALL[0] {
        // The order of words, and so of figures, differs between languages in prose only.
        if below.starts_with("reports/") {
            let [mut own, mut theirs] = [&facts.figures, &other.figures].map(Clone::clone);
            own.sort();
            theirs.sort();
            check.figures(&own, &theirs, &twin);
        } else {
            check.figures(&facts.figures, &other.figures, &twin);
        }
    }
}

struct Check<'a> {
    path: &'a str,
    faults: &'a mut Vec<Fault>,
}

impl Check<'_> {
    fn fault(&mut self, line: Option<u64>, place: &str, expected: String, found: String) {
        let fault = Fault::of_file(Rule::Twin, self.path, place, expected, found);
        self.faults.push(Fault { line, ..fault });
    }

    /// The page's header has one link to the other language, and it is the twin.
    fn switch(&mut self, switch: &[Alternate], other: Language, twin: &str) {
        let place = "language switch <a hreflang>";
        let mut links = switch.iter().filter(|link| link.language == other.code());
        match (links.next(), links.next()) {
            (Some(link), None) => self.leads(link, place, twin),
            (None, _) => {
                self.fault(
                    None,
                    place,
                    format!("a link to `{twin}` in the header"),
                    "none".to_owned(),
                );
            }
            (Some(_), Some(second)) => {
                let found = "more than one".to_owned();
                self.fault(Some(second.line), place, format!("one link to `{twin}`"), found);
            }
        }
    }

    /// Where the head names the page in any language, it names it in both and for neither.
    fn alternates(&mut self, alternates: &[Alternate], below: &str) {
        let place = "<link rel=alternate hreflang>";
        if alternates.is_empty() {
            return;
        }
        for language in Language::ALL {
            let page = format!("{}/{below}", language.code());
            match alternates.iter().find(|link| link.language == language.code()) {
                Some(link) => self.leads(link, place, &page),
                None => self.fault(None, place, format!("one to `{page}`"), "none".to_owned()),
            }
        }
        if !alternates.iter().any(|link| link.language == "x-default") {
            self.fault(None, place, "one for `x-default`".to_owned(), "none".to_owned());
        }
    }

    fn leads(&mut self, link: &Alternate, place: &str, page: &str) {
        let leads = match resolve(self.path, &link.address) {
            Ok(Target::Inside { file, .. }) => file == page,
            Ok(Target::Outside) => link.address.ends_with(&format!("/{page}")),
            Err(_) => false,
        };
        if !leads {
            let expected = format!("the address of `{page}`");
            self.fault(Some(link.line), place, expected, format!("`{}`", link.address));
        }
    }

    /// Every id of this page is an id of the twin; the twin's own check looks the other way.
    fn ids(&mut self, own: &BTreeMap<String, u64>, other: &BTreeMap<String, u64>, twin: &str) {
        for (id, line) in own.iter().filter(|(id, _)| !other.contains_key(*id)) {
            let place = format!("id `{id}`");
            self.fault(Some(*line), &place, format!("the same id in `{twin}`"), "none".to_owned());
        }
    }

    /// The raw values are the same, one by one; the first that differs is told.
    fn figures(&mut self, own: &[(String, u64)], other: &[(String, u64)], twin: &str) {
        for (at, (value, line)) in own.iter().enumerate() {
            let place = format!("<data value>, number {}", at + 1);
            let expected = format!("`{value}` in `{twin}` too");
            match other.get(at) {
                Some((theirs, _)) if theirs == value => {}
                Some((theirs, there)) => {
                    let found = format!("`{theirs}` on its line {there}");
                    return self.fault(Some(*line), &place, expected, found);
                }
                None => return self.fault(Some(*line), &place, expected, "none".to_owned()),
            }
        }
        if let Some((value, line)) = other.get(own.len()) {
            let place = format!("<data value>, number {}", own.len() + 1);
            let expected = format!("`{value}` as on line {line} of `{twin}`");
            self.fault(None, &place, expected, "none".to_owned());
        }
    }
}

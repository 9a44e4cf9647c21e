//! Pages of prose that stand apart from any bundle: method and verification.
//!
//! Job: the Markdown in `i18n/pages/`, compiled into the program, as HTML. It has
//! no figures, so nothing is resolved; raw HTML is refused and headings carry the
//! same ids in both languages. Neighbours: `markdown` reads articles, which do
//! have figures; `emphasis` prepares the parser's input for both.

use super::emphasis;
use crate::site::error::SiteError;
use crate::site::language::Language;
use crate::site::markup::Markup;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, TextMergeStream, html};

/// A page of prose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::site) enum Standing {
    /// Definitions, statistics, limits, interests.
    Method,
    /// How to check a bundle and the figures.
    Verify,
}

impl Standing {
    /// All of them, in the order of the navigation.
    pub(in crate::site) const ALL: [Self; 2] = [Self::Method, Self::Verify];

    /// Path below the folder of a language.
    pub(in crate::site) const fn path(self) -> &'static str {
        match self {
            Self::Method => "method/index.html",
            Self::Verify => "verify/index.html",
        }
    }

    const fn source(self, language: Language) -> &'static str {
        match (self, language) {
            (Self::Method, Language::Ja) => include_str!("../../../i18n/pages/method.ja.md"),
            (Self::Method, Language::En) => include_str!("../../../i18n/pages/method.en.md"),
            (Self::Verify, Language::Ja) => include_str!("../../../i18n/pages/verify.ja.md"),
            (Self::Verify, Language::En) => include_str!("../../../i18n/pages/verify.en.md"),
        }
    }

    /// The page in a language.
    ///
    /// # Errors
    /// [`SiteError::Render`] if the text holds raw HTML or a heading without an id; a test
    /// sees that none does.
    pub(in crate::site) fn body(self, language: Language) -> Result<Markup, SiteError> {
        body(self.source(language)).map_err(|cause| SiteError::Render {
            what: format!("{}/{}", language.code(), self.path()),
            cause,
        })
    }
}

fn body(source: &str) -> Result<Markup, String> {
    let marked = emphasis::friendly(source);
    let options = Options::ENABLE_TABLES | Options::ENABLE_HEADING_ATTRIBUTES;
    let mut events = Vec::new();
    for event in TextMergeStream::new(Parser::new_ext(&marked, options)) {
        match event {
            Event::Html(raw) | Event::InlineHtml(raw) => {
                return Err(format!("raw HTML: {raw}"));
            }
            Event::Start(Tag::Heading { id: None, .. }) => {
                return Err("a heading without an id".to_owned());
            }
            Event::Text(text) => events.push(Event::Text(emphasis::plain(&text).into())),
            Event::Code(text) => events.push(Event::Code(emphasis::plain(&text).into())),
            // A wide table scrolls within itself; a keyboard reaches it.
            Event::Start(Tag::Table(columns)) => {
                events.push(Event::Html("<div class=\"scroll\" tabindex=\"0\">".into()));
                events.push(Event::Start(Tag::Table(columns)));
            }
            Event::End(TagEnd::Table) => {
                events.push(Event::End(TagEnd::Table));
                events.push(Event::Html("</div>".into()));
            }
            other => events.push(other),
        }
    }
    let mut text = String::new();
    html::push_html(&mut text, events.into_iter());
    Ok(Markup::of_escaped(text))
}

#[cfg(test)]
mod tests {
    use super::{Standing, body};
    use crate::site::language::Language;

    fn ids(html: &str) -> Vec<&str> {
        html.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect()
    }

    #[test]
    fn both_languages_have_the_same_places() {
        for page in Standing::ALL {
            let [ja, en] = Language::ALL.map(|language| page.body(language).unwrap().to_string());
            assert!(ids(&ja).len() > 4, "{page:?}");
            assert_eq!(ids(&ja), ids(&en), "{page:?}");
            for count in ["<li>", "<tr>", "<code>", "<h2"] {
                assert_eq!(
                    ja.matches(count).count(),
                    en.matches(count).count(),
                    "{page:?} {count}"
                );
            }
        }
    }

    #[test]
    fn emphasis_beside_japanese_punctuation_is_emphasis() {
        let html = body("これは**「重要」**です。\n").unwrap().to_string();
        assert_eq!(html, "<p>これは<strong>「重要」</strong>です。</p>\n");
    }

    #[test]
    fn raw_html_and_headings_without_an_id_are_refused() {
        assert!(body("a <b>c</b>").is_err() && body("<script>x</script>\n").is_err());
        assert_eq!(body("## Words\n"), Err("a heading without an id".to_owned()));
    }
}

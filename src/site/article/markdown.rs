//! The text of an article → HTML, with every fault and its line.
//!
//! Job: walk the events of the Markdown parser and write what is allowed;
//! whatever else stands there (raw HTML, numbered lists, a heading without an
//! id) is a fault. Neighbours: `prose` deals with text, `emphasis` prepares the
//! parser's input, `words` has the tables of figures, `tags` the plain elements.

use super::emphasis::{self, is_cjk};
use super::heading::{self, Heading, OWN_IDS, OpenHeading};
use super::html::{attribute, escape};
use super::link::{Target, target};
use super::media::MediaSpecs;
use super::placeholder::{Piece, pieces};
use super::prose::{Inline, Reader, Uses};
use super::tags::{self, Table};
use crate::record::{is_hidden, token};
use crate::report::article::{Word, line_of};
use crate::site::language::Language;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, TextMergeWithOffset};
use std::collections::{BTreeMap, BTreeSet};

/// A text that was read.
#[derive(Debug, Default)]
pub(super) struct Body {
    pub(super) html: String,
    pub(super) headings: Vec<Heading>,
    pub(super) uses: Uses,
}

/// What a text may put in beside prose.
#[derive(Clone, Copy)]
pub(super) struct Parts<'a> {
    /// Tables of figures, finished.
    pub(super) tables: &'a BTreeMap<Word, String>,
    pub(super) media: &'a MediaSpecs<'a>,
    /// Put before a relative link, where the page lies deeper than the article's own address.
    pub(super) deeper: &'static str,
}

/// Reads the text of an article.
pub(super) fn read(reader: Reader<'_, '_>, text: &str, parts: Parts<'_>) -> Body {
    let marked = emphasis::friendly(text);
    let options = Options::ENABLE_TABLES | Options::ENABLE_HEADING_ATTRIBUTES;
    let parser = Parser::new_ext(&marked, options).into_offset_iter();
    let mut events = TextMergeWithOffset::new(parser)
        .map(|(event, range)| (event, line_of(&marked, range.start)))
        .peekable();
    let mut walk = Walk::new(reader, parts);
    walk.hidden(text);
    while let Some((event, line)) = events.next() {
        let alone = match (&event, events.peek()) {
            (Event::Start(Tag::Paragraph), Some((Event::Text(text), _))) => block(text),
            _ => None,
        };
        let Some((kind, id)) = alone else {
            walk.event(event, line);
            continue;
        };
        events.next();
        if matches!(events.peek(), Some((Event::End(TagEnd::Paragraph), _))) {
            events.next();
            walk.block(&kind, &id, line);
        } else {
            walk.out += "<p>";
            walk.event(Event::Text(format!("{{{kind}={id}}}").into()), line);
        }
    }
    walk.finish()
}

/// The placeholder of a block, if a text is nothing else.
fn block(text: &str) -> Option<(String, Word)> {
    match pieces(&emphasis::plain(text)).as_slice() {
        [Piece::Block(kind, id)] => Some(((*kind).to_owned(), id.clone())),
        _ => None,
    }
}

/// What is being written.
pub(super) struct Walk<'a, 'f> {
    reader: Reader<'a, 'f>,
    parts: Parts<'a>,
    out: String,
    headings: Vec<Heading>,
    /// Level of the heading before, with an id or without.
    level: u8,
    heading: Option<OpenHeading>,
    /// File, alternative text and line of the image that is open.
    image: Option<(String, String, usize)>,
    table: Option<Table>,
    in_code: bool,
    in_html: bool,
    links: usize,
    /// A line break of the source that may become a blank.
    break_due: bool,
    last: Option<char>,
    fragments: Vec<(String, usize)>,
}

impl<'a, 'f> Walk<'a, 'f> {
    fn new(reader: Reader<'a, 'f>, parts: Parts<'a>) -> Self {
        Self {
            reader,
            parts,
            out: String::new(),
            headings: Vec::new(),
            level: 1,
            heading: None,
            image: None,
            table: None,
            in_code: false,
            in_html: false,
            links: 0,
            break_due: false,
            last: None,
            fragments: Vec::new(),
        }
    }

    /// What cannot be seen is refused wherever it stands, in code too.
    fn hidden(&mut self, text: &str) {
        let refused = |c: &char| is_hidden(*c) && *c != '\t' || *c == emphasis::STANDIN;
        for (index, line) in text.split('\n').enumerate() {
            if let Some(found) = line.chars().find(refused) {
                self.reader.fault(index + 1, format!("hidden character {}", token(found)));
            }
        }
    }

    fn event(&mut self, event: Event<'_>, line: usize) {
        match event {
            Event::Start(tag) => self.start(tag, line),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => self.text(&emphasis::plain(&text), line),
            Event::Code(code) => {
                let code = emphasis::plain(&code);
                self.before(code.chars().next());
                self.put(&format!("<code>{}</code>", escape(&code)));
                self.last = code.chars().next_back();
            }
            Event::SoftBreak => self.break_due = true,
            Event::HardBreak => self.put("<br>\n"),
            Event::Rule => self.put("<hr>\n"),
            Event::Html(_) | Event::InlineHtml(_) if self.in_html => {}
            Event::Html(_) | Event::InlineHtml(_) => self.html(line),
            _ => self.reader.fault(line, "an article has no such element"),
        }
    }

    fn html(&mut self, line: usize) {
        self.reader
            .fault(line, "raw HTML is refused: write Markdown, and show a tag in a code span");
    }

    /// Writes to the page, and to the contents while a heading is open.
    fn put(&mut self, html: &str) {
        self.out += html;
        if let Some(heading) = &mut self.heading {
            heading.text.html += html;
        }
    }

    /// A line break becomes a blank, except between characters of Japanese writing.
    fn before(&mut self, next: Option<char>) {
        let joined = self.after_japanese() && next.is_some_and(is_cjk);
        if std::mem::take(&mut self.break_due) && !joined {
            self.put("\n");
        }
    }

    fn after_japanese(&self) -> bool {
        self.reader.show.language == Language::Ja && self.last.is_some_and(is_cjk)
    }

    /// Before an inline tag, so that a blank stands outside it wherever there must be one.
    fn before_tag(&mut self) {
        if !self.after_japanese() {
            self.before(None);
        }
    }

    fn text(&mut self, text: &str, line: usize) {
        if let Some((_, alternative, _)) = &mut self.image {
            *alternative += text;
            self.reader.alternative(text, line);
            return;
        }
        if self.in_html {
            return;
        }
        if self.in_code {
            self.out += &escape(text);
            return;
        }
        let inline = self.reader.prose(text, line, self.links == 0);
        self.before(inline.plain.chars().next());
        self.out += &inline.html;
        self.last = inline.plain.chars().next_back().or(self.last);
        if let Some(heading) = &mut self.heading {
            let unlinked = self.reader.prose(text, line, false);
            heading.text.html += &unlinked.html;
            heading.text.plain += &unlinked.plain;
        }
    }

    fn start(&mut self, tag: Tag<'_>, line: usize) {
        match tag {
            Tag::Heading { level, id, classes, attrs } => {
                let extra = !classes.is_empty() || !attrs.is_empty();
                self.open_heading(level as u8, id.as_deref(), extra, line);
            }
            Tag::Link { dest_url, title, .. } => {
                self.before_tag();
                self.reader.plain(&emphasis::plain(&title), line);
                self.open_link(&emphasis::plain(&dest_url), line);
            }
            Tag::Image { dest_url, title, .. } => {
                self.reader.plain(&emphasis::plain(&title), line);
                let file = emphasis::plain(&dest_url);
                self.reader.uses.media.entry(file.clone()).or_insert(line);
                self.image = Some((file, String::new(), line));
            }
            Tag::HtmlBlock => {
                self.in_html = true;
                self.html(line);
            }
            Tag::CodeBlock(_) => {
                self.in_code = true;
                self.out += "<pre tabindex=\"0\"><code>";
            }
            Tag::List(Some(_)) => self.reader.fault(
                line,
                "a numbered list types its numbers: use a list with hyphens, or headings",
            ),
            Tag::Table(alignments) => {
                let above = self.headings.last().map(|heading| heading.text.plain.as_str());
                self.out += &tags::open_table(above.unwrap_or_default());
                self.table = Some(Table::new(alignments));
            }
            tag => {
                if matches!(tag, Tag::Emphasis | Tag::Strong) {
                    self.before_tag();
                } else {
                    (self.last, self.break_due) = (None, false);
                }
                match tags::open(&tag, self.table.as_mut()) {
                    Some(html) => self.put(html),
                    None => self.reader.fault(line, "an article has no such element"),
                }
            }
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(_) => {
                if let Some(OpenHeading { level, id, text, line }) = self.heading.take() {
                    self.out += &format!("</h{level}>\n");
                    self.headings.extend(id.map(|id| Heading { level, id, text, line }));
                }
            }
            TagEnd::Link => {
                self.links -= 1;
                self.out += "</a>";
            }
            TagEnd::Image => {
                if let Some((file, alternative, line)) = self.image.take() {
                    self.before(None);
                    match self.parts.media.html(&file, &alternative) {
                        Ok(html) => self.out += &html,
                        Err(what) => self.reader.fault(line, what),
                    }
                }
            }
            TagEnd::HtmlBlock => self.in_html = false,
            TagEnd::CodeBlock => {
                self.in_code = false;
                self.out += "</code></pre>\n";
            }
            TagEnd::Table => {
                self.table = None;
                self.out += "</tbody></table></div>\n";
            }
            tag => {
                let html = tags::close(tag, self.table.as_mut());
                self.put(html);
            }
        }
    }

    fn open_heading(&mut self, level: u8, id: Option<&str>, extra: bool, line: usize) {
        (self.last, self.break_due) = (None, false);
        let before = std::mem::replace(&mut self.level, level);
        let id = id.map(emphasis::plain);
        let (word, faults) = heading::check(level, before, id.as_deref(), &self.headings);
        for what in faults {
            self.reader.fault(line, what);
        }
        if extra {
            self.reader.fault(line, "a heading carries an id and nothing else: {#id}");
        }
        let shown = word.as_ref().map_or("", Word::as_str);
        self.out += &format!("<h{level} id=\"{shown}\">");
        self.heading = Some(OpenHeading { level, id: word, text: Inline::default(), line });
    }

    fn open_link(&mut self, destination: &str, line: usize) {
        self.links += 1;
        let href = match target(destination) {
            None => {
                let what = format!(
                    "the link `{destination}` is refused: https:, a relative address or #id"
                );
                self.reader.fault(line, what);
                String::new()
            }
            Some(Target::Web) => destination.to_owned(),
            Some(Target::Page) => format!("{}{destination}", self.parts.deeper),
            Some(Target::Id(id)) => {
                let claim = id.strip_prefix("claim-").and_then(Word::parse);
                if let Some(claim) = claim {
                    self.reader.uses.claims.entry(claim).or_insert(line);
                }
                self.fragments.push((id.to_owned(), line));
                destination.to_owned()
            }
        };
        // The contents are links themselves, so a link in a heading stays out of them.
        self.out += &format!("<a href=\"{}\">", attribute(&href));
    }

    fn block(&mut self, kind: &str, id: &Word, line: usize) {
        match (kind, self.parts.tables.get(id)) {
            ("table", Some(html)) => {
                self.reader.uses.tables.entry(id.clone()).or_insert(line);
                self.out += html;
            }
            ("table", None) => {
                self.reader.fault(line, format!("no table `{id}` is declared in report.toml"));
            }
            ("chart", _) => self.reader.fault(line, format!("no chart `{id}` is declared")),
            _ => self.reader.fault(line, format!("`{kind}` is no kind of placeholder")),
        }
    }

    /// Every `#id` must be on the page.
    fn finish(mut self) -> Body {
        let claims = self.reader.spec.claims.iter().map(|claim| &claim.get_ref().id);
        let claims = claims.map(|id| format!("claim-{id}"));
        let tables = self.reader.uses.tables.keys().map(|id| format!("table-{id}"));
        let headings = self.headings.iter().map(|heading| heading.id.to_string());
        let own = OWN_IDS.iter().map(|id| (*id).to_owned());
        let known: BTreeSet<String> = claims.chain(tables).chain(headings).chain(own).collect();
        for (id, line) in std::mem::take(&mut self.fragments) {
            if !known.contains(&id) {
                self.reader.fault(line, format!("the page has no id `{id}`"));
            }
        }
        if self.headings.is_empty() {
            self.reader.fault(1, "the text has no heading");
        }
        Body { html: self.out, headings: self.headings, uses: self.reader.uses }
    }
}

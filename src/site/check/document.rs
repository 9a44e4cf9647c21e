//! A page as a tree of elements, each with the line it stands on.
//!
//! Job: hold what a browser would make of the text of a page, and walk it in
//! document order. Neighbours: `sink` fills the tree while html5ever parses; the
//! checks only read it. Names and attributes are as parsed: lower case, decoded.

use super::sink;
use html5ever::{Attribute, QualName, ns};

/// A parsed page.
#[derive(Debug)]
pub(super) struct Document {
    pub(super) nodes: Vec<Node>,
    /// Where the text is not HTML as the standard has it: line and what the parser said.
    pub(super) errors: Vec<(u64, String)>,
}

/// One node; nodes name each other by their index.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) parent: Option<usize>,
    pub(super) children: Vec<usize>,
    /// Line of the text, from 1, on which the node ends (an element: its start tag).
    pub(super) line: u64,
    /// The name of the tag; empty for what is no element.
    pub(super) name: QualName,
    pub(super) kind: Kind,
}

/// What a node is.
#[derive(Debug)]
pub(super) enum Kind {
    /// The root of the tree.
    Document,
    /// A tag with its attributes.
    Element(Vec<Attribute>),
    /// Text between tags.
    Text(String),
    /// What a reader never sees.
    Comment,
}

impl Document {
    /// Parses the text of a page as a browser without scripts would.
    pub(super) fn parse(text: &str) -> Self {
        sink::parse(text)
    }

    /// Every element in document order.
    pub(super) fn elements(&self) -> impl Iterator<Item = Element<'_>> {
        self.below(sink::ROOT).filter_map(|node| self.element(node))
    }

    /// Every element of this name in document order.
    pub(super) fn named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = Element<'a>> {
        self.elements().filter(move |element| element.name() == name)
    }

    /// Every piece of text between tags, with its line.
    pub(super) fn texts(&self) -> impl Iterator<Item = (u64, &str)> {
        self.below(sink::ROOT).filter_map(|node| match &self.nodes[node].kind {
            Kind::Text(text) => Some((self.nodes[node].line, text.as_str())),
            _ => None,
        })
    }

    fn element(&self, node: usize) -> Option<Element<'_>> {
        match &self.nodes[node].kind {
            Kind::Element(attributes) => Some(Element { document: self, node, attributes }),
            _ => None,
        }
    }

    /// Everything below a node, in document order.
    fn below(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let mut open: Vec<usize> = self.nodes[node].children.iter().rev().copied().collect();
        std::iter::from_fn(move || {
            let next = open.pop()?;
            open.extend(self.nodes[next].children.iter().rev());
            Some(next)
        })
    }
}

/// An element of a page.
#[derive(Debug, Clone, Copy)]
pub(super) struct Element<'a> {
    document: &'a Document,
    node: usize,
    attributes: &'a [Attribute],
}

impl<'a> Element<'a> {
    /// The name of the tag.
    pub(super) fn name(self) -> &'a str {
        &self.document.nodes[self.node].name.local
    }

    /// Whether the element belongs to a drawing rather than to HTML.
    pub(super) fn is_svg(self) -> bool {
        self.document.nodes[self.node].name.ns == ns!(svg)
    }

    /// Line of its start tag, from 1.
    pub(super) fn line(self) -> u64 {
        self.document.nodes[self.node].line
    }

    /// The value of an attribute; `xlink:href` is found as `href`.
    pub(super) fn attribute(self, name: &str) -> Option<&'a str> {
        self.attributes().find(|(own, _)| *own == name).map(|(_, value)| value)
    }

    /// Every attribute with its value.
    pub(super) fn attributes(self) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.attributes.iter().map(|attribute| (&*attribute.name.local, &*attribute.value))
    }

    /// Whether `class` holds this word.
    pub(super) fn has_class(self, class: &str) -> bool {
        self.attribute("class").is_some_and(|all| all.split_ascii_whitespace().any(|c| c == class))
    }

    /// The elements around it, from the nearest outwards.
    pub(super) fn ancestors(self) -> impl Iterator<Item = Self> {
        let mut at = self.node;
        std::iter::from_fn(move || {
            at = self.document.nodes[at].parent?;
            self.document.element(at)
        })
    }

    /// The elements inside it, in document order.
    pub(super) fn descendants(self) -> impl Iterator<Item = Self> {
        self.document.below(self.node).filter_map(|node| self.document.element(node))
    }

    /// All text inside it.
    pub(super) fn text(self) -> String {
        let nodes = self.document.below(self.node);
        let texts = nodes.filter_map(|node| match &self.document.nodes[node].kind {
            Kind::Text(text) => Some(text.as_str()),
            _ => None,
        });
        texts.collect()
    }

    /// Whether any text inside it can be read.
    pub(super) fn has_text(self) -> bool {
        !self.text().trim().is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::Document;

    #[test]
    fn elements_come_in_document_order_with_their_lines() {
        let document = Document::parse(
            "<!DOCTYPE html>\n<html lang=\"ja\"><head><title>値</title></head>\n<body><p id=a>x<b>y</b>\n</p><svg viewBox=\"0 0 1 1\"><use xlink:href=\"#a\"/></svg></body></html>",
        );
        assert_eq!(document.errors, []);
        let found: Vec<_> = document.elements().map(|e| (e.name(), e.line())).collect();
        assert_eq!(
            found,
            [
                ("html", 2),
                ("head", 2),
                ("title", 2),
                ("body", 3),
                ("p", 3),
                ("b", 3),
                ("svg", 4),
                ("use", 4)
            ]
        );
        let [p, b, svg, r#use] = [4, 5, 6, 7].map(|at| document.elements().nth(at).unwrap());
        assert_eq!((p.text().as_str(), p.attribute("id")), ("xy\n", Some("a")));
        assert_eq!(
            b.ancestors().map(super::Element::name).collect::<Vec<_>>(),
            ["p", "body", "html"]
        );
        assert!(svg.is_svg() && !p.is_svg());
        assert_eq!(
            (svg.attribute("viewBox"), r#use.attribute("href")),
            (Some("0 0 1 1"), Some("#a"))
        );
    }

    #[test]
    fn misplaced_markup_is_put_where_a_browser_puts_it() {
        // Text in a table goes before it; a formatting element is closed and opened again.
        let document = Document::parse(
            "<!DOCTYPE html><title>t</title><table><tr><td>1</td></tr>stray</table><p><b>x<i>y</b>z</i>",
        );
        let shape: Vec<_> = document.elements().map(super::Element::name).collect();
        assert_eq!(
            shape,
            ["html", "head", "title", "body", "table", "tbody", "tr", "td", "p", "b", "i", "i"]
        );
        let texts: Vec<_> = document.texts().map(|(_, text)| text).collect();
        assert_eq!(texts, ["t", "stray", "1", "x", "y", "z"]);
        assert!(!document.errors.is_empty());
    }

    #[test]
    fn what_a_script_would_add_is_read_too() {
        let document = Document::parse(
            "<!DOCTYPE html><title>t</title><noscript><link href=a.css rel=stylesheet></noscript><template><a href=x>x</a></template>",
        );
        let names: Vec<_> = document.elements().map(super::Element::name).collect();
        assert_eq!(names, ["html", "head", "title", "noscript", "link", "template", "a", "body"]);
    }
}

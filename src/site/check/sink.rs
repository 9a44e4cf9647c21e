//! What html5ever calls while it parses: it builds a [`Document`].
//!
//! Job: keep the tree as the standard's algorithm moves it about, and the line of
//! every node, which ready-made trees for this parser do not keep. Neighbours:
//! `document` reads the result.

use super::document::{Document, Kind, Node};
use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::{StrTendril, TendrilSink as _};
use html5ever::tokenizer::TokenizerOpts;
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{Attribute, ParseOpts, QualName, local_name, ns, parse_document};
use std::borrow::Cow;
use std::cell::{Cell, Ref, RefCell};

/// Index of the root.
pub(super) const ROOT: usize = 0;

pub(super) fn parse(text: &str) -> Document {
    let options = ParseOpts {
        tokenizer: TokenizerOpts { exact_errors: true, discard_bom: false, ..Default::default() },
        // Without scripting the inside of `noscript` is markup, and is checked.
        tree_builder: TreeBuilderOpts { scripting_enabled: false, ..Default::default() },
    };
    let sink = Sink { nodes: RefCell::default(), errors: RefCell::default(), line: Cell::new(1) };
    sink.create(unnamed(), Kind::Document);
    parse_document(sink, options).one(text)
}

struct Sink {
    nodes: RefCell<Vec<Node>>,
    errors: RefCell<Vec<(u64, String)>>,
    /// Line at which the parser stands.
    line: Cell<u64>,
}

/// What a node that is no element is called; the parser never asks.
fn unnamed() -> QualName {
    QualName::new(None, ns!(), local_name!(""))
}

impl Sink {
    fn create(&self, name: QualName, kind: Kind) -> usize {
        let mut nodes = self.nodes.borrow_mut();
        let line = self.line.get();
        nodes.push(Node { parent: None, children: Vec::new(), line, name, kind });
        nodes.len() - 1
    }

    /// Puts a child at `place` among the children of `parent`; text joins the text before it.
    fn insert(&self, parent: usize, place: usize, child: NodeOrText<usize>) {
        let child = match child {
            NodeOrText::AppendNode(node) => node,
            NodeOrText::AppendText(text) => {
                let mut nodes = self.nodes.borrow_mut();
                let before = place.checked_sub(1).map(|before| nodes[parent].children[before]);
                if let Some(before) = before
                    && let Kind::Text(own) = &mut nodes[before].kind
                {
                    own.push_str(&text);
                    return;
                }
                drop(nodes);
                self.create(unnamed(), Kind::Text(text.to_string()))
            }
        };
        let mut nodes = self.nodes.borrow_mut();
        nodes[child].parent = Some(parent);
        nodes[parent].children.insert(place, child);
    }

    /// The parent of a node and its place among the children.
    fn place(&self, node: usize) -> Option<(usize, usize)> {
        let nodes = self.nodes.borrow();
        let parent = nodes[node].parent?;
        let place = nodes[parent].children.iter().position(|child| *child == node)?;
        Some((parent, place))
    }
}

impl TreeSink for Sink {
    type Handle = usize;
    type Output = Document;
    type ElemName<'a> = Ref<'a, QualName>;

    fn finish(self) -> Document {
        Document { nodes: self.nodes.into_inner(), errors: self.errors.into_inner() }
    }

    fn parse_error(&self, message: Cow<'static, str>) {
        self.errors.borrow_mut().push((self.line.get(), message.into_owned()));
    }

    fn get_document(&self) -> usize {
        ROOT
    }

    fn elem_name<'a>(&'a self, target: &'a usize) -> Ref<'a, QualName> {
        Ref::map(self.nodes.borrow(), |nodes| &nodes[*target].name)
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, _: ElementFlags) -> usize {
        self.create(name, Kind::Element(attributes))
    }

    fn create_comment(&self, _: StrTendril) -> usize {
        self.create(unnamed(), Kind::Comment)
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> usize {
        self.create(unnamed(), Kind::Comment)
    }

    fn append(&self, parent: &usize, child: NodeOrText<usize>) {
        let last = self.nodes.borrow()[*parent].children.len();
        self.insert(*parent, last, child);
    }

    fn append_based_on_parent_node(
        &self,
        element: &usize,
        previous: &usize,
        child: NodeOrText<usize>,
    ) {
        if self.nodes.borrow()[*element].parent.is_some() {
            self.append_before_sibling(element, child);
        } else {
            self.append(previous, child);
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    // What a template holds is read like any other part of the page.
    fn get_template_contents(&self, target: &usize) -> usize {
        *target
    }

    fn same_node(&self, x: &usize, y: &usize) -> bool {
        x == y
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &usize, child: NodeOrText<usize>) {
        if let NodeOrText::AppendNode(node) = &child {
            self.remove_from_parent(node);
        }
        if let Some((parent, place)) = self.place(*sibling) {
            self.insert(parent, place, child);
        }
    }

    fn add_attrs_if_missing(&self, target: &usize, added: Vec<Attribute>) {
        if let Kind::Element(attributes) = &mut self.nodes.borrow_mut()[*target].kind {
            for attribute in added {
                if !attributes.iter().any(|own| own.name == attribute.name) {
                    attributes.push(attribute);
                }
            }
        }
    }

    fn remove_from_parent(&self, target: &usize) {
        if let Some((parent, place)) = self.place(*target) {
            let mut nodes = self.nodes.borrow_mut();
            nodes[parent].children.remove(place);
            nodes[*target].parent = None;
        }
    }

    fn reparent_children(&self, node: &usize, new_parent: &usize) {
        let mut nodes = self.nodes.borrow_mut();
        let moved = std::mem::take(&mut nodes[*node].children);
        for child in &moved {
            nodes[*child].parent = Some(*new_parent);
        }
        nodes[*new_parent].children.extend(moved);
    }

    fn set_current_line(&self, line: u64) {
        self.line.set(line);
    }
}

//! Holds the text of a finished chart to the rules of charts.
//!
//! Job: read an SVG as XML, knowing nothing of how it was drawn, and name every
//! rule that it breaks. Tests use it on single charts and on whole pages.
//! Neighbours: only the estimate of text widths is shared with the drawing.

use super::text::{ASCENT, DESCENT, Setting, width};
use crate::site::Language;
use roxmltree::{Document, Node};
use std::collections::BTreeSet;

/// A rule that a chart breaks.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SvgFault {
    /// It cannot be read.
    #[error("expected one svg element in well-formed XML, found: {0}")]
    NotSvg(String),
    /// The root has no usable `viewBox` or language, or has a size of its own.
    #[error("expected {0} on the root element")]
    Root(&'static str),
    /// No picture for assistive technology, or more than one.
    #[error("expected one element with role=\"img\", found {0}")]
    Role(usize),
    /// The picture is not named by a title and a description.
    #[error("expected aria-labelledby to name a title and a desc that hold text, found {0:?}")]
    Name(String),
    /// An id that is there twice.
    #[error("expected every id once, found {0:?} again")]
    RepeatedId(String),
    /// An element that charts have no use for; scripts and style sheets among them.
    #[error("expected only the elements of charts, found <{0}>")]
    Element(String),
    /// An attribute that carries code or style, which the policy of the pages forbids.
    #[error("expected neither style nor code in attributes, found {0}")]
    Inline(String),
    /// A link out of the site, in the tab order, or inside the picture.
    #[error(
        "expected a link within the site, out of the tab order and out of the picture, found {0:?}"
    )]
    Link(String),
    /// A coordinate that is not a finite number.
    #[error("expected finite numbers in {0}, found {1:?}")]
    Number(String, String),
    /// Text that does not lie within the `viewBox`.
    #[error("expected text within the viewBox, found {0:?} outside")]
    Outside(String),
}

/// Every rule that the text of one chart breaks; none if it is right.
#[must_use]
pub fn check_svg(svg: &str) -> Vec<SvgFault> {
    let document = match Document::parse(svg) {
        Ok(document) => document,
        Err(cause) => return vec![SvgFault::NotSvg(cause.to_string())],
    };
    let root = document.root_element();
    if root.tag_name().name() != "svg" {
        return vec![SvgFault::NotSvg(format!("<{}>", root.tag_name().name()))];
    }
    let mut faults = Vec::new();
    names(root, &mut faults);
    for element in root.descendants().filter(Node::is_element) {
        inert(element, &mut faults);
        link(element, &mut faults);
        numbers(element, &mut faults);
    }
    texts(root, &mut faults);
    faults
}

/// Role, title, description, ids.
fn names(root: Node<'_, '_>, faults: &mut Vec<SvgFault>) {
    let mut ids = BTreeSet::new();
    for id in root.descendants().filter_map(|element| element.attribute("id")) {
        if !ids.insert(id) {
            faults.push(SvgFault::RepeatedId(id.to_owned()));
        }
    }
    let pictures: Vec<_> =
        root.descendants().filter(|element| element.attribute("role") == Some("img")).collect();
    let [picture] = pictures.as_slice() else {
        faults.push(SvgFault::Role(pictures.len()));
        return;
    };
    let labels = picture.attribute("aria-labelledby").unwrap_or_default();
    let named: Vec<_> = labels
        .split(' ')
        .filter_map(|id| picture.children().find(|child| child.attribute("id") == Some(id)))
        .filter(|child| child.text().is_some_and(|text| !text.trim().is_empty()))
        .map(|child| child.tag_name().name())
        .collect();
    if named != ["title", "desc"] {
        faults.push(SvgFault::Name(labels.to_owned()));
    }
}

const ELEMENTS: [&str; 11] =
    ["svg", "g", "title", "desc", "a", "circle", "line", "path", "polygon", "polyline", "rect"];

/// No code, no style, nothing loaded from elsewhere.
fn inert(element: Node<'_, '_>, faults: &mut Vec<SvgFault>) {
    let name = element.tag_name().name();
    if !ELEMENTS.contains(&name) && name != "text" {
        faults.push(SvgFault::Element(name.to_owned()));
    }
    for attribute in element.attributes() {
        let name = attribute.name();
        if name == "style" || name.starts_with("on") || attribute.value().contains("url(") {
            faults.push(SvgFault::Inline(format!("{name}={:?}", attribute.value())));
        }
    }
}

fn link(element: Node<'_, '_>, faults: &mut Vec<SvgFault>) {
    if element.tag_name().name() != "a" {
        return;
    }
    let href = element.attribute("href").unwrap_or_default();
    let within = !href.is_empty() && !href.contains(':') && !href.starts_with('/');
    let skipped = element.attribute("tabindex") == Some("-1");
    let hidden = element.ancestors().any(|above| above.attribute("aria-hidden") == Some("true"));
    if !(within && skipped && hidden) {
        faults.push(SvgFault::Link(href.to_owned()));
    }
}

const NUMBERS: [&str; 12] =
    ["x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "width", "height", "font-size"];

/// Finite numbers wherever there are numbers.
fn numbers(element: Node<'_, '_>, faults: &mut Vec<SvgFault>) {
    for attribute in element.attributes() {
        let (name, value) = (attribute.name(), attribute.value());
        let right = match name {
            "points" | "viewBox" => value.split([' ', ',']).all(|part| number(part).is_some()),
            "d" => {
                value.split(['M', 'L', 'H', 'V', ' ']).skip(1).all(|part| number(part).is_some())
            }
            "stroke-width" => number(value).is_some(),
            name if NUMBERS.contains(&name) => number(value).is_some(),
            _ => true,
        };
        if !right {
            let place = format!("{} of <{}>", name, element.tag_name().name());
            faults.push(SvgFault::Number(place, value.to_owned()));
        }
    }
}

fn number(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

/// Every text lies within the `viewBox`, by its estimated width.
fn texts(root: Node<'_, '_>, faults: &mut Vec<SvgFault>) {
    let language =
        Language::ALL.into_iter().find(|language| root.attribute("lang") == Some(language.code()));
    let sizes: Vec<f64> =
        root.attribute("viewBox").unwrap_or_default().split(' ').filter_map(number).collect();
    if language.is_none() {
        faults.push(SvgFault::Root("lang, ja or en,"));
    }
    let &[left, top, wide, high] = sizes.as_slice() else {
        faults.push(SvgFault::Root("a viewBox of four numbers"));
        return;
    };
    let language = language.unwrap_or(Language::Ja);
    for text in root.descendants().filter(|element| element.tag_name().name() == "text") {
        let value = |name| text.attribute(name).and_then(number);
        let words = text.text().unwrap_or_default();
        let inside = match (value("x"), value("y"), value("font-size")) {
            (Some(x), Some(y), Some(size)) => {
                let bold = text.attribute("font-weight").is_some();
                let wide_text = width(words, Setting { language, size, bold });
                let begins = match text.attribute("text-anchor") {
                    Some("middle") => x - wide_text / 2.0,
                    Some("end") => x - wide_text,
                    _ => x,
                };
                begins >= left
                    && begins + wide_text <= left + wide
                    && y - ASCENT * size >= top
                    && y + DESCENT * size <= top + high
            }
            _ => false,
        };
        if !inside {
            faults.push(SvgFault::Outside(words.to_owned()));
        }
    }
}

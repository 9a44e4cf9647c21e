//! Drawings: every `svg` in a page has a role and a name, or is hidden from readers.
//!
//! Job: a chart that is not named does not exist for a reader who cannot see it,
//! and general checkers are silent about a drawing without a role. The name is the
//! drawing's own title (and description), so that it goes where the drawing goes.
//! A drawing inside another belongs to that one. Drawings in files of their own are
//! images, whose names are in the page.

use super::document::Element;
use super::fault::{Fault, Rule};
use super::page::Page;

/// Roles of a drawing: an image, or a figure whose parts can be reached.
const ROLES: [&str; 4] = ["img", "group", "graphics-document", "graphics-object"];

pub(super) fn check(page: &Page, faults: &mut Vec<Fault>) {
    for image in page.document.named("img") {
        if image.attribute("alt").is_none() {
            let expected = "a text for those who do not see it";
            faults.push(page.fault(Rule::Svg, image.line(), "<img alt>", expected, "none"));
        }
    }
    for svg in page.document.named("svg").filter(|svg| svg.is_svg()) {
        let inner = svg.ancestors().any(|around| around.name() == "svg");
        if inner || svg.attribute("aria-hidden") == Some("true") {
            continue;
        }
        if let Err((place, expected, found)) = named(svg) {
            faults.push(page.fault(Rule::Svg, svg.line(), place, expected, found));
        }
    }
}

/// Whether a drawing has a role and a name; else place, expected and found.
///
/// A drawing whose parts are links keeps them out of its picture, which is then the one
/// element in it with the role of an image.
fn named(drawing: Element<'_>) -> Result<(), (&'static str, String, String)> {
    let mut pictures = drawing.descendants().filter(|part| part.attribute("role") == Some("img"));
    let svg = match (drawing.attribute("role"), pictures.next(), pictures.next()) {
        (None, Some(picture), None) => picture,
        _ => drawing,
    };
    let role = svg.attribute("role").unwrap_or_default();
    let mut roles = role.split_ascii_whitespace().peekable();
    if roles.peek().is_none() || !roles.all(|role| ROLES.contains(&role)) {
        let expected =
            format!("{} or aria-hidden", ROLES.map(|role| format!("`{role}`")).join(", "));
        return Err(("<svg role>", expected, format!("`{role}`")));
    }
    let place = "<svg aria-labelledby>";
    let names = svg.attribute("aria-labelledby").unwrap_or_default();
    let mut titled = false;
    for id in names.split_ascii_whitespace() {
        let naming = svg.descendants().find(|element| element.attribute("id") == Some(id));
        match naming.map(|element| (element.name(), element.has_text())) {
            Some(("title", true)) => titled = true,
            Some(("desc", true)) => {}
            Some((name, _)) => {
                let found = format!("`{id}`, <{name}>");
                return Err((place, "a <title> or <desc> with text".to_owned(), found));
            }
            None => {
                return Err((place, "an id in the drawing".to_owned(), format!("no `{id}`")));
            }
        }
    }
    if titled {
        Ok(())
    } else {
        Err((place, "the id of its <title>".to_owned(), format!("`{names}`")))
    }
}

//! Code: none inside a page; scripts and styles are files.
//!
//! Job: text of a model that got past the escaping would show itself here, and the
//! content security policy lets no such code run, so it would be dead as well.
//! Neighbours: `policy` looks at the policy itself.

use super::document::Element;
use super::fault::{Fault, Rule};
use super::page::Page;

/// Schemes that run what follows them.
const RUNNING: [&str; 2] = ["javascript:", "vbscript:"];

pub(super) fn check(page: &Page, faults: &mut Vec<Fault>) {
    for element in page.document.elements() {
        let mut fault = |place: String, expected: &str, found: &str| {
            faults.push(page.fault(Rule::Code, element.line(), place, expected, found));
        };
        match element.name() {
            "style" => fault("<style>".to_owned(), "style in a file", "style in the page"),
            "script" if is_inline(element) => {
                fault("<script>".to_owned(), "a script in a file", "one in the page");
            }
            _ => {}
        }
        for (name, value) in element.attributes() {
            let place = || format!("<{} {name}>", element.name());
            if name == "style" || name == "srcdoc" || name.starts_with("on") {
                fault(place(), "no such attribute", &format!("`{value}`"));
            } else if runs(value) {
                fault(place(), "no address that runs code", &format!("`{value}`"));
            }
        }
    }
}

fn is_inline(script: Element<'_>) -> bool {
    // The script of a drawing names its file by `href`.
    let file = script.attribute("src").or_else(|| script.attribute("href"));
    file.is_none() || script.has_text()
}

/// Whether a browser would take the value for code; it ignores case and hidden characters.
fn runs(value: &str) -> bool {
    let letters = value.chars().filter(|c| !c.is_whitespace() && !c.is_control());
    let start: String = letters.take(16).collect::<String>().to_ascii_lowercase();
    RUNNING.iter().any(|scheme| start.starts_with(scheme))
}

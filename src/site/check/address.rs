//! An address of a page → the file of the site that it names.
//!
//! Job: read an address as a browser does, on a server and from `file://`, and
//! refuse what the two would read differently. A pure function: whether the file
//! is there is the business of `links`.

use crate::record::is_hidden;
use crate::site::percent;

/// What an address names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Target {
    /// A place outside the site, `https:`.
    Outside,
    /// A file of the site, and a place in it; a folder ends in `/`.
    Inside { file: String, fragment: Option<String> },
}

/// Why an address is refused: expected and found.
pub(super) type Refused = (&'static str, String);

/// Reads an `address` of the page at `page` (a path below the site).
pub(super) fn resolve(page: &str, address: &str) -> Result<Target, Refused> {
    if address.is_empty() {
        return Err(("an address", "nothing".to_owned()));
    }
    // Browsers drop some of these and take a backslash for a slash.
    if address.chars().any(|c| c.is_whitespace() || is_hidden(c) || c == '\\') {
        return Err((
            "an address without spaces, backslashes and hidden characters",
            quoted(address),
        ));
    }
    if let Some(scheme) = scheme(address) {
        return outside(scheme, address);
    }
    if address.starts_with('/') {
        return Err(("a relative address", quoted(address)));
    }
    let (rest, fragment) = match address.split_once('#') {
        Some((rest, fragment)) => (rest, Some(fragment)),
        None => (address, None),
    };
    if let Some(fragment) = fragment {
        decode(fragment)?;
        if fragment.is_empty() {
            return Err(("a name after `#`", "nothing".to_owned()));
        }
    }
    // A query is for a script of the page; it names no file.
    let path = rest.split_once('?').map_or(rest, |(path, _)| path);
    let file = if path.is_empty() { page.to_owned() } else { walk(page, path)? };
    Ok(Target::Inside { file, fragment: fragment.map(str::to_owned) })
}

/// The text behind `%`-escapes.
pub(super) fn decode(text: &str) -> Result<String, Refused> {
    percent::decode(text).ok_or_else(|| ("whole escapes of UTF-8 text", quoted(text)))
}

/// Follows a relative path from the folder of `page`; a folder ends in `/`.
fn walk(page: &str, path: &str) -> Result<String, Refused> {
    let mut folders: Vec<String> = page.split('/').map(str::to_owned).collect();
    folders.pop();
    let mut parts = path.split('/').peekable();
    while let Some(part) = parts.next() {
        let name = decode(part)?;
        let last = parts.peek().is_none();
        match name.as_str() {
            "" if last => {}
            "" => return Err(("a path without an empty part", quoted(path))),
            "." => {}
            ".." if folders.pop().is_none() => {
                return Err(("a path that stays inside the site", quoted(path)));
            }
            ".." => {}
            _ if name.contains(['/', '\\', '\0']) => {
                return Err(("a path without an escaped separator", quoted(path)));
            }
            _ if last => {
                folders.push(name);
                return Ok(folders.join("/"));
            }
            _ => folders.push(name),
        }
    }
    folders.push(String::new());
    Ok(folders.join("/"))
}

/// The scheme of an absolute address.
fn scheme(address: &str) -> Option<&str> {
    let (scheme, _) = address.split_once(':')?;
    let mut letters = scheme.chars();
    let first = letters.next().is_some_and(|c| c.is_ascii_alphabetic());
    let rest = letters.all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    (first && rest).then_some(scheme)
}

/// An address outside the site: `https://` and a plain host name.
fn outside(scheme: &str, address: &str) -> Result<Target, Refused> {
    let after = address.strip_prefix("https://");
    let Some(after) = after else {
        return Err(("a relative address or `https://`", format!("`{scheme}:`")));
    };
    let host = after.split(['/', '?', '#']).next().unwrap_or_default();
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':');
    if host.is_empty() || !host.chars().all(plain) {
        return Err(("a plain host name after `https://`", quoted(host)));
    }
    Ok(Target::Outside)
}

fn quoted(text: &str) -> String {
    format!("`{text}`")
}

#[cfg(test)]
mod tests {
    use super::{Target, resolve};

    const PAGE: &str = "ja/bundles/x/index.html";

    fn inside(address: &str) -> (String, Option<String>) {
        match resolve(PAGE, address) {
            Ok(Target::Inside { file, fragment }) => (file, fragment),
            other => panic!("{address}: {other:?}"),
        }
    }

    #[test]
    fn relative_addresses_are_followed_from_the_folder_of_the_page() {
        for (address, file, fragment) in [
            ("a.html", "ja/bundles/x/a.html", None),
            ("./a.html", "ja/bundles/x/a.html", None),
            ("../../../index.html", "index.html", None),
            ("%2e%2e/y/%E7%B5%90.html", "ja/bundles/y/結.html", None),
            ("結.html?q=1#a", "ja/bundles/x/結.html", Some("a")),
            ("#結果", PAGE, Some("結果")),
            ("?gpu=h100#t", PAGE, Some("t")),
            ("..", "ja/bundles/", None),
            ("../", "ja/bundles/", None),
            ("../../../", "", None),
            ("y/", "ja/bundles/x/y/", None),
        ] {
            assert_eq!(
                inside(address),
                (file.to_owned(), fragment.map(str::to_owned)),
                "{address}"
            );
        }
        for address in ["https://example.org", "https://example.org:8443/a?b#c"] {
            assert_eq!(resolve(PAGE, address), Ok(Target::Outside), "{address}");
        }
    }

    #[test]
    fn what_browsers_read_in_two_ways_is_refused() {
        for (address, expected) in [
            ("", "an address"),
            (" a.html", "an address without spaces, backslashes and hidden characters"),
            (
                "java\nscript:alert(1)",
                "an address without spaces, backslashes and hidden characters",
            ),
            ("..\\a.html", "an address without spaces, backslashes and hidden characters"),
            ("a\u{202e}.html", "an address without spaces, backslashes and hidden characters"),
            ("/ja/index.html", "a relative address"),
            ("//example.org/", "a relative address"),
            ("http://example.org/", "a relative address or `https://`"),
            ("javascript:alert(1)", "a relative address or `https://`"),
            ("DATA:text/html,x", "a relative address or `https://`"),
            ("mailto:a@example.org", "a relative address or `https://`"),
            ("https:a.html", "a relative address or `https://`"),
            ("https://", "a plain host name after `https://`"),
            ("https://user@example.org/", "a plain host name after `https://`"),
            ("https://exаmple.org/", "a plain host name after `https://`"),
            ("../../../../a.html", "a path that stays inside the site"),
            ("../../../%2E%2e/a.html", "a path that stays inside the site"),
            ("a//b.html", "a path without an empty part"),
            ("a%2fb.html", "a path without an escaped separator"),
            ("a%5Cb.html", "a path without an escaped separator"),
            ("a%00.html", "a path without an escaped separator"),
            ("50%.html", "whole escapes of UTF-8 text"),
            ("%ff.html", "whole escapes of UTF-8 text"),
            ("a.html#", "a name after `#`"),
            ("#%E7%", "whole escapes of UTF-8 text"),
        ] {
            assert_eq!(resolve(PAGE, address).unwrap_err().0, expected, "{address:?}");
        }
    }
}

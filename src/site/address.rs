//! The public address of the site, where one is given.
//!
//! Pages link relatively, so they work from any folder without it. What must name
//! a page to the outside (canonical links, the site map, feeds, the page for a
//! missing address) needs the whole address. Neighbours: `frame`, `feed`.

use std::fmt;
use std::str::FromStr;

/// An address such as `https://example.org/project/`; it ends in `/`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address(String);

/// Why a text is no address of a site.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "cannot use `{0}` as the address of the site: expected http:// or https://, a host and a path, without query, fragment or spaces; found something else; nothing was written"
)]
pub struct AddressError(String);

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        let refused = || AddressError(text.escape_default().to_string());
        let rest = text
            .strip_prefix("https://")
            .or_else(|| text.strip_prefix("http://"))
            .ok_or_else(refused)?;
        let host = rest.split('/').next().unwrap_or_default();
        let plain = |c: char| c.is_ascii_alphanumeric() || "-._~:/[]%".contains(c);
        if !host.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '[')
            || !rest.chars().all(plain)
        {
            return Err(refused());
        }
        let slash = if text.ends_with('/') { "" } else { "/" };
        Ok(Self(format!("{text}{slash}")))
    }
}

impl Address {
    /// The whole address of a file of the site.
    pub(super) fn of(&self, path: &str) -> String {
        format!("{}{path}", self.0)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Address;

    #[test]
    fn an_address_ends_in_a_slash() {
        let of = |text: &str| text.parse::<Address>().map(|address| address.of("ja/index.html"));
        let whole = Ok("https://example.org/project/ja/index.html".to_owned());
        assert_eq!(of("https://example.org/project"), whole);
        assert_eq!(of("https://example.org/project/"), whole);
        assert_eq!(of("http://[::1]:8080"), Ok("http://[::1]:8080/ja/index.html".to_owned()));
    }

    #[test]
    fn anything_else_is_refused() {
        for text in [
            "",
            "example.org",
            "ftp://example.org/",
            "https://",
            "https:///x",
            "https://a b/",
            "https://a/?q",
            "https://a/#x",
            "https://a/\"x",
            "javascript:alert(1)",
            "https://実測.jp/",
        ] {
            let error = text.parse::<Address>().unwrap_err().to_string();
            assert!(error.starts_with("cannot use `"), "{text}: {error}");
        }
    }
}

//! Links that an article may carry: `https:`, relative, or `#id`.

/// Where a link leads.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Target<'a> {
    /// Another site.
    Web,
    /// A page of this site.
    Page,
    /// An id of the same page.
    Id(&'a str),
}

/// What a destination is; `None` if it is not safe.
pub(super) fn target(destination: &str) -> Option<Target<'_>> {
    let blank =
        |c: char| c.is_whitespace() || c.is_control() || matches!(c, '\\' | '"' | '<' | '>');
    if destination.is_empty() || destination.contains(blank) {
        return None;
    }
    if let Some(id) = destination.strip_prefix('#') {
        return Some(Target::Id(id));
    }
    if let Some(rest) = destination.strip_prefix("https://") {
        let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':');
        return (!host.is_empty() && host.chars().all(plain)).then_some(Target::Web);
    }
    // A scheme ends in a colon, another host begins with two slashes.
    let relative = !destination.contains(':') && !destination.starts_with('/');
    relative.then_some(Target::Page)
}

#[cfg(test)]
mod tests {
    use super::{Target, target};

    #[test]
    fn only_safe_links_pass() {
        assert_eq!(target("https://example.org/a?b#c"), Some(Target::Web));
        assert_eq!(target("../../index.html#top"), Some(Target::Page));
        assert_eq!(target("#decode"), Some(Target::Id("decode")));
        for link in [
            "",
            "javascript:alert(1)",
            "JAVASCRIPT:alert(1)",
            "java\nscript:alert(1)",
            " javascript:alert(1)",
            "data:text/html,x",
            "vbscript:x",
            "http://example.org",
            "https://",
            "https://user@example.org",
            "https://ex ample.org",
            "//example.org",
            "/absolute",
            "\\\\host",
            "file:///etc/passwd",
            "mailto:a@example.org",
        ] {
            assert_eq!(target(link), None, "{link}");
        }
    }
}

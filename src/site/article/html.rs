//! Text as HTML: the only escaping outside the templates.

/// Text between tags.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            other => escaped.push(other),
        }
    }
    escaped
}

/// The value of an attribute between double quotes.
pub(super) fn attribute(text: &str) -> String {
    escape(text).replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::{attribute, escape};

    #[test]
    fn text_cannot_leave_its_place() {
        assert_eq!(escape("<a href='x'>&\""), "&lt;a href=&#39;x&#39;&gt;&amp;&quot;");
        assert_eq!(attribute("a\n\"b"), "a &quot;b");
    }
}

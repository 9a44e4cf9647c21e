//! The text behind the `%`-escapes of an address.
//!
//! Neighbours: `check` reads the addresses of pages with it, `serve` those of requests.

use percent_encoding::percent_decode_str;

/// The decoded text; `None` if an escape is not two hexadecimal digits or the result not UTF-8.
pub(super) fn decode(text: &str) -> Option<String> {
    let is_whole = |(at, _): (usize, &str)| {
        let escape = text.as_bytes().get(at + 1..at + 3);
        escape.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    };
    if !text.match_indices('%').all(is_whole) {
        return None;
    }
    percent_decode_str(text).decode_utf8().ok().map(std::borrow::Cow::into_owned)
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn escapes_are_whole_and_utf_8() {
        assert_eq!(decode("a%E7%B5%90%20b").as_deref(), Some("a結 b"));
        // Decoded once, never twice.
        assert_eq!(decode("%252e").as_deref(), Some("%2e"));
        for text in ["50%", "%4", "%zz", "%ff", "%E7%B5", "%%41"] {
            assert_eq!(decode(text), None, "{text}");
        }
    }
}

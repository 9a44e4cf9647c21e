//! The text of tag files: UTF-8, LF, no byte-order mark, a line feed at the end.
//!
//! Job: name each way in which a tag file's bytes are wrong and hand back clean
//! text, so that the rules about its content can still be checked. Neighbours:
//! `manifest`, `baginfo` and `ledger` read the text.

use super::code::Code;
use super::defect::Defect;

/// The text of a tag file, or `None` if it cannot be read as text at all.
pub(super) fn clean(path: &str, bytes: &[u8], defects: &mut Vec<Defect>) -> Option<String> {
    let mut rest = bytes;
    if let Some(after) = rest.strip_prefix(b"\xef\xbb\xbf") {
        defects.push(
            Defect::new(Code::TagByteOrderMark, path, "text without a byte-order mark", "U+FEFF")
                .at(1, 1),
        );
        rest = after;
    }
    let Ok(text) = std::str::from_utf8(rest) else {
        defects.push(Defect::new(Code::TagBytes, path, "UTF-8", "other bytes"));
        return None;
    };
    let mut text = text.to_owned();
    if let Some(at) = text.find("\r\n") {
        let line = text[..at].matches('\n').count() + 1;
        defects.push(Defect::new(Code::CarriageReturn, path, "LF", "CR LF").at(line, 1));
        text = text.replace("\r\n", "\n");
    }
    if let Some(odd) =
        text.chars().find(|letter| letter.is_control() && *letter != '\n' && *letter != '\t')
    {
        let found = format!("U+{:04X}", u32::from(odd));
        defects.push(Defect::new(Code::TagBytes, path, "text without control characters", found));
        return None;
    }
    if !text.is_empty() && !text.ends_with('\n') {
        let last = text.lines().count();
        defects.push(
            Defect::new(Code::FinalLineFeed, path, "a line feed", "the end of the file")
                .at(last, 1),
        );
    }
    Some(text)
}

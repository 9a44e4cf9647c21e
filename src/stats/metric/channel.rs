//! Which text of an output is reasoning, which is answer, and when each first came.
//!
//! The wire field of a mark decides where it names reasoning (both spellings that
//! servers use); else the plan's markup rule does. Markup and white space are no text.

use crate::record::plan::Markup;
use crate::record::trial::Trial;
use crate::units::Nanos;

/// Wire fields that carry reasoning.
const REASONING: [&str; 2] = ["reasoning_content", "reasoning"];

/// Times of the marks that carried the first text.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct First {
    /// Of any channel.
    pub(super) visible: Option<Nanos>,
    /// Of the answer.
    pub(super) answer: Option<Nanos>,
}

/// Walks the output and the marks once, side by side.
pub(super) fn first(trial: &Trial, markup: &Markup) -> First {
    let columns = &trial.marks;
    let mut marks =
        columns.text_end.iter().zip(&columns.at_ns).zip(columns.field.iter()).peekable();
    let mut first = First::default();
    let mut reasoning = markup.starts_inside_reasoning;
    let mut at = 0;
    while let Some(rest) = trial.output.get(at..).filter(|rest| !rest.is_empty()) {
        let Some(character) = rest.chars().next() else { break };
        // The mark that brought the last byte of this character.
        let end = (at + character.len_utf8()) as u64;
        while marks.next_if(|((reached, _), _)| reached.get() < end).is_some() {}
        let Some(((_, time), field)) = marks.peek() else { break };
        let by_field = REASONING.contains(&&***field);
        if !by_field && let Some((length, opens)) = mark_at(rest, markup) {
            reasoning = opens;
            at += length;
            continue;
        }
        at += character.len_utf8();
        if character.is_whitespace() {
            continue;
        }
        first.visible = first.visible.or(Some(**time));
        if !by_field && !reasoning {
            first.answer = Some(**time);
            break;
        }
    }
    first
}

/// Length of the markup that the text begins with, and whether it opens reasoning.
fn mark_at(text: &str, markup: &Markup) -> Option<(usize, bool)> {
    let begins = |mark: &str| !mark.is_empty() && text.starts_with(mark);
    if begins(&markup.reasoning_open) {
        Some((markup.reasoning_open.len(), true))
    } else if begins(&markup.reasoning_close) {
        Some((markup.reasoning_close.len(), false))
    } else {
        None
    }
}

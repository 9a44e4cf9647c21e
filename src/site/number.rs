//! The only rounding: a number becomes text once, from the unrounded value.
//!
//! Japanese and English share digit grouping (a comma every three digits) and
//! the decimal point. A negative number has a minus sign (U+2212).

/// A number as shown, with the raw value beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// Shortest text that reads back as the same value, or the record's own text.
    pub raw: String,
    /// Rounded text.
    pub text: String,
}

/// Rounds to `places` decimals (round half to even on the exact binary value).
#[must_use]
pub fn fixed(value: f64, places: usize) -> String {
    let text = format!("{value:.places$}");
    let (sign, digits) = match text.strip_prefix('-') {
        // What rounds to zero has no sign.
        Some(digits) if digits.bytes().any(|digit| (b'1'..=b'9').contains(&digit)) => {
            ("\u{2212}", digits)
        }
        Some(digits) => ("", digits),
        None => ("", text.as_str()),
    };
    format!("{sign}{}", grouped(digits))
}

/// Rounds and always shows the sign, as a change needs it.
#[must_use]
pub fn signed(value: f64, places: usize) -> String {
    let text = fixed(value, places);
    if text.starts_with('\u{2212}') { text } else { format!("+{text}") }
}

/// A whole number with its digits grouped.
#[must_use]
pub fn whole(value: u64) -> String {
    grouped(&value.to_string())
}

/// Puts a comma between groups of three integer digits.
#[must_use]
pub fn grouped(digits: &str) -> String {
    let (integer, rest) = digits.find('.').map_or((digits, ""), |point| digits.split_at(point));
    let mut text = String::with_capacity(digits.len() + 4);
    for (index, digit) in integer.chars().enumerate() {
        if index > 0 && (integer.len() - index) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text + rest
}

/// A probability with two significant digits, or a bound where it is tiny.
#[must_use]
pub fn probability(value: f64) -> String {
    if value < 0.000_1 {
        return "< 0.0001".to_owned();
    }
    let places = (2 + (-value.log10()).floor().max(0.0) as usize).clamp(2, 5);
    fixed(value, places)
}

#[cfg(test)]
mod tests {
    use super::{fixed, probability, signed, whole};

    #[test]
    fn a_number_is_rounded_once_from_the_unrounded_value() {
        assert_eq!(signed(12.157_985_432_018_915, 1), "+12.2");
        assert_eq!(fixed(3.016_358_9, 3), "3.016");
        assert_eq!(fixed(2.675, 2), "2.67", "2.675 is below its decimal text");
        assert_eq!(fixed(-0.001, 2), "0.00");
        assert_eq!(signed(-0.26, 1), "\u{2212}0.3");
        assert_eq!(fixed(2_701.674_7, 2), "2,701.67");
    }

    #[test]
    fn digits_are_grouped_in_threes() {
        assert_eq!(
            [whole(0), whole(999), whole(1000), whole(1_048_576)],
            ["0", "999", "1,000", "1,048,576"]
        );
    }

    #[test]
    fn small_probabilities_keep_two_digits() {
        assert_eq!(probability(1.0 / 6561.0), "0.00015");
        assert_eq!([probability(0.5), probability(0.11)], ["0.50", "0.11"]);
        assert_eq!(probability(1e-9), "< 0.0001");
    }
}

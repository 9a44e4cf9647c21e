//! A decimal number kept as the exact text it was received in.
//!
//! An engine or a publication states decimals; turning them into `f64` and back
//! may change digits, so a record keeps the text and `stats` alone converts it.
//! In JSON a [`Decimal`] is a number, a [`DecimalText`] a string of the same
//! grammar (what a person chose in a plan).

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

/// Longest accepted text, in bytes: an exact double needs 24.
const MAX_BYTES: usize = 64;
/// Largest accepted power of ten of the leading digit, either way: inside the range of a double.
const MAX_POWER: i64 = 300;

/// Why a text is not a decimal number.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DecimalError {
    /// The text does not follow the number grammar of JSON (RFC 8259 §6).
    #[error("`{0}` is not a JSON number")]
    Grammar(String),
    /// The text is longer than 64 bytes.
    #[error("number of {0} bytes is longer than {MAX_BYTES}")]
    Long(usize),
    /// The leading digit stands for a power of ten beyond ±300.
    #[error("`{0}` is outside 1e-{MAX_POWER} … 1e{MAX_POWER}")]
    Range(String),
}

/// A finite decimal number as its exact text, for example `52.50` (which is not `52.5`).
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Decimal(Box<str>);

impl Decimal {
    /// Checks the grammar, length and range of `text` and keeps it.
    ///
    /// # Errors
    /// See [`DecimalError`].
    pub fn parse(text: &str) -> Result<Self, DecimalError> {
        if text.len() > MAX_BYTES {
            return Err(DecimalError::Long(text.len()));
        }
        let parts = Parts::split(text).ok_or_else(|| DecimalError::Grammar(text.to_owned()))?;
        if parts.leading_power().is_some_and(|power| power.abs() > MAX_POWER) {
            return Err(DecimalError::Range(text.to_owned()));
        }
        Ok(Self(text.into()))
    }

    /// The exact text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Digits after the decimal point, as written.
    #[must_use]
    pub fn places(&self) -> usize {
        Parts::split(&self.0).map_or(0, |parts| parts.fraction.len())
    }
}

/// The pieces of a JSON number: sign, integer digits, fraction digits, exponent.
struct Parts<'a> {
    integer: &'a str,
    fraction: &'a str,
    exponent: i64,
}

impl<'a> Parts<'a> {
    fn split(text: &'a str) -> Option<Self> {
        let unsigned = text.strip_prefix('-').unwrap_or(text);
        let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => {
                let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
                if !all_digits(digits) {
                    return None;
                }
                // Too large for i64 is far outside the range; saturate and let it be refused.
                let size = digits.parse::<i64>().unwrap_or(i64::MAX / 4);
                (mantissa, if exponent.starts_with('-') { -size } else { size })
            }
            None => (unsigned, 0),
        };
        let (integer, fraction) = match mantissa.split_once('.') {
            Some((integer, fraction)) if all_digits(fraction) => (integer, fraction),
            Some(_) => return None,
            None => (mantissa, ""),
        };
        let leading_zero = integer.len() > 1 && integer.starts_with('0');
        (all_digits(integer) && !leading_zero).then_some(Self { integer, fraction, exponent })
    }

    /// Power of ten of the first non-zero digit; `None` for zero.
    fn leading_power(&self) -> Option<i64> {
        let digits = self.integer.bytes().chain(self.fraction.bytes());
        let position = digits.into_iter().position(|digit| digit != b'0')?;
        let before_point = i64::try_from(self.integer.len()).ok()?;
        Some(before_point - 1 - i64::try_from(position).ok()? + self.exponent)
    }
}

fn all_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Decimal({})", self.0)
    }
}

impl Serialize for Decimal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RawValue::from_string(self.0.to_string()).map_err(ser::Error::custom)?.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Decimal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        Self::parse(raw.get()).map_err(de::Error::custom)
    }
}

impl JsonSchema for Decimal {
    fn schema_name() -> Cow<'static, str> {
        "Decimal".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "number", "description": "a decimal whose digits are kept as written"})
    }
}

/// A decimal that a person chose: a JSON string with the grammar of a JSON number.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DecimalText(pub Decimal);

impl Serialize for DecimalText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.as_str())
    }
}

impl<'de> Deserialize<'de> for DecimalText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        Decimal::parse(&text).map(Self).map_err(de::Error::custom)
    }
}

impl JsonSchema for DecimalText {
    fn schema_name() -> Cow<'static, str> {
        "DecimalText".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "pattern": r"^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$"})
    }
}

#[cfg(test)]
mod tests {
    use super::{Decimal, DecimalError, DecimalText};

    #[test]
    fn the_text_survives_digit_for_digit() {
        for text in
            ["0", "-0.0", "52.50", "1e-7", "1E+2", "94.30095299999999", "0.000", "9007199254740993"]
        {
            let decimal: Decimal = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&decimal).unwrap(), text);
        }
        assert_eq!(Decimal::parse("52.50").unwrap().places(), 2);
        assert_eq!(Decimal::parse("52").unwrap().places(), 0);
    }

    #[test]
    fn what_is_no_finite_json_number_is_refused() {
        for text in [
            "",
            "-",
            "+1",
            ".5",
            "1.",
            "01",
            "1e",
            "1e+",
            "NaN",
            "Infinity",
            "-Infinity",
            "0x1",
            "1_0",
            "1 ",
        ] {
            assert_eq!(Decimal::parse(text), Err(DecimalError::Grammar(text.into())), "{text}");
        }
        for text in ["1e400", "1e301", "-1e-301", "10e300", "1e99999999999999999999", "0.01e-299"] {
            assert_eq!(Decimal::parse(text), Err(DecimalError::Range(text.into())), "{text}");
        }
        assert!(Decimal::parse("0e999").is_ok(), "zero has no size");
        assert!(Decimal::parse("1e300").is_ok());
        assert_eq!(Decimal::parse(&"1".repeat(65)), Err(DecimalError::Long(65)));
    }

    #[test]
    fn a_chosen_decimal_is_a_string() {
        let chosen: DecimalText = serde_json::from_str("\"0.95\"").unwrap();
        assert_eq!(serde_json::to_string(&chosen).unwrap(), "\"0.95\"");
        assert!(serde_json::from_str::<DecimalText>("0.95").is_err());
        assert!(serde_json::from_str::<Decimal>("\"0.95\"").is_err());
    }
}

//! A value as its source stated it: given, inferred, or missing with a reason.
//!
//! In JSON a given value stands bare, an inferred one is `{"inferred": value}`
//! (it was worked out from other figures of the same source), a missing one is
//! `{"missing": "reason"}`. Missing is never 0 and never null.

use super::json::reason;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use std::borrow::Cow;

/// A value, or why there is none.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Stated<T> {
    /// The source gave the value.
    Given(T),
    /// Worked out from other values of the same source; shown as such.
    Inferred(T),
    /// No value, and the reason.
    Missing(String),
}

impl<T> Stated<T> {
    /// The value, given or inferred.
    pub const fn value(&self) -> Option<&T> {
        match self {
            Self::Given(value) | Self::Inferred(value) => Some(value),
            Self::Missing(_) => None,
        }
    }

    /// Whether the value was inferred.
    pub const fn is_inferred(&self) -> bool {
        matches!(self, Self::Inferred(_))
    }

    /// A given value where there is one, else missing for `reason`.
    pub fn or_missing(value: Option<T>, reason: &str) -> Self {
        value.map_or_else(|| Self::Missing(reason.to_owned()), Self::Given)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Missing<'a> {
    #[serde(borrow)]
    missing: Cow<'a, str>,
}

#[derive(Serialize)]
struct Inferred<'a, T> {
    inferred: &'a T,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InferredOwned<T> {
    inferred: T,
}

impl<T: Serialize> Serialize for Stated<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Given(value) => value.serialize(serializer),
            Self::Inferred(value) => Inferred { inferred: value }.serialize(serializer),
            Self::Missing(reason) => Missing { missing: reason.into() }.serialize(serializer),
        }
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Stated<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // The raw text is kept because a number read as anything else loses its digits.
        let raw = <&RawValue>::deserialize(deserializer)?.get();
        // Most values are bare; only an object can be one of the other two forms.
        if raw.starts_with('{') {
            if let Ok(absent) = serde_json::from_str::<Missing<'_>>(raw) {
                if absent.missing.trim().is_empty() {
                    return Err(D::Error::custom("a missing value needs a reason"));
                }
                return Ok(Self::Missing(absent.missing.into_owned()));
            }
            if is_inferred(raw) {
                let value: InferredOwned<T> =
                    serde_json::from_str(raw).map_err(|error| D::Error::custom(reason(&error)))?;
                return Ok(Self::Inferred(value.inferred));
            }
        }
        serde_json::from_str(raw).map(Self::Given).map_err(|error| D::Error::custom(reason(&error)))
    }
}

/// Whether the object's first key is `inferred`; no record type has a field of that name.
fn is_inferred(raw: &str) -> bool {
    raw.strip_prefix('{').is_some_and(|rest| rest.trim_start().starts_with("\"inferred\""))
}

impl<T: JsonSchema> JsonSchema for Stated<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("Stated_{}", T::schema_name()).into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let value = generator.subschema_for::<T>();
        json_schema!({"oneOf": [
            value,
            {"type": "object", "properties": {"inferred": value}, "required": ["inferred"], "additionalProperties": false},
            {"type": "object", "properties": {"missing": {"type": "string", "minLength": 1}}, "required": ["missing"], "additionalProperties": false},
        ]})
    }
}

#[cfg(test)]
mod tests {
    use super::Stated;
    use crate::record::Decimal;
    use crate::units::Tokens;

    #[test]
    fn the_three_forms_round_trip() {
        for text in ["52.50", "{\"inferred\":52.50}", "{\"missing\":\"not published\"}"] {
            let stated: Stated<Decimal> = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&stated).unwrap(), text);
        }
    }

    #[test]
    fn a_fault_inside_has_its_place_in_the_whole_record() {
        #[derive(Debug, serde::Deserialize)]
        struct Record {
            #[serde(rename = "tokens")]
            _tokens: Stated<Tokens>,
        }
        let fault =
            crate::record::json::parse::<Record>(b"{\n\n  \"tokens\":\n\n\"many\"}").unwrap_err();
        assert_eq!((fault.line, fault.column), (5, 7));
        let why = fault.kind.to_string();
        assert!(
            why.starts_with("invalid type: string \"many\"") && !why.contains(" at line "),
            "{why}"
        );
    }

    #[test]
    fn absence_without_a_reason_is_refused() {
        for text in [
            "null",
            "{\"missing\":\"\"}",
            "{\"missing\":\" \"}",
            "{\"missing\":null}",
            "{}",
            "{\"missing\":\"x\",\"y\":1}",
        ] {
            assert!(serde_json::from_str::<Stated<Tokens>>(text).is_err(), "{text}");
        }
        assert!(
            serde_json::from_str::<Stated<Tokens>>("{\"inferred\":{\"missing\":\"x\"}}").is_err()
        );
    }
}

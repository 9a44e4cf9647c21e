//! A value as its source stated it: given, inferred, or missing with a reason.
//!
//! In JSON a given value stands bare, an inferred one is `{"inferred": value}`
//! (it was worked out from other figures of the same source), a missing one is
//! `{"missing": "reason"}`. Missing is never 0 and never null.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{self, DeserializeSeed, IntoDeserializer as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

/// A value, or why there is none.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Stated<T> {
    /// The source gave the value.
    Given(T),
    /// Worked out from other values of the same source; shown as such.
    Inferred(T),
    /// No value, and the reason.
    Missing(Box<str>),
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
        value.map_or_else(|| Self::Missing(reason.into()), Self::Given)
    }
}

#[derive(Serialize)]
struct Missing<'a> {
    missing: &'a str,
}

#[derive(Serialize)]
struct Inferred<'a, T> {
    inferred: &'a T,
}

impl<T: Serialize> Serialize for Stated<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Given(value) => value.serialize(serializer),
            Self::Inferred(value) => Inferred { inferred: value }.serialize(serializer),
            Self::Missing(reason) => Missing { missing: reason }.serialize(serializer),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Stated<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader(PhantomData))
    }
}

/// Takes a bare value as given and looks at the first key of an object.
///
/// Not for a decimal: a number that comes through here has lost its digits, and
/// `Decimal` refuses it.
struct Reader<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Reader<T> {
    type Value = Stated<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value, {\"inferred\": value} or {\"missing\": \"reason\"}")
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Self::Value, E> {
        T::deserialize(value.into_deserializer()).map(Stated::Given)
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Self::Value, E> {
        T::deserialize(value.into_deserializer()).map(Stated::Given)
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Self::Value, E> {
        T::deserialize(value.into_deserializer()).map(Stated::Given)
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Self::Value, E> {
        T::deserialize(value.into_deserializer()).map(Stated::Given)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, values: A) -> Result<Self::Value, A::Error> {
        T::deserialize(SeqAccessDeserializer::new(values)).map(Stated::Given)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let first = map.next_key::<String>()?;
        let stated = match first.as_deref() {
            Some("missing") => {
                let reason = map.next_value::<String>()?;
                if reason.trim().is_empty() {
                    return Err(de::Error::custom("a missing value needs a reason"));
                }
                Stated::Missing(reason.into())
            }
            Some("inferred") => Stated::Inferred(map.next_value()?),
            _ => {
                let object = MapAccessDeserializer::new(Replay { first, rest: map });
                return T::deserialize(object).map(Stated::Given);
            }
        };
        match map.next_key::<String>()? {
            None => Ok(stated),
            Some(key) => Err(de::Error::custom(format_args!("unknown field `{key}`"))),
        }
    }
}

/// An object whose first key has been looked at already.
struct Replay<A> {
    first: Option<String>,
    rest: A,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Replay<A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        match self.first.take() {
            Some(key) => seed.deserialize(key.into_deserializer()).map(Some),
            None => self.rest.next_key_seed(seed),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.rest.next_value_seed(seed)
    }
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
    use std::collections::BTreeMap;

    #[test]
    fn the_three_forms_round_trip() {
        for text in ["52", "{\"inferred\":52}", "{\"missing\":\"not published\"}"] {
            let stated: Stated<Tokens> = serde_json::from_str(text).unwrap();
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
        assert_eq!((fault.line, fault.column), (5, 6));
        let why = fault.kind.to_string();
        assert!(
            why.starts_with("invalid type: string \"many\"") && !why.contains(" at line "),
            "{why}"
        );
    }

    #[test]
    fn an_object_is_read_as_the_value_with_its_digits() {
        let text = "{\"temperature\":1.0,\"top_p\":0.950}";
        let stated: Stated<BTreeMap<String, Decimal>> = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&stated).unwrap(), text);
        assert!(matches!(stated, Stated::Given(_)));
        assert!(
            serde_json::from_str::<Stated<Decimal>>("52.50").is_err(),
            "its digits would be lost"
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

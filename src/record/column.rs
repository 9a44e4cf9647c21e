//! Columns of marks: long lists that are most of a run's bytes.
//!
//! Job: hold them small ([`Runs`] keeps equal neighbours once) and read them fast
//! without a looser grammar: whatever the fast path does not know goes to the
//! ordinary reader, which words the error. Neighbours: `trial` holds the columns;
//! `json::scan` has checked the text before.

use super::Stated;
use super::json::reason;
use crate::units::{Bytes, Nanos, Tokens};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{self, DeserializeOwned, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// A list most of whose values equal the one before: each run of equal values is kept once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Runs<T> {
    /// Value and how often it follows itself, at least once; neighbours differ.
    runs: Vec<(T, usize)>,
}

impl<T: PartialEq> Runs<T> {
    /// The number of values, equal ones counted each.
    #[must_use]
    pub fn len(&self) -> usize {
        self.runs.iter().map(|(_, count)| count).sum()
    }

    /// Whether there is no value.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Every value in order, equal ones each.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.runs.iter().flat_map(|(value, count)| std::iter::repeat_n(value, *count))
    }

    /// Adds a value that `is` tells to be the last one again, or that `make` makes.
    fn push_or(&mut self, is: impl FnOnce(&T) -> bool, make: impl FnOnce() -> T) {
        match self.runs.last_mut() {
            Some((last, count)) if is(last) => *count += 1,
            _ => self.runs.push((make(), 1)),
        }
    }
}

impl<T: PartialEq> FromIterator<T> for Runs<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        let mut runs = Self { runs: Vec::new() };
        for value in values {
            match runs.runs.last_mut() {
                Some((last, count)) if *last == value => *count += 1,
                _ => runs.runs.push((value, 1)),
            }
        }
        runs
    }
}

impl<T: Serialize + PartialEq> Serialize for Runs<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Runs<Stated<Tokens>> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <&RawValue>::deserialize(deserializer)?.get();
        let mut runs = Self { runs: Vec::new() };
        let all_plain = plain(text, |value| {
            let tokens = Stated::Given(Tokens::new(value)?);
            runs.push_or(|last| *last == tokens, || tokens.clone());
            Some(())
        });
        match all_plain {
            Some(()) => Ok(runs),
            None => ordinary::<Vec<_>, D::Error>(text).map(Self::from_iter),
        }
    }
}

impl<'de> Deserialize<'de> for Runs<Arc<str>> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Texts)
    }
}

struct Texts;

impl<'de> Visitor<'de> for Texts {
    type Value = Runs<Arc<str>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of texts")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut runs = Runs { runs: Vec::new() };
        while let Some(Text(text)) = seq.next_element()? {
            runs.push_or(|last: &Arc<str>| **last == *text, || Arc::from(&*text));
        }
        Ok(runs)
    }
}

/// Borrows where the text has no escapes.
#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

impl<T: JsonSchema> JsonSchema for Runs<T> {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        Vec::<T>::schema_name()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Vec::<T>::json_schema(generator)
    }
}

/// A unit whose columns hold whole numbers only.
pub(super) trait Unit: DeserializeOwned {
    fn of(value: u64) -> Option<Self>;
}

impl Unit for Nanos {
    fn of(value: u64) -> Option<Self> {
        Self::new(value)
    }
}

impl Unit for Bytes {
    fn of(value: u64) -> Option<Self> {
        Self::new(value)
    }
}

/// Reads a column of whole numbers.
pub(super) fn whole<'de, D: Deserializer<'de>, T: Unit>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    let text = <&RawValue>::deserialize(deserializer)?.get();
    let mut cells = Vec::with_capacity(commas(text) + 1);
    let all_plain = plain(text, |value| {
        cells.push(T::of(value)?);
        Some(())
    });
    match all_plain {
        Some(()) => Ok(cells),
        None => ordinary(text),
    }
}

/// Counted in single bytes, many of which fit in one register; a sum of 255 cannot overflow.
fn commas(text: &str) -> usize {
    let of = |part: &[u8]| part.iter().map(|byte| u8::from(*byte == b',')).sum::<u8>();
    text.as_bytes().chunks(255).map(|part| usize::from(of(part))).sum()
}

fn ordinary<T: DeserializeOwned, E: de::Error>(text: &str) -> Result<T, E> {
    serde_json::from_str(text).map_err(|error| E::custom(reason(&error)))
}

/// Reads `[1,2,3]`: nothing but short numbers and commas, as our own writer leaves them.
///
/// `None` at the first thing that is anything else, or that `push` refuses.
fn plain(text: &str, mut push: impl FnMut(u64) -> Option<()>) -> Option<()> {
    let mut rest = text.strip_prefix('[')?.strip_suffix(']')?.as_bytes();
    loop {
        let (mut value, mut length) = (0, 0);
        while let Some(digit @ b'0'..=b'9') = rest.get(length) {
            // At most 15 digits: below 2^53 and far from overflow.
            if length == 15 {
                return None;
            }
            value = value * 10 + u64::from(digit - b'0');
            length += 1;
        }
        if length == 0 || (length > 1 && rest[0] == b'0') {
            return None;
        }
        push(value)?;
        match rest.get(length) {
            None => return Some(()),
            Some(b',') => rest = &rest[length + 1..],
            Some(_) => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Runs, commas, plain};
    use crate::record::Stated;
    use crate::units::{Nanos, Tokens};
    use proptest::prelude::*;
    use std::sync::Arc;

    fn tokens(list: &str) -> Result<Runs<Stated<Tokens>>, String> {
        serde_json::from_str(list).map_err(|error| error.to_string())
    }

    fn given(value: u64) -> Stated<Tokens> {
        Stated::Given(Tokens::new(value).unwrap())
    }

    #[test]
    fn what_is_not_plain_goes_to_the_ordinary_reader() {
        let slow = [
            "[]",
            "[ 1]",
            "[1 ,2]",
            "[1,2 ]",
            "[1,]",
            "[,1]",
            "[01]",
            "[00]",
            "[-1]",
            "[1.0]",
            "[1e3]",
            "[\"1\"]",
            "[null]",
            "[1,{\"missing\":\"x\"}]",
            "1",
            "[1",
            "",
            "[1000000000000000]",
        ];
        for list in slow {
            assert_eq!(plain(list, |_| Some(())), None, "{list}");
        }
        assert_eq!(tokens("[]"), Ok(Runs::from_iter([])));
        assert_eq!(tokens("[ 7 ]"), Ok(Runs::from_iter([given(7)])));
        let missing = Stated::Missing("no count".into());
        assert_eq!(
            tokens("[4,{\"missing\":\"no count\"}]"),
            Ok(Runs::from_iter([given(4), missing]))
        );
        let error = tokens("[1,\"two\"]").unwrap_err();
        assert!(error.starts_with("invalid type: string \"two\", expected u64"), "{error}");
    }

    #[test]
    fn every_comma_is_counted() {
        for length in [0, 1, 254, 255, 256, 600] {
            assert_eq!(commas(&",".repeat(length)), length);
            assert_eq!(commas(&"1,".repeat(length)), length);
        }
    }

    #[test]
    fn equal_neighbours_are_kept_once_and_written_each() {
        let text = "[\"content\",\"content\",\"a\\nb\",\"content\"]";
        let runs: Runs<Arc<str>> = serde_json::from_str(text).unwrap();
        assert_eq!((runs.runs.len(), runs.len(), runs.is_empty()), (3, 4, false));
        assert_eq!(runs.iter().map(|text| text.len()).sum::<usize>(), 24);
        assert_eq!(serde_json::to_string(&runs).unwrap(), text);
    }

    proptest! {
        #[test]
        fn both_readers_agree(values in prop::collection::vec(0..1_u64 << 53, 0..40)) {
            let text = serde_json::to_string(&values).unwrap();
            let mut fast = Vec::new();
            let all_plain = plain(&text, |value| {
                fast.push(value);
                Some(())
            });
            let long = values.iter().any(|value| *value >= 1_000_000_000_000_000);
            prop_assert_eq!(all_plain.is_some(), !values.is_empty() && !long);
            if all_plain.is_some() {
                prop_assert_eq!(&fast, &values);
            }
            let ordinary: Vec<Nanos> = serde_json::from_str(&text).unwrap();
            prop_assert_eq!(super::whole::<_, Nanos>(
                &mut serde_json::Deserializer::from_str(&text)).unwrap(), ordinary);
        }

        #[test]
        fn a_column_of_tokens_comes_back(values in prop::collection::vec(0..4_u64, 0..60)) {
            let text = serde_json::to_string(&values).unwrap();
            let runs = tokens(&text).unwrap();
            prop_assert_eq!(runs.len(), values.len());
            prop_assert!(runs.iter().zip(&values).all(|(run, value)| *run == given(*value)));
            prop_assert_eq!(serde_json::to_string(&runs).unwrap(), text);
        }
    }
}

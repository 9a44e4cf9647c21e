//! The only unit types: a number in a record is one of these or a bare count.
//!
//! All are integers below 2^53, so that every JSON reader keeps them exact.
//! Neighbours: `record` builds on it; it imports nothing of ours.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, de};
use std::fmt;

/// The first integer that an IEEE double cannot tell from its successor: 2^53.
pub const LIMIT: u64 = 1 << 53;

/// Reads an integer below 2^53.
///
/// # Errors
/// Anything else (negative, fractional, 2^53 and above) is refused.
pub fn bounded<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let value = u64::deserialize(deserializer)?;
    if value < LIMIT {
        Ok(value)
    } else {
        Err(de::Error::custom(format_args!("integer {value} is not below 2^53")))
    }
}

macro_rules! unit {
    ($(#[$doc:meta])* $name:ident, $suffix:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
        #[serde(transparent)]
        pub struct $name(#[schemars(range(max = 9007199254740991u64))] u64);

        impl $name {
            /// None at all.
            pub const ZERO: Self = Self(0);

            /// The value, or `None` at 2^53 and above.
            #[must_use]
            pub const fn new(value: u64) -> Option<Self> {
                if value < LIMIT { Some(Self(value)) } else { None }
            }

            /// The bare number.
            #[must_use]
            pub const fn get(self) -> u64 {
                self.0
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                bounded(deserializer).map(Self)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!("{} ", $suffix), self.0)
            }
        }
    };
}

unit!(
    /// Nanoseconds, counted from the submission of the trial unless a name says otherwise.
    Nanos,
    "ns"
);
unit!(
    /// A number of tokens, by the engine's own tokenizer.
    Tokens,
    "tokens"
);
unit!(
    /// A number of bytes.
    Bytes,
    "bytes"
);

#[cfg(test)]
mod tests {
    use super::{Bytes, LIMIT, Nanos, Tokens};

    #[test]
    fn integers_end_below_two_to_the_53() {
        assert_eq!(Nanos::new(LIMIT - 1).map(Nanos::get), Some(9_007_199_254_740_991));
        assert_eq!(Nanos::new(LIMIT), None);
        assert_eq!(serde_json::from_str::<Tokens>("8193").unwrap().get(), 8193);
        let error = serde_json::from_str::<Bytes>("9007199254740992").unwrap_err().to_string();
        assert!(error.starts_with("integer 9007199254740992 is not below 2^53"), "{error}");
        assert!(serde_json::from_str::<Bytes>("-1").is_err());
        assert!(serde_json::from_str::<Bytes>("1.0").is_err());
    }
}

//! SHA-256 digests in their two written forms.
//!
//! [`Digest`] is `sha256:` and 64 lower-case hex digits: what one cites.
//! [`HexDigest`] is the bare 64 digits, for fields whose name says `sha256` or
//! `prev`. Upper case is refused: one thing has one spelling.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::borrow::Cow;
use std::fmt;

/// The 32 bytes of a SHA-256 digest.
pub type Sha256Bytes = [u8; 32];

macro_rules! digest {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub Sha256Bytes);

        impl $name {
            /// Reads the written form; `None` for anything else.
            #[must_use]
            pub fn parse(text: &str) -> Option<Self> {
                parse_hex(text.strip_prefix($prefix)?).map(Self)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str($prefix)?;
                write_hex(&self.0, f)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = Cow::<'de, str>::deserialize(deserializer)?;
                Self::parse(&text).ok_or_else(|| {
                    de::Error::custom(format_args!(
                        concat!("`{}` is not ", $prefix, "64 lower-case hex digits"),
                        text
                    ))
                })
            }
        }

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }
            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({"type": "string", "pattern": concat!("^", $prefix, "[0-9a-f]{64}$")})
            }
        }
    };
}

/// The 64 digits in one piece: pages hold thousands of digests.
fn write_hex(bytes: &Sha256Bytes, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    const DIGITS: [u8; 16] = *b"0123456789abcdef";
    let digit = |half: u8| DIGITS[usize::from(half)];
    let mut text = [0; 64];
    for (pair, byte) in text.chunks_exact_mut(2).zip(bytes) {
        pair.copy_from_slice(&[digit(byte >> 4), digit(byte & 15)]);
    }
    f.write_str(std::str::from_utf8(&text).map_err(|_| fmt::Error)?)
}

digest!(
    /// A digest as one cites it: `sha256:` and 64 lower-case hex digits.
    Digest,
    "sha256:"
);
digest!(
    /// A digest as manifests write it: 64 lower-case hex digits.
    HexDigest,
    ""
);

impl From<HexDigest> for Digest {
    fn from(hex: HexDigest) -> Self {
        Self(hex.0)
    }
}

impl From<Digest> for HexDigest {
    fn from(digest: Digest) -> Self {
        Self(digest.0)
    }
}

fn parse_hex(text: &str) -> Option<Sha256Bytes> {
    let digits = text.as_bytes();
    if digits.len() != 64 {
        return None;
    }
    let mut bytes = [0u8; 32];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = nibble(pair[0])? << 4 | nibble(pair[1])?;
    }
    Some(bytes)
}

const fn nibble(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Digest, HexDigest};

    #[test]
    fn one_digest_has_one_spelling() {
        let hex = "00ff".repeat(16);
        assert_eq!(HexDigest::parse(&hex).unwrap().to_string(), hex);
        assert_eq!(
            Digest::parse(&format!("sha256:{hex}")).unwrap().to_string(),
            format!("sha256:{hex}")
        );
        assert!(HexDigest::parse(&hex.to_uppercase()).is_none());
        assert!(HexDigest::parse(&hex[1..]).is_none());
        assert!(Digest::parse(&hex).is_none());
        assert!(HexDigest::parse(&"é".repeat(32)).is_none());
    }
}

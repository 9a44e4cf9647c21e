//! `erratum.json`: a correction of a sealed bundle, which itself is never edited.

use super::{Bilingual, Digest, Id};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A correction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Erratum {
    /// Format version.
    pub format: u64,
    /// Bundle digest of what is wrong.
    pub of: Digest,
    /// What is wrong, and what is right.
    pub text: Bilingual,
    /// Trials concerned; empty means the whole bundle.
    pub trials: Vec<Id>,
    /// Bundle digest of the bundle to use instead; null if none.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schemars(required, schema_with = "super::schema::nullable::<Digest>")]
    pub superseded_by: Option<Digest>,
}

#[cfg(test)]
mod tests {
    use super::Erratum;
    use crate::record::json;

    #[test]
    fn a_field_that_may_be_null_must_still_be_there() {
        let whole = format!(
            "{{\"format\":0,\"of\":\"sha256:{}\",\"text\":{{\"ja\":\"x\",\"en\":\"x\"}},\"trials\":[],\"superseded_by\":null}}",
            "0".repeat(64)
        );
        assert!(json::parse::<Erratum>(whole.as_bytes()).is_ok());
        let fault = json::parse::<Erratum>(whole.replace(",\"superseded_by\":null", "").as_bytes())
            .unwrap_err();
        assert_eq!(fault.kind.to_string(), "missing field `superseded_by`");
    }
}

//! The JSON Schemas of all records, generated from their types.
//!
//! They are checked in under `schemas/` and published with the site; a test fails
//! when a type and its schema drift apart.

use super::{engine, erratum, event, host, ledger, plan, review, run, transcription, trial};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema, schema_for};

/// File name under `schemas/` and schema of every record type.
#[must_use]
pub fn all() -> Vec<(&'static str, Schema)> {
    vec![
        ("plan.schema.json", schema_for!(plan::Plan)),
        ("input.schema.json", schema_for!(plan::Input)),
        ("run.schema.json", schema_for!(run::Run)),
        ("host.schema.json", schema_for!(host::Host)),
        ("engine.schema.json", schema_for!(Vec<engine::EngineFacts>)),
        ("trial.schema.json", schema_for!(trial::Trial)),
        ("event.schema.json", schema_for!(event::Event)),
        ("transcription.schema.json", schema_for!(transcription::Transcription)),
        ("transcribed-trial.schema.json", schema_for!(transcription::TranscribedTrial)),
        ("review.schema.json", schema_for!(review::Review)),
        ("erratum.schema.json", schema_for!(erratum::Erratum)),
        ("ledger-line.schema.json", schema_for!(ledger::LedgerLine)),
    ]
}

/// The text of a schema file: indented JSON with a line feed at the end.
///
/// # Errors
/// None in practice; serde's signature allows one.
pub fn text(schema: &Schema) -> Result<String, serde_json::Error> {
    serde_json::to_string_pretty(schema).map(|text| text + "\n")
}

/// The schema of a field that must be there and may be null.
pub(super) fn nullable<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    let value = generator.subschema_for::<T>();
    json_schema!({"anyOf": [value, {"type": "null"}]})
}

//! What programs read: the bundles as they were sealed, and everything behind a page.
//!
//! Job: for each bundle its files, a zip of them, the report as JSON and each
//! table as CSV; and the JSON Schemas. Neighbours: `tables` says what stands in a
//! table, `csv` writes it; nothing here is in a language.

mod csv;
mod tables;
mod zip;

use super::SiteError;
use super::build::{Reported, TOOL};
use super::output::Staging;
use crate::archive::VERIFIER;
use crate::record::schema;
pub(super) use tables::names;

/// Writes everything about one bundle.
pub(super) fn write(reported: &Reported<'_>, staging: &Staging) -> Result<(), SiteError> {
    let bundle = reported.bundle;
    let mut zip = zip::Bundle::begin(bundle, staging)?;
    for file in bundle.files() {
        let bytes = bundle.read(&file.path).map_err(|failure| SiteError::Render {
            what: format!("{}/{}", bundle.id(), file.path),
            cause: failure.to_string(),
        })?;
        staging.write(&format!("bundles/{}/{}", bundle.id(), file.path), &bytes)?;
        zip.add(&file.path, &bytes)?;
    }
    zip.finish()?;
    for table in tables::of(reported) {
        let path = format!("reports/{}/{}.csv", bundle.id(), table.name);
        let bytes = csv::bytes(&table)
            .map_err(|cause| SiteError::Render { what: path.clone(), cause: cause.to_string() })?;
        staging.write(&path, &bytes)?;
    }
    let path = format!("reports/{}.json", bundle.id());
    let json = serde_json::json!({
        "bundle": bundle.id(),
        "digest": bundle.digest(),
        "evidence": bundle.evidence(),
        "verified_by": VERIFIER,
        "generated_by": TOOL,
        "report": match &reported.run {
            Some(run) => serde_json::to_value(run),
            None => serde_json::to_value(&reported.report),
        }
        .map_err(|cause| SiteError::Render { what: path.clone(), cause: cause.to_string() })?,
    });
    let text = serde_json::to_string_pretty(&json)
        .map_err(|cause| SiteError::Render { what: path.clone(), cause: cause.to_string() })?;
    staging.write(&path, (text + "\n").as_bytes())
}

/// Writes the JSON Schema of every record.
pub(super) fn write_schemas(staging: &Staging) -> Result<(), SiteError> {
    for (name, schema) in schema::all() {
        let text = schema::text(&schema).map_err(|cause| SiteError::Render {
            what: name.to_owned(),
            cause: cause.to_string(),
        })?;
        staging.write(&format!("schemas/{name}"), text.as_bytes())?;
    }
    Ok(())
}

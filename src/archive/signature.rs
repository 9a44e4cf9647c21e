//! The optional minisign signature over the ledger.
//!
//! Job: check `ledger.jsonl.minisig`, as `minisign -Sm ledger.jsonl` makes it,
//! against a public key from outside the archive. Without a key only its form is
//! checked, which proves nothing. Neighbours: `ledger` has the signed bytes.

use super::code::Code;
use super::defect::{ArchiveError, Defect};
use super::ledger;
use minisign_verify::{PublicKey, Signature};
use std::path::Path;

/// Name of the signature.
pub(super) const FILE: &str = "ledger.jsonl.minisig";
/// More than any signature file holds.
const LIMIT: u64 = 4096;

/// Checks the signature over the ledger's bytes.
pub(super) fn check(
    runs: &Path,
    signed: &[u8],
    public_key: Option<&str>,
    defects: &mut Vec<Defect>,
) -> Result<(), ArchiveError> {
    let key = public_key
        .map(|key| PublicKey::from_base64(key.trim()))
        .transpose()
        .map_err(|error| ArchiveError::PublicKey { found: error.to_string() })?;
    let before = defects.len();
    let Some(bytes) = ledger::file(runs, FILE, LIMIT, defects)? else {
        if key.is_some() {
            let defect = Defect::new(Code::SignatureMissing, FILE, "a signature", "no such file");
            defects.push(defect);
        }
        return Ok(());
    };
    if defects.len() > before {
        return Ok(());
    }
    let fault = String::from_utf8(bytes)
        .map_err(|_| "other bytes".to_owned())
        .and_then(|text| verdict(&text, signed, key.as_ref()));
    if let Err(found) = fault {
        defects.push(Defect::new(
            Code::SignatureInvalid,
            FILE,
            "a signature of this ledger",
            found,
        ));
    }
    Ok(())
}

fn verdict(text: &str, signed: &[u8], key: Option<&PublicKey>) -> Result<(), String> {
    // Nothing signs the first line, so only the comments that the tools write are taken.
    const FIRST: [&str; 2] = [
        "untrusted comment: signature from minisign secret key",
        "untrusted comment: signature from rsign secret key",
    ];
    let lines: Vec<&str> = text.split('\n').collect();
    let form = matches!(lines[..], [first, _, third, _, ""]
        if FIRST.contains(&first) && third.starts_with("trusted comment: "));
    if !form || text.contains('\r') {
        return Err("not the four lines of a minisign signature".to_owned());
    }
    let signature = Signature::decode(text).map_err(|error| error.to_string())?;
    key.map_or(Ok(()), |key| {
        key.verify(signed, &signature, false).map_err(|error| error.to_string())
    })
}

//! Bundles and the ledger's sidecar are checked by programs that are not ours.

use super::runs::Archive;
use super::{Scratch, good};
use std::path::Path;
use std::process::Command;

/// Whether `sha256sum -c` passes, with every malformed line a failure.
fn sha256sum(folder: &Path, manifest: &str) -> bool {
    let mut command = Command::new("sha256sum");
    command.args(["--check", "--strict", "--quiet", manifest]).current_dir(folder);
    command.output().unwrap().status.success()
}

#[test]
fn sha256sum_passes_both_manifests_of_every_kind_and_the_ledger() {
    let scratch = Scratch::new();
    for (kind, bag) in good::all() {
        let folder = bag.write(scratch.path());
        assert!(sha256sum(&folder, "manifest-sha256.txt"), "{kind}");
        assert!(sha256sum(&folder, "tagmanifest-sha256.txt"), "{kind}");
    }
    assert!(sha256sum(Archive::good().path(), "ledger.jsonl.sha256"));
}

#[test]
fn sha256sum_sees_a_flipped_byte() {
    let scratch = Scratch::new();
    let folder = good::run().write(scratch.path());
    super::bag::edit(&folder, "data/logs/off.log", |text| text.replace('l', "L"));
    assert!(!sha256sum(&folder, "manifest-sha256.txt"));
}

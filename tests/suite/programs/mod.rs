//! Both programs as a user runs them: exit codes, messages, what is left on disk.

mod articles;
mod build;
mod check;
mod completions;
mod import;
mod kinds;
mod pages;
mod serve;
mod site;

use assert_cmd::Command;
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn published() -> PathBuf {
    Path::new(ROOT).join("imports/glm53-flash-mtp")
}

/// Exit code, standard output, standard error.
fn run(program: &str, arguments: &[&str], folder: &Path) -> (i32, String, String) {
    let output = Command::new(assert_cmd::cargo::cargo_bin(program))
        .args(arguments)
        .current_dir(folder)
        .env_remove("RUST_BACKTRACE")
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

/// A folder with `runs/` that holds the imported publication.
fn archive() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let (code, _, error) =
        run("measure", &["import", published().to_str().unwrap()], folder.path());
    assert_eq!((code, error.as_str()), (0, ""));
    folder
}

/// Every file below a folder with its bytes.
fn tree(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let files = walkdir::WalkDir::new(folder)
        .into_iter()
        .map(Result::unwrap)
        .filter(|entry| entry.file_type().is_file());
    files
        .map(|entry| {
            (entry.path().strip_prefix(folder).unwrap().to_owned(), fs::read(entry.path()).unwrap())
        })
        .collect()
}

/// Makes everything below a folder writable again, so that a test can break it.
fn unlock(folder: &Path) {
    for entry in walkdir::WalkDir::new(folder).into_iter().map(Result::unwrap) {
        let mode = if entry.file_type().is_dir() { 0o755 } else { 0o644 };
        fs::set_permissions(entry.path(), fs::Permissions::from_mode(mode)).unwrap();
    }
}

/// A copy of the publication with one text replaced in one of its files.
fn changed_publication(file: &str, from: &str, to: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, bytes) in tree(&published()) {
        fs::write(folder.path().join(path), bytes).unwrap();
    }
    let place = folder.path().join(file);
    let text = fs::read_to_string(&place).unwrap();
    assert!(text.contains(from), "{from}");
    fs::write(place, text.replacen(from, to, 1)).unwrap();
    folder
}

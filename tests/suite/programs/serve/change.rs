//! What happens when the archive changes, and when nothing can be served.

use super::super::{archive, published, run, unlock};
use super::{Served, get};
use crate::archive::runs::Archive;
use std::fs;
use std::net::{Ipv4Addr, TcpListener};

#[test]
fn a_new_bundle_is_shown() {
    let runs = Archive::good();
    let folder = tempfile::tempdir().unwrap();
    let mut served = Served::new(folder.path(), runs.path());
    let list = || String::from_utf8(get(served.address, "/ja/bundles/").body).unwrap();
    assert!(!list().contains("-transcription-"));
    let (source, path) = (published(), runs.path().to_str().unwrap());
    let arguments = ["import", source.to_str().unwrap(), "--runs", path];
    let (code, _, error) = run("measure", &arguments, folder.path());
    assert_eq!((code, error.as_str()), (0, ""));
    let line = served.out.next().unwrap().unwrap();
    assert!(line.starts_with("6 bundle(s) verified, "), "{line}");
    assert!(line.ends_with(" files in public, built again"), "{line}");
    let list = String::from_utf8(get(served.address, "/ja/bundles/").body).unwrap();
    assert!(list.contains("-transcription-"));
}

#[test]
fn a_change_that_cannot_be_built_leaves_the_old_site() {
    let folder = archive();
    let runs = folder.path().join("runs");
    unlock(&runs);
    let mut served = Served::new(folder.path(), &runs);
    let before = get(served.address, "/en/").body;
    let ledger = runs.join("ledger.jsonl");
    let good = fs::read(&ledger).unwrap();
    fs::write(&ledger, [&good[..], b" "].concat()).unwrap();
    let mut error = Vec::new();
    while error.last().map(String::as_str) != Some("the old site is still served") {
        error.push(served.error.next().unwrap().unwrap());
    }
    assert!(error[0].contains("ledger.jsonl"), "{error:?}");
    assert!(error.contains(&"public was left as it was".to_owned()), "{error:?}");
    assert!(get(served.address, "/en/").body == before);
    fs::write(&ledger, &good).unwrap();
    let line = served.out.next().unwrap().unwrap();
    assert!(line.ends_with(", built again"), "{line}");
    assert!(get(served.address, "/en/").body == before);
}

#[test]
fn what_cannot_be_served_ends_with_its_reason() {
    let folder = archive();
    let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = taken.local_addr().unwrap().port();
    let (code, out, error) = run("sitegen", &["serve", "--port", &port.to_string()], folder.path());
    assert_eq!((code, out.as_str()), (2, ""));
    assert_eq!(
        error,
        format!(
            "cannot serve on 127.0.0.1:{port}: the port is in use; end the program that uses it, \
             or name another port with --port (0 takes any free one)\n"
        )
    );
    // Nothing was built for nothing.
    assert!(!folder.path().join("public").exists());
    let (code, out, error) =
        run("sitegen", &["serve", "--port", "0", "--runs", "none"], folder.path());
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(error.ends_with("public was left as it was\n"), "{error}");
    let runs = folder.path().join("runs");
    unlock(&runs);
    fs::write(runs.join("ledger.jsonl"), "").unwrap();
    assert_eq!(run("sitegen", &["serve", "--port", "0"], folder.path()).0, 1);
    assert_eq!(run("sitegen", &["serve", "--port", "65536"], folder.path()).0, 2);
}

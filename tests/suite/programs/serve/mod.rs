//! `sitegen serve`: what a client gets, what it cannot get, and what a change does.

mod change;
mod client;
mod hostile;

use super::{ROOT, tree};
use client::{Answer, ask, get};
use std::fs;
use std::io::{BufRead as _, BufReader, Lines};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdout, Command, Stdio};

/// The program while it serves `public` of a folder; it ends with the test.
struct Served {
    child: Child,
    out: Lines<BufReader<ChildStdout>>,
    error: Lines<BufReader<ChildStderr>>,
    address: SocketAddr,
}

impl Served {
    fn new(folder: &Path, runs: &Path) -> Self {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin("sitegen"))
            .args(["serve", "--port", "0", "--runs"])
            .arg(runs)
            .current_dir(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap()).lines();
        let error = BufReader::new(child.stderr.take().unwrap()).lines();
        let built = out.next().unwrap().unwrap();
        assert!(built.ends_with(" files in public"), "{built}");
        let serving = out.next().unwrap().unwrap();
        let address = serving.strip_prefix("serving http://").unwrap();
        let address = address.strip_suffix("/ until Ctrl-C").unwrap().parse().unwrap();
        Self { child, out, error, address }
    }

    /// The site of the committed archive.
    fn committed(folder: &Path) -> Self {
        Self::new(folder, &Path::new(ROOT).join("runs"))
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// The type that a file of the site must have.
fn expected_type(path: &str) -> &'static str {
    match path.rsplit_once('.').unwrap().1 {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json; charset=utf-8",
        "jsonl" => "application/jsonl; charset=utf-8",
        "txt" => "text/plain; charset=utf-8",
        "csv" => "text/csv; charset=utf-8",
        "svg" => "image/svg+xml; charset=utf-8",
        "xml" => "application/xml; charset=utf-8",
        "zip" => "application/zip",
        "gz" => "application/gzip",
        other => panic!("no type is expected for .{other}"),
    }
}

#[test]
fn every_file_of_the_site_is_served_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::committed(folder.path());
    assert!(served.address.ip().is_loopback());
    let files = tree(&folder.path().join("public"));
    assert!(files.len() > 20);
    for (path, bytes) in files {
        let path = path.to_str().unwrap();
        if path == ".gitignore" {
            continue;
        }
        let answer = get(served.address, &format!("/{path}"));
        assert_eq!(answer.status, "200 OK", "{path}");
        assert_eq!(answer.header("content-type"), Some(expected_type(path)), "{path}");
        assert_eq!(answer.header("content-length"), Some(bytes.len().to_string().as_str()));
        assert!(answer.body == bytes, "{path}");
        let head =
            ask(served.address, &format!("HEAD /{path} HTTP/1.1\r\nHost: localhost\r\n\r\n"));
        assert_eq!((head.status, head.headers), (answer.status, answer.headers), "{path}");
        assert_eq!(head.body, b"", "{path}");
    }
}

#[test]
fn folders_are_served_by_their_index() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::committed(folder.path());
    let page = |path: &str| fs::read(folder.path().join("public").join(path)).unwrap();
    for (path, file) in [
        ("/", "index.html"),
        ("/ja/", "ja/index.html"),
        ("/ja/?x=1", "ja/index.html"),
        ("/%6a%61/index.html", "ja/index.html"),
    ] {
        let answer = get(served.address, path);
        assert_eq!((answer.status.as_str(), answer.body), ("200 OK", page(file)), "{path}");
    }
    // Without its slash, links of the page would lead elsewhere.
    let answer = get(served.address, "/ja?x=1");
    assert_eq!(answer.status, "301 Moved Permanently");
    assert_eq!((answer.header("location"), answer.body.len()), (Some("/ja/"), 0));
    // A folder without a page shows the site's page for what is missing.
    let missing = page("404.html");
    for path in ["/assets/", "/none", "/none/", "/ja/index.html/", "/JA/"] {
        let Answer { status, body, .. } = get(served.address, path);
        assert_eq!(
            (status.as_str(), body.as_slice()),
            ("404 Not Found", missing.as_slice()),
            "{path}"
        );
    }
}

#[test]
fn the_page_of_the_site_is_shown_for_what_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::committed(folder.path());
    fs::write(folder.path().join("public/404.html"), "<!DOCTYPE html>ありません").unwrap();
    let answer = get(served.address, "/ja/none.html");
    assert_eq!(answer.status, "404 Not Found");
    assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"));
    assert_eq!(answer.body, "<!DOCTYPE html>ありません".as_bytes());
    assert_eq!(get(served.address, "/404.html").status, "200 OK");
}

#[test]
fn another_client_agrees() {
    if Command::new("curl").arg("--version").output().is_err() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let served = Served::committed(folder.path());
    let curl = |arguments: &[&str], path: &str| {
        let output = Command::new("curl")
            .args([
                "--silent",
                "--noproxy",
                "*",
                "--path-as-is",
                "--write-out",
                "%{http_code} %{content_type}",
            ])
            .args(["--output", "body"])
            .args(arguments)
            .arg(format!("http://{}{path}", served.address))
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert!(output.status.success(), "{path}");
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(curl(&[], "/ja/"), "200 text/html; charset=utf-8");
    let page = fs::read(folder.path().join("public/ja/index.html")).unwrap();
    assert!(fs::read(folder.path().join("body")).unwrap() == page);
    assert_eq!(curl(&["--head"], "/ja/"), "200 text/html; charset=utf-8");
    assert_eq!(curl(&["--location"], "/ja"), "200 text/html; charset=utf-8");
    assert_eq!(curl(&[], "/../runs/ledger.jsonl"), "400 text/plain; charset=utf-8");
    assert_eq!(curl(&["--data", "x=1"], "/"), "405 text/plain; charset=utf-8");
    assert_eq!(curl(&["--header", "Host: example.org"], "/"), "421 text/plain; charset=utf-8");
}

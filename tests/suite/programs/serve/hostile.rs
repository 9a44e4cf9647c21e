//! Clients that mean no good, or are slow.

use super::client::{Answer, ask, get};
use super::{ROOT, Served};
use jissoku::site::serve::{Limits, Server};
use std::fs;
use std::io::Write as _;
use std::net::TcpStream;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::time::Duration;

#[test]
fn nothing_outside_the_site_is_served() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("secret.txt"), "secret").unwrap();
    let served = Served::committed(folder.path());
    let public = folder.path().join("public");
    for target in [
        "/../secret.txt",
        "/ja/../../secret.txt",
        "/%2e%2e/secret.txt",
        "/.%2E/secret.txt",
        "/..%2fsecret.txt",
        "/%2e%2e%2fsecret.txt",
        "/ja/..%5c..%5csecret.txt",
        "/..\\secret.txt",
        "//secret.txt",
        "/%00",
        "secret.txt",
    ] {
        let answer = get(served.address, target);
        assert_eq!(answer.status, "400 Bad Request", "{target}");
        assert_eq!(answer.body, b"400 Bad Request\n", "{target}");
    }
    // Once decoded these are plain names that are not there.
    let absolute = folder.path().join("secret.txt");
    for target in ["/%252e%252e/secret.txt", &absolute.to_string_lossy()] {
        assert_eq!(get(served.address, target).status, "404 Not Found", "{target}");
    }
    // Links and hidden files are not of the site.
    symlink(&absolute, public.join("link.txt")).unwrap();
    symlink(folder.path(), public.join("folder")).unwrap();
    symlink(public.join("index.html"), public.join("inside.html")).unwrap();
    fs::create_dir(public.join(".git")).unwrap();
    fs::write(public.join(".git/config"), "secret").unwrap();
    for target in ["/link.txt", "/folder/secret.txt", "/inside.html", "/.gitignore", "/.git/config"]
    {
        assert_eq!(get(served.address, target).status, "404 Not Found", "{target}");
    }
    assert_eq!(get(served.address, "/index.html").status, "200 OK");
}

#[test]
fn what_is_no_request_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::committed(folder.path());
    let host = "Host: localhost\r\n";
    let long = "a".repeat(Limits::STANDARD.head);
    for (request, status) in [
        (
            format!("POST / HTTP/1.1\r\n{host}Content-Length: 3\r\n\r\na=1"),
            "405 Method Not Allowed",
        ),
        (format!("GET / HTTP/2.0\r\n{host}\r\n"), "505 HTTP Version Not Supported"),
        ("GET / HTTP/1.1\r\n\r\n".to_owned(), "400 Bad Request"),
        ("\u{16}\u{3}\u{1}\r\n\r\n".to_owned(), "400 Bad Request"),
        ("GET / HTTP/1.1\r\nHost: example.org\r\n\r\n".to_owned(), "421 Misdirected Request"),
        (
            format!("GET / HTTP/1.1\r\n{host}X: {long}\r\n\r\n"),
            "431 Request Header Fields Too Large",
        ),
        (format!("GET /{long} HTTP/1.1\r\n{host}\r\n"), "414 URI Too Long"),
    ] {
        let answer = ask(served.address, &request);
        assert_eq!(answer.status, status);
        assert_eq!(answer.body, format!("{status}\n").as_bytes());
        let allowed = status.starts_with("405").then_some("GET, HEAD");
        assert_eq!(answer.header("allow"), allowed, "{status}");
    }
    // A client that leaves without a word, or in the middle, hurts nobody.
    drop(TcpStream::connect(served.address).unwrap());
    TcpStream::connect(served.address).unwrap().write_all(b"GET / HT").unwrap();
    assert_eq!(get(served.address, "/").status, "200 OK");
}

#[test]
fn a_slow_client_is_cut_off_and_the_next_is_answered() {
    let site = Path::new(ROOT).join("schemas");
    let server = Server::bind(0).unwrap();
    let address = server.address();
    let limits = Limits { workers: 1, patience: Duration::from_millis(20), ..Limits::STANDARD };
    server.start(&site, limits).unwrap();
    let mut silent = TcpStream::connect(address).unwrap();
    let mut slow = TcpStream::connect(address).unwrap();
    slow.write_all(b"GET / HTTP/1.1\r\nHost: local").unwrap();
    // The one worker is held by the first, then by the second; this one waits its turn.
    let next = get(address, "/run.schema.json");
    assert_eq!(next.status, "200 OK");
    assert!(next.body == fs::read(site.join("run.schema.json")).unwrap());
    for stream in [&mut silent, &mut slow] {
        assert_eq!(Answer::read(stream).status, "408 Request Timeout");
    }
}

#[test]
fn a_client_that_takes_no_answer_is_let_go() {
    let folder = tempfile::tempdir().unwrap();
    // More than the system keeps for a client that does not read.
    let large = vec![0; 64 << 20];
    fs::write(folder.path().join("large.gz"), &large).unwrap();
    let server = Server::bind(0).unwrap();
    let address = server.address();
    let limits = Limits { workers: 1, patience: Duration::from_millis(20), ..Limits::STANDARD };
    server.start(folder.path(), limits).unwrap();
    let mut deaf = TcpStream::connect(address).unwrap();
    deaf.write_all(b"GET /large.gz HTTP/1.0\r\n\r\n").unwrap();
    assert_eq!(get(address, "/none").status, "404 Not Found");
}

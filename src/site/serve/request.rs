//! The head of a request: read within limits, then judged.
//!
//! Job: pure functions on bytes; whatever a client sends ends in a [`Request`] or
//! in the status that refuses it. Neighbours: `connection` owns the stream, `file`
//! finds what is asked for.

use super::Limits;
use super::response::Status;
use crate::site::percent;
use std::io::{self, Read};

/// What a client asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Request {
    /// Whether the client wants the answer without its body.
    pub(super) head_only: bool,
    /// The path as it was sent, without a query.
    pub(super) target: String,
    /// The names of the path, decoded; the last is empty for a folder.
    pub(super) names: Vec<String>,
}

/// Reads up to the empty line that ends a head; `None` if the client left without a word.
pub(super) fn read_head(stream: &mut impl Read, limits: Limits) -> Result<Option<Vec<u8>>, Status> {
    let mut head = Vec::new();
    let mut piece = [0; 2048];
    for _ in 0..limits.pieces {
        let count = match stream.read(&mut piece) {
            Ok(0) if head.is_empty() => return Ok(None),
            Ok(0) => return Err(Status::BadRequest),
            Ok(count) => count,
            Err(cause) if cause.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return Err(Status::RequestTimeout),
        };
        // The end may lie across two pieces.
        let from = head.len().saturating_sub(3);
        head.extend_from_slice(&piece[..count]);
        let ends = |line: &[u8]| line.starts_with(b"\n\n") || line.starts_with(b"\n\r\n");
        if let Some(end) = (from..head.len()).find(|at| ends(&head[*at..])) {
            head.truncate(end + 1);
            return if end < limits.head {
                Ok(Some(head))
            } else {
                Err(too_large(&head, limits.head))
            };
        }
        if head.len() > limits.head {
            return Err(too_large(&head, limits.head));
        }
    }
    Err(Status::RequestTimeout)
}

fn too_large(head: &[u8], limit: usize) -> Status {
    if head[..limit.min(head.len())].contains(&b'\n') {
        Status::HeaderFieldsTooLarge
    } else {
        Status::UriTooLong
    }
}

/// Judges a head.
pub(super) fn parse(head: &[u8]) -> Result<Request, Status> {
    let head = str::from_utf8(head).map_err(|_| Status::BadRequest)?;
    let mut lines = head.lines();
    let words: Vec<&str> = lines.next().unwrap_or_default().split(' ').collect();
    let [method, target, version] = words[..] else { return Err(Status::BadRequest) };
    let needs_host = match version {
        "HTTP/1.1" => true,
        "HTTP/1.0" => false,
        _ if version.starts_with("HTTP/") => return Err(Status::VersionNotSupported),
        _ => return Err(Status::BadRequest),
    };
    let mut hosts = Vec::new();
    for line in lines {
        let (name, value) = line.split_once(':').ok_or(Status::BadRequest)?;
        let is_token = |c: char| c.is_ascii_graphic() && !"\"(),/:;<=>?@[\\]{}".contains(c);
        if name.is_empty() || !name.chars().all(is_token) {
            return Err(Status::BadRequest);
        }
        if name.eq_ignore_ascii_case("host") {
            hosts.push(value.trim());
        }
    }
    match hosts[..] {
        [] if needs_host => return Err(Status::BadRequest),
        [] => {}
        [host] if is_local(host) => {}
        // A name that somebody else made lead here: the site is not for their pages.
        [_] => return Err(Status::Misdirected),
        _ => return Err(Status::BadRequest),
    }
    let head_only = match method {
        "GET" => false,
        "HEAD" => true,
        _ => return Err(Status::MethodNotAllowed),
    };
    let target = target.split_once('?').map_or(target, |(path, _)| path).to_owned();
    let names = names(&target)?;
    Ok(Request { head_only, target, names })
}

/// Whether a `Host` means this machine, on whatever port it is reached.
fn is_local(host: &str) -> bool {
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, port),
        _ => (host, ""),
    };
    let known = ["127.0.0.1", "localhost", "[::1]"];
    known.iter().any(|known| name.eq_ignore_ascii_case(known))
        && port.bytes().all(|byte| byte.is_ascii_digit())
}

/// The names of a path; none of them leads out of its folder.
fn names(target: &str) -> Result<Vec<String>, Status> {
    // Clients escape the rest; it is also what a redirection sends back.
    let is_plain = target.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'#');
    let path = target.strip_prefix('/').filter(|_| is_plain).ok_or(Status::BadRequest)?;
    let mut names = Vec::new();
    let mut parts = path.split('/').peekable();
    while let Some(part) = parts.next() {
        let name = percent::decode(part).ok_or(Status::BadRequest)?;
        let leads_away = matches!(name.as_str(), "." | "..")
            || name.contains(['/', '\\', '\0'])
            || name.is_empty() && parts.peek().is_some();
        if leads_away {
            return Err(Status::BadRequest);
        }
        names.push(name);
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::{Limits, Status, parse, read_head};
    use std::io::{self, Read};

    fn asked(line: &str) -> Result<Vec<String>, Status> {
        parse(format!("{line} HTTP/1.1\r\nHost: localhost:80\r\n").as_bytes()).map(|r| r.names)
    }

    #[test]
    fn paths_are_decoded_once() {
        for (target, names) in [
            ("/", &[""][..]),
            ("/ja/", &["ja", ""]),
            ("/ja/index.html?q=/../", &["ja", "index.html"]),
            ("/%E7%B5%90%2e.html", &["結..html"]),
            ("/%252e%252e/x", &["%2e%2e", "x"]),
        ] {
            assert_eq!(asked(&format!("GET {target}")).unwrap(), names, "{target}");
        }
    }

    #[test]
    fn paths_that_lead_away_are_refused() {
        for target in [
            "/../x",
            "/a/../x",
            "/..",
            "/.",
            "/./x",
            "/%2e%2e/x",
            "/%2E./x",
            "/a%2fb",
            "/..%2fx",
            "/a%5c..%5cb",
            "/a\\b",
            "/a%00",
            "//x",
            "/a//b",
            "/%",
            "/%zz",
            "/%ff",
            "/a#b",
            "/結",
            "/a\rb",
            "x",
            "*",
            "http://localhost/x",
            "",
        ] {
            assert_eq!(asked(&format!("GET {target}")), Err(Status::BadRequest), "{target}");
        }
    }

    #[test]
    fn heads_are_judged() {
        let status = |head: &str| parse(head.as_bytes()).map(|request| request.head_only);
        let ok = "Host: 127.0.0.1:8020\r\n";
        assert_eq!(status(&format!("GET / HTTP/1.1\r\n{ok}")), Ok(false));
        assert_eq!(status(&format!("HEAD / HTTP/1.1\n{ok}")), Ok(true));
        assert_eq!(status("GET / HTTP/1.0\r\n"), Ok(false));
        for host in ["localhost", "LOCALHOST:1", "[::1]", "[::1]:8020", "127.0.0.1:"] {
            assert_eq!(status(&format!("GET / HTTP/1.1\r\nhost:{host}\r\n")), Ok(false), "{host}");
        }
        for host in ["example.org", "localhost.example.org", "127.0.0.1:x", "", "127.0.0.1.", "0"] {
            let head = format!("GET / HTTP/1.1\r\nHost: {host}\r\n");
            assert_eq!(status(&head), Err(Status::Misdirected), "{host}");
        }
        for (head, refused) in [
            (format!("POST / HTTP/1.1\r\n{ok}"), Status::MethodNotAllowed),
            (format!("get / HTTP/1.1\r\n{ok}"), Status::MethodNotAllowed),
            (format!("GET / HTTP/2.0\r\n{ok}"), Status::VersionNotSupported),
            (format!("GET / FTP/1.1\r\n{ok}"), Status::BadRequest),
            ("GET / HTTP/1.1\r\n".to_owned(), Status::BadRequest),
            (format!("GET / HTTP/1.1\r\n{ok}{ok}"), Status::BadRequest),
            (format!("GET  / HTTP/1.1\r\n{ok}"), Status::BadRequest),
            (format!("GET /\r\n{ok}"), Status::BadRequest),
            (format!("GET / HTTP/1.1\r\n{ok} folded: x\r\n"), Status::BadRequest),
            (format!("GET / HTTP/1.1\r\n{ok}no colon\r\n"), Status::BadRequest),
            (String::new(), Status::BadRequest),
        ] {
            assert_eq!(status(&head), Err(refused), "{head:?}");
        }
        assert_eq!(parse(b"GET /\xff HTTP/1.1\r\nHost: localhost\r\n"), Err(Status::BadRequest));
    }

    /// Gives its bytes piece by piece, then what the last says.
    struct Pieces(Vec<&'static [u8]>, Option<io::ErrorKind>);

    impl Read for Pieces {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() {
                return self.1.map_or(Ok(0), |kind| Err(kind.into()));
            }
            let piece = self.0.remove(0);
            buffer[..piece.len()].copy_from_slice(piece);
            Ok(piece.len())
        }
    }

    #[test]
    fn a_head_is_read_within_its_limits() {
        let limits = Limits { head: 32, pieces: 4, ..Limits::STANDARD };
        let read =
            |pieces: &[&'static [u8]], end| read_head(&mut Pieces(pieces.to_vec(), end), limits);
        let whole = || Ok(Some(b"GET / HTTP/1.0\r\n".to_vec()));
        assert_eq!(read(&[b"GET / HTTP/1.0\r\n\r\nmore"], None), whole());
        assert_eq!(read(&[b"GET / HTTP/1.0\r", b"\n\r", b"\n"], None), whole());
        assert_eq!(
            read(&[b"GET / HTTP/1.0\n", b"\n"], None),
            Ok(Some(b"GET / HTTP/1.0\n".to_vec()))
        );
        assert_eq!(read(&[], None), Ok(None));
        assert_eq!(read(&[b"GET"], None), Err(Status::BadRequest));
        assert_eq!(read(&[], Some(io::ErrorKind::WouldBlock)), Err(Status::RequestTimeout));
        // A client that sends a byte now and then is cut off as well.
        assert_eq!(read(&[b"G", b"E", b"T", b" ", b"/"], None), Err(Status::RequestTimeout));
        let long: &'static [u8] = &[b'a'; 33];
        assert_eq!(read(&[long], None), Err(Status::UriTooLong));
        assert_eq!(read(&[b"GET / HTTP/1.0\r\n", long], None), Err(Status::HeaderFieldsTooLarge));
        let end: &'static [u8] = b"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n\n";
        assert_eq!(read(&[end], None), Err(Status::UriTooLong));
    }
}

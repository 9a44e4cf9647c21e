//! What is sent back: a status, headers, and a body of known length.
//!
//! Neighbours: `connection` decides what to send.

use std::io::{self, Write};
use std::path::Path;

/// The statuses that this server gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Status {
    /// The file follows.
    Ok,
    /// The folder's own address, with its slash, is in the headers.
    MovedPermanently,
    /// What was sent is no request, or a path that leads out of the site.
    BadRequest,
    /// There is no such file.
    NotFound,
    /// Neither GET nor HEAD.
    MethodNotAllowed,
    /// The request did not come in time.
    RequestTimeout,
    /// The path is too long.
    UriTooLong,
    /// The request is meant for another host.
    Misdirected,
    /// The headers are too long.
    HeaderFieldsTooLarge,
    /// The file cannot be read.
    InternalServerError,
    /// Not HTTP/1.
    VersionNotSupported,
}

impl Status {
    /// Number and phrase.
    pub(super) const fn line(self) -> &'static str {
        match self {
            Self::Ok => "200 OK",
            Self::MovedPermanently => "301 Moved Permanently",
            Self::BadRequest => "400 Bad Request",
            Self::NotFound => "404 Not Found",
            Self::MethodNotAllowed => "405 Method Not Allowed",
            Self::RequestTimeout => "408 Request Timeout",
            Self::UriTooLong => "414 URI Too Long",
            Self::Misdirected => "421 Misdirected Request",
            Self::HeaderFieldsTooLarge => "431 Request Header Fields Too Large",
            Self::InternalServerError => "500 Internal Server Error",
            Self::VersionNotSupported => "505 HTTP Version Not Supported",
        }
    }
}

/// Writes the status and the headers of an answer.
///
/// A preview must never be stale, so nothing is kept; types are never guessed.
pub(super) fn write_head(
    stream: &mut impl Write,
    status: Status,
    content_type: &str,
    length: u64,
    location: Option<&str>,
) -> io::Result<()> {
    let mut head = format!(
        "HTTP/1.1 {}\r\nContent-Type: {content_type}\r\nContent-Length: {length}\r\n\
         Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n",
        status.line()
    );
    if let Some(location) = location {
        head += &format!("Location: {location}\r\n");
    }
    if status == Status::MethodNotAllowed {
        head += "Allow: GET, HEAD\r\n";
    }
    stream.write_all((head + "\r\n").as_bytes())
}

/// The type of a file by its name.
pub(super) fn content_type(path: &Path) -> &'static str {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    match extension {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" => "application/json; charset=utf-8",
        "jsonl" => "application/jsonl; charset=utf-8",
        "txt" | "md" | "log" | "toml" => "text/plain; charset=utf-8",
        "csv" => "text/csv; charset=utf-8",
        "xml" => "application/xml; charset=utf-8",
        "atom" => "application/atom+xml; charset=utf-8",
        "vtt" => "text/vtt; charset=utf-8",
        "svg" => "image/svg+xml; charset=utf-8",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "mp4" => "video/mp4",
        "webm" => "video/webm",
        "gz" => "application/gzip",
        "tar" => "application/x-tar",
        "zip" => "application/zip",
        _ => "application/octet-stream",
    }
}

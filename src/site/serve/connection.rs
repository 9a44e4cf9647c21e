//! One connection: a request is read, answered, and the connection closed.
//!
//! Neighbours: `request` judges, `file` finds, `response` writes.

use super::Limits;
use super::file::{self, Found};
use super::request::{self, Request};
use super::response::{Status, content_type, write_head};
use std::io::{self, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::path::Path;

const PLAIN: &str = "text/plain; charset=utf-8";

/// Answers one request for a file below `root`.
///
/// # Errors
/// What the system says when the client is gone.
pub(super) fn answer(mut stream: &TcpStream, root: &Path, limits: Limits) -> io::Result<()> {
    stream.set_read_timeout(Some(limits.patience))?;
    stream.set_write_timeout(Some(limits.patience))?;
    let request = match request::read_head(&mut stream, limits) {
        Ok(Some(head)) => request::parse(&head),
        Ok(None) => return Ok(()),
        Err(status) => Err(status),
    };
    match request {
        Ok(request) => respond(stream, root, &request)?,
        Err(status) => refuse(stream, status, false)?,
    }
    close(stream, limits)
}

fn respond(mut stream: &TcpStream, root: &Path, request: &Request) -> io::Result<()> {
    let mut status = Status::Ok;
    let mut found = file::find(root, &request.names);
    if matches!(found, Ok(Found::Nothing)) {
        // The site may have its own page for this.
        status = Status::NotFound;
        found = file::find(root, &["404.html".to_owned()]);
    }
    match found {
        Ok(Found::File { file, bytes, path }) => {
            write_head(&mut stream, status, content_type(&path), bytes, None)?;
            if !request.head_only {
                io::copy(&mut file.take(bytes), &mut stream)?;
            }
            Ok(())
        }
        Ok(Found::Folder) if status == Status::Ok => {
            let location = format!("{}/", request.target);
            write_head(&mut stream, Status::MovedPermanently, PLAIN, 0, Some(&location))
        }
        Ok(Found::Folder | Found::Nothing) => refuse(stream, status, request.head_only),
        Err(_) => refuse(stream, Status::InternalServerError, request.head_only),
    }
}

/// Sends a status with itself as text.
fn refuse(mut stream: &TcpStream, status: Status, head_only: bool) -> io::Result<()> {
    let body = format!("{}\n", status.line());
    write_head(&mut stream, status, PLAIN, body.len() as u64, None)?;
    if head_only { Ok(()) } else { stream.write_all(body.as_bytes()) }
}

/// Ends the answer, then takes what the client still sends: closing on unread bytes would
/// have the system throw the answer away.
fn close(mut stream: &TcpStream, limits: Limits) -> io::Result<()> {
    stream.shutdown(Shutdown::Write)?;
    let mut unread = [0; 4096];
    for _ in 0..limits.pieces {
        if stream.read(&mut unread)? == 0 {
            break;
        }
    }
    Ok(())
}

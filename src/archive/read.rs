//! One read of one file: hashed, and parsed from the very bytes that were hashed.
//!
//! Job: open a regular file without following links and without blocking, and
//! offer its bytes whole (bounded) or line by line (bounded), while SHA-256 runs
//! over every byte as it passes. Large files cost constant memory. Neighbours:
//! `gunzip` expands the bytes, `parts` turns them into records.

use super::code::Code;
use crate::record::HexDigest;
use rustix::fs::{Mode, OFlags};
use sha2::{Digest as _, Sha256};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// Bytes taken from the disk at once: large enough to hash fast, small enough for the cache
/// and for the allocator to hand out the same memory again instead of asking the kernel.
pub(super) const BUFFER: usize = 64 << 10;

/// Opens a regular file; a link, FIFO, socket or device is an error, at once.
pub(super) fn open(path: &Path) -> io::Result<File> {
    // NONBLOCK: opening a FIFO that was put in place of the file must not wait for a writer.
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = File::from(rustix::fs::open(path, flags, Mode::empty())?);
    if file.metadata()?.is_file() {
        Ok(file)
    } else {
        Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"))
    }
}

/// A file whose bytes are hashed and counted as they are read.
pub(super) struct Hashing<R> {
    inner: R,
    sha256: Sha256,
    bytes: u64,
}

impl Hashing<File> {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        open(path).map(Self::new)
    }

    /// Room to set aside for the whole file: its length now, but no more than `limit`.
    pub(super) fn length_hint(&self, limit: u64) -> usize {
        let length = self.inner.metadata().map_or(0, |facts| facts.len()).min(limit);
        usize::try_from(length).unwrap_or(0) + 1
    }
}

impl<R: Read> Hashing<R> {
    pub(super) fn new(inner: R) -> Self {
        Self { inner, sha256: Sha256::new(), bytes: 0 }
    }

    /// Reads what is left and gives the digest of the whole.
    pub(super) fn finish(mut self) -> io::Result<(u64, HexDigest)> {
        // Most files have been read to their end already: that needs no buffer to see.
        let mut rest = self.read(&mut [0; 64])?;
        if rest > 0 {
            let mut buffer = vec![0; BUFFER];
            while rest > 0 {
                rest = self.read(&mut buffer)?;
            }
        }
        Ok((self.bytes, HexDigest(self.sha256.finalize().into())))
    }

    /// Reads the whole into memory, or `None` beyond `limit` (then the rest is still to be hashed).
    pub(super) fn whole(&mut self, limit: u64, hint: usize) -> io::Result<Option<Vec<u8>>> {
        let mut bytes = Vec::with_capacity(hint);
        self.by_ref().take(limit + 1).read_to_end(&mut bytes)?;
        Ok((bytes.len() as u64 <= limit).then_some(bytes))
    }
}

impl<R: Read> Read for Hashing<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.sha256.update(&buffer[..count]);
        self.bytes += count as u64;
        Ok(count)
    }
}

/// Digest of bytes in memory.
pub(super) fn sha256(bytes: &[u8]) -> HexDigest {
    HexDigest(Sha256::digest(bytes).into())
}

/// What is wrong with the content of a file, apart from its digest.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) code: Code,
    pub(super) expected: String,
    pub(super) found: String,
    pub(super) place: Option<(usize, usize)>,
}

impl Fault {
    pub(super) fn new(code: Code, expected: impl Into<String>, found: impl Into<String>) -> Self {
        Self { code, expected: expected.into(), found: found.into(), place: None }
    }

    pub(super) const fn at(mut self, line: usize, column: usize) -> Self {
        self.place = Some((line, column));
        self
    }
}

/// A line with its number from 1, or what is wrong with it.
pub(super) type NumberedLine<'a> = Result<(usize, &'a [u8]), Fault>;

/// Lines of a text, each at most `limit` bytes, none empty, the last with its line feed.
pub(super) struct Lines<'a> {
    reader: &'a mut dyn BufRead,
    limit: u64,
    buffer: Vec<u8>,
    number: usize,
}

impl<'a> Lines<'a> {
    pub(super) fn new(reader: &'a mut dyn BufRead, limit: u64) -> Self {
        Self { reader, limit, buffer: Vec::new(), number: 0 }
    }

    /// The next line with its number, without the line feed; `None` at the end.
    pub(super) fn next(&mut self) -> io::Result<Option<NumberedLine<'_>>> {
        self.buffer.clear();
        let bound = self.limit + 1;
        if (&mut *self.reader).take(bound).read_until(b'\n', &mut self.buffer)? == 0 {
            return Ok(None);
        }
        self.number += 1;
        let number = self.number;
        let fault = |code, expected: &str, found: &str| {
            Ok(Some(Err(Fault::new(code, expected, found).at(number, 1))))
        };
        let Some((b'\n', line)) = self.buffer.split_last() else {
            if self.buffer.len() as u64 == bound {
                let expected = format!("at most {} bytes", self.limit);
                return fault(Code::JsonLineTooLarge, &expected, "more");
            }
            return fault(Code::JsonLineForm, "a line feed", "the end of the file");
        };
        if line.is_empty() {
            return fault(Code::JsonLineForm, "one record", "an empty line");
        }
        if line.ends_with(b"\r") {
            return fault(Code::JsonLineForm, "LF", "CR LF");
        }
        Ok(Some(Ok((number, line))))
    }
}

/// Buffered reading of `source`, for plain line files.
pub(super) fn buffered<R: Read>(source: R) -> BufReader<R> {
    BufReader::with_capacity(BUFFER, source)
}

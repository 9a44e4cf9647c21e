//! Gzip files: one member each, bounded, and nothing around it.
//!
//! Job: [`gunzip`] gives the plain bytes of a file to whoever reads them and
//! reports whatever is wrong with its form. A small file, as most raw streams are,
//! is expanded at once into room that is used again; a large one, or one with
//! anything amiss, as a stream in constant memory, which words the fault.
//! Neighbours: `read` supplies the bytes and hashes them, `parts` uses them.

use super::code::Code;
use super::limits::Limits;
use super::read::{BUFFER, Fault, Hashing};
use flate2::bufread::GzDecoder;
use flate2::{Crc, Decompress, FlushDecompress, Status};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _};

/// A file of more plain bytes is not expanded at once.
const AT_ONCE: u64 = 1 << 20;

/// Room to expand small files in, one after another.
pub(super) struct Room {
    inflate: Decompress,
    plain: Vec<u8>,
}

impl Room {
    pub(super) fn new() -> Self {
        Self { inflate: Decompress::new(false), plain: Vec::new() }
    }

    /// The plain bytes of `file` if it is one small member, whole, with nothing to report.
    fn expand(&mut self, file: &[u8], limit: u64) -> Option<&[u8]> {
        let (header, rest) = file.split_first_chunk::<10>()?;
        let (body, trailer) = rest.split_last_chunk::<8>()?;
        let (sum, size) = (u32_le(&trailer[..4]), u32_le(&trailer[4..]));
        if !header.starts_with(&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0])
            || u64::from(size) > limit.min(AT_ONCE)
        {
            return None;
        }
        let size = size as usize;
        if self.plain.len() < size {
            self.plain.resize(size, 0);
        }
        let plain = &mut self.plain[..size];
        self.inflate.reset(false);
        let status = self.inflate.decompress(body, plain, FlushDecompress::Finish).ok()?;
        let lengths = (self.inflate.total_in(), self.inflate.total_out());
        let mut crc = Crc::new();
        crc.update(plain);
        let whole = status == Status::StreamEnd
            && lengths == (body.len() as u64, size as u64)
            && crc.sum() == sum;
        whole.then_some(plain)
    }
}

/// Gunzips one member from `source`, bounded, and gives the plain bytes to `use_it`.
///
/// Whatever is wrong with the gzip form is added to `faults`.
pub(super) fn gunzip<T>(
    source: Hashing<File>,
    limits: &Limits,
    room: &mut Room,
    faults: &mut Vec<Fault>,
    use_it: impl FnOnce(&mut dyn BufRead) -> io::Result<T>,
) -> io::Result<(Hashing<File>, Option<T>)> {
    let hint = source.length_hint(BUFFER as u64);
    let mut source = BufReader::with_capacity(hint, source);
    let header = source.fill_buf()?;
    if header.len() < 10 || !header.starts_with(&[0x1f, 0x8b, 8]) {
        faults.push(Fault::new(Code::GzipDamaged, "a gzip header", "other bytes"));
        return Ok((source.into_inner(), None));
    }
    if header[4..8] != [0; 4] {
        faults.push(Fault::new(Code::GzipTime, "0", u32_le(&header[4..8]).to_string()));
    }
    if header[3] != 0 {
        faults.push(Fault::new(Code::GzipHeader, "flags 0", format!("flags {}", header[3])));
    }
    let used = match room.expand(header, limits.expanded) {
        Some(mut plain) => {
            let length = header.len();
            source.consume(length);
            Some(use_it(&mut plain)?)
        }
        None => stream(&mut source, limits, faults, use_it),
    };
    if used.is_some() && !source.fill_buf()?.is_empty() {
        faults.push(Fault::new(Code::GzipTrailing, "the end of the file", "more bytes"));
    }
    Ok((source.into_inner(), used))
}

/// Expands the member that `source` begins with in constant memory; `None` if it is damaged or too large.
fn stream<T>(
    source: &mut impl BufRead,
    limits: &Limits,
    faults: &mut Vec<Fault>,
    use_it: impl FnOnce(&mut dyn BufRead) -> io::Result<T>,
) -> Option<T> {
    // One byte more than allowed tells a file at the limit from one beyond it.
    let member = GzDecoder::new(source).take(limits.expanded + 1);
    let mut plain = BufReader::with_capacity(BUFFER, member);
    let used = use_it(&mut plain).and_then(|used| drain(&mut plain).map(|()| used));
    if plain.get_ref().limit() == 0 {
        let expected = format!("at most {} bytes expanded", limits.expanded);
        faults.push(Fault::new(Code::GzipTooLarge, expected, "more"));
        return None;
    }
    let damaged =
        |error: io::Error| Fault::new(Code::GzipDamaged, "a whole gzip member", error.to_string());
    used.map_err(|error| faults.push(damaged(error))).ok()
}

fn drain(reader: &mut dyn BufRead) -> io::Result<()> {
    loop {
        let count = reader.fill_buf()?.len();
        if count == 0 {
            return Ok(());
        }
        reader.consume(count);
    }
}

fn u32_le(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |value, byte| value << 8 | u32::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::super::seal::gzip;
    use super::{Limits, Room, stream};
    use proptest::prelude::*;

    /// What the stream makes of a file that it finds nothing amiss in.
    fn streamed(file: &[u8]) -> Option<Vec<u8>> {
        let (mut source, mut faults, mut plain) = (file, Vec::new(), Vec::new());
        let used = stream(&mut source, &Limits::STANDARD, &mut faults, |reader| {
            reader.read_to_end(&mut plain)
        });
        assert_eq!(used.is_none(), !faults.is_empty());
        (used.is_some() && source.is_empty() && file[3..8] == [0; 5]).then_some(plain)
    }

    #[test]
    fn small_members_expand_at_once_within_the_limit() {
        let mut room = Room::new();
        for size in [0, 1, 100_000, 7, 1 << 20] {
            let plain = vec![b'x'; size];
            let file = gzip(&plain);
            let limit = size as u64;
            assert_eq!(room.expand(&file, limit), Some(&plain[..]), "{size}");
            assert_eq!(room.expand(&file, limit.wrapping_sub(1)).is_some(), size == 0, "{size}");
        }
        assert_eq!(room.expand(&gzip(&vec![b'x'; (1 << 20) + 1]), u64::MAX), None);
        assert_eq!(room.expand(&[], u64::MAX), None);
    }

    proptest! {
        #[test]
        fn both_ways_agree(
            words in prop::collection::vec("[a-d]{0,9}", 0..300),
            change in any::<Option<(prop::sample::Index, u8)>>(),
            cut in 0..3_usize,
            more in prop::collection::vec(any::<u8>(), 0..2),
        ) {
            let plain = words.concat();
            let mut file = gzip(plain.as_bytes());
            let sealed = file.clone();
            if let Some((index, byte)) = change {
                *index.get_mut(&mut file) = byte;
            }
            file.truncate(file.len() - cut);
            file.extend(more);
            let mut room = Room::new();
            let at_once = room.expand(&file, u64::MAX);
            let streamed = streamed(&file);
            prop_assert_eq!(at_once, streamed.as_deref());
            prop_assert!(file != sealed || at_once == Some(plain.as_bytes()));
        }
    }
}

//! A bundle as one zip file, the same bytes whenever it is built.
//!
//! Entries stand in the order of their paths below a folder named like the
//! bundle, with the earliest time that zip knows and the same permissions, so
//! that only the bytes of the bundle decide the bytes of the zip.

use super::{SiteError, Staging};
use crate::archive::VerifiedBundle;
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::PathBuf;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// Files below this number of bytes are stored as they are.
const SMALL: usize = 1024;

/// A zip being written.
pub(super) struct Bundle {
    writer: ZipWriter<BufWriter<File>>,
    path: PathBuf,
    folder: String,
    options: SimpleFileOptions,
}

impl Bundle {
    pub(super) fn begin(bundle: &VerifiedBundle, staging: &Staging) -> Result<Self, SiteError> {
        let (file, path) = staging.create(&format!("bundles/{}.zip", bundle.id()))?;
        let options = SimpleFileOptions::default()
            .last_modified_time(DateTime::default())
            .unix_permissions(0o444);
        let writer = ZipWriter::new(BufWriter::new(file));
        Ok(Self { writer, path, folder: bundle.id().to_string(), options })
    }

    pub(super) fn add(&mut self, path: &str, bytes: &[u8]) -> Result<(), SiteError> {
        // Compressed bytes do not shrink again; what is small does not pay for the tables.
        let method = if path.ends_with(".gz") || bytes.len() < SMALL {
            CompressionMethod::Stored
        } else {
            CompressionMethod::Deflated
        };
        let level = (method == CompressionMethod::Deflated).then_some(6);
        let options = self.options.compression_method(method).compression_level(level);
        self.writer
            .start_file(format!("{}/{path}", self.folder), options)
            .and_then(|()| Ok(self.writer.write_all(bytes)?))
            .map_err(|error| SiteError::io("write", &self.path)(error.into()))
    }

    pub(super) fn finish(self) -> Result<(), SiteError> {
        let io = |error: std::io::Error| SiteError::io("write", &self.path)(error);
        let writer = self.writer.finish().map_err(|error| io(error.into()))?;
        writer.into_inner().map_err(|error| io(error.into_error()))?;
        Ok(())
    }
}

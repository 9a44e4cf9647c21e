//! A bag writer of the tests' own, and the edits that mutations are made of.

use flate2::{Compression, GzBuilder};
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

/// The files that the tag manifest lists.
pub(super) const TAGS: [&str; 3] = ["bag-info.txt", "bagit.txt", "manifest-sha256.txt"];

/// A bundle before it is written.
#[derive(Debug, Clone)]
pub(super) struct Bag {
    pub(super) kind: &'static str,
    pub(super) slug: String,
    /// `2026-12-01T10:15:00Z`.
    pub(super) at: String,
    pub(super) evidence: &'static str,
    /// Payload by path below `data/`.
    pub(super) payload: BTreeMap<String, Vec<u8>>,
}

/// SHA-256 as lower-case hex.
pub(super) fn hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Gzips with a bare header.
pub(super) fn gz(plain: &[u8]) -> Vec<u8> {
    let mut encoder = GzBuilder::new().mtime(0).write(Vec::new(), Compression::default());
    encoder.write_all(plain).unwrap();
    encoder.finish().unwrap()
}

/// Undoes [`gz`].
pub(super) fn gunzip(bytes: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    flate2::read::GzDecoder::new(bytes).read_to_end(&mut plain).unwrap();
    plain
}

/// Values as lines.
pub(super) fn lines(values: &[Value]) -> Vec<u8> {
    values.iter().map(|value| format!("{value}\n")).collect::<String>().into_bytes()
}

impl Bag {
    /// Digest of `plan.json` in the kinds that state a plan.
    pub(super) fn plan(&self) -> Option<String> {
        self.payload.get("plan.json").map(|bytes| hex(bytes))
    }

    fn manifest(&self) -> String {
        self.payload.iter().map(|(path, bytes)| format!("{}  data/{path}\n", hex(bytes))).collect()
    }

    pub(super) fn id(&self) -> String {
        let digits = self.plan().unwrap_or_else(|| hex(self.manifest().as_bytes()));
        let stamp = self.at.replace(['-', ':', 'Z'], "").replace('T', "-");
        format!("{stamp}-{}-{}-{}", self.kind, self.slug, &digits[..8])
    }

    /// Changes one JSON file.
    pub(super) fn json(&mut self, path: &str, change: impl FnOnce(&mut Value)) {
        let bytes = self.payload.get_mut(path).unwrap();
        let mut value = serde_json::from_slice(bytes).unwrap();
        change(&mut value);
        *bytes = value.to_string().into_bytes();
    }

    /// Changes the records of one JSON Lines file, gzipped or not.
    pub(super) fn records(&mut self, path: &str, change: impl FnOnce(&mut Vec<Value>)) {
        let bytes = self.payload.get_mut(path).unwrap();
        let plain = if path.ends_with(".gz") { gunzip(bytes) } else { bytes.clone() };
        let text = String::from_utf8(plain).unwrap();
        let mut values: Vec<Value> =
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        change(&mut values);
        *bytes = if path.ends_with(".gz") { gz(&lines(&values)) } else { lines(&values) };
    }

    /// Changes the bytes of one file.
    pub(super) fn bytes(&mut self, path: &str, change: impl FnOnce(&mut Vec<u8>)) {
        change(self.payload.get_mut(path).unwrap());
    }

    /// Writes the bundle below `parent` and returns its folder.
    pub(super) fn write(&self, parent: &Path) -> PathBuf {
        let folder = parent.join(self.id());
        for (path, bytes) in &self.payload {
            put(&folder, &format!("data/{path}"), bytes);
        }
        let bytes: usize = self.payload.values().map(Vec::len).sum();
        let plan =
            self.plan().map_or_else(String::new, |hex| format!("Jissoku-Plan-Id: sha256:{hex}\n"));
        let info = format!(
            "Bagging-Date: {}\nPayload-Oxum: {bytes}.{}\nExternal-Identifier: {}\n\
             Jissoku-Format: 0\nJissoku-Kind: {}\nJissoku-Evidence: {}\n{plan}",
            &self.at[..10],
            self.payload.len(),
            self.id(),
            self.kind,
            self.evidence,
        );
        put(&folder, "bag-info.txt", info.as_bytes());
        let declaration = "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n";
        put(&folder, "bagit.txt", declaration.as_bytes());
        put(&folder, "manifest-sha256.txt", self.manifest().as_bytes());
        retag(&folder);
        folder
    }
}

/// Writes one file below `folder`, with the folders it needs.
pub(super) fn put(folder: &Path, path: &str, bytes: &[u8]) {
    let place = folder.join(path);
    fs::create_dir_all(place.parent().unwrap()).unwrap();
    fs::write(place, bytes).unwrap();
}

/// Changes one text file; what cannot be text is written with [`put`].
pub(super) fn edit(folder: &Path, path: &str, change: impl FnOnce(String) -> String) {
    let text = fs::read_to_string(folder.join(path)).unwrap();
    fs::write(folder.join(path), change(text)).unwrap();
}

/// Makes the tag manifest anew from the tag files that are there.
pub(super) fn retag(folder: &Path) {
    let text: String = TAGS
        .iter()
        .filter_map(|name| Some(format!("{}  {name}\n", hex(&fs::read(folder.join(name)).ok()?))))
        .collect();
    fs::write(folder.join("tagmanifest-sha256.txt"), text).unwrap();
}

/// Changes one tag file and makes the tag manifest anew, so that only the file's own rule is broken.
pub(super) fn tag(folder: &Path, name: &str, change: impl FnOnce(String) -> String) {
    edit(folder, name, change);
    retag(folder);
}

/// Makes the payload manifest, Payload-Oxum and tag manifest anew from the files that are there.
pub(super) fn relist(folder: &Path) {
    let data = folder.join("data");
    let mut text = String::new();
    let (mut bytes, mut files) = (0, 0);
    for path in super::files(&data) {
        let content = fs::read(data.join(&path)).unwrap();
        text += &format!("{}  data/{path}\n", hex(&content));
        bytes += content.len();
        files += 1;
    }
    put(folder, "manifest-sha256.txt", text.as_bytes());
    tag(folder, "bag-info.txt", |info| {
        with_field(&info, "Payload-Oxum", &format!("{bytes}.{files}"))
    });
}

/// `bag-info.txt` with another value of one field.
pub(super) fn with_field(info: &str, name: &str, value: &str) -> String {
    let start = format!("{name}: ");
    let change = |line: &str| {
        if line.starts_with(&start) { format!("{start}{value}\n") } else { format!("{line}\n") }
    };
    info.lines().map(change).collect()
}

/// Bundle digest as the ledger writes it.
pub(super) fn digest(folder: &Path) -> String {
    format!("sha256:{}", hex(&fs::read(folder.join("tagmanifest-sha256.txt")).unwrap()))
}

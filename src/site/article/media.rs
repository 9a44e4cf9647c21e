//! Images and videos of an article: their files, digests and elements.

use super::fault::Faults;
use super::folder::Source;
use super::html::attribute;
use crate::record::Digest;
use crate::report::article::{ArticleSpec, MediaKind, MediaLanguage, MediaSpec, line_of};
use crate::site::SiteError;
use crate::site::language::Language;
use sha2::{Digest as _, Sha256};
use std::fs;
use toml::Spanned;

/// File endings that may be shown, with their media type.
const IMAGES: [(&str, &str); 4] =
    [("avif", "image/avif"), ("jpg", "image/jpeg"), ("png", "image/png"), ("webp", "image/webp")];
const VIDEOS: [(&str, &str); 2] = [("mp4", "video/mp4"), ("webm", "video/webm")];
const CAPTIONS: [(&str, &str); 1] = [("vtt", "text/vtt")];

/// What may be shown in one language at one address.
pub(super) struct MediaSpecs<'a> {
    pub(super) specs: &'a [Spanned<MediaSpec>],
    /// Title of each.
    pub(super) titles: &'a [String],
    pub(super) language: Language,
    /// Way from the page to the article's files, ending in `/`.
    pub(super) files: String,
}

impl MediaSpecs<'_> {
    /// The element of a file, or why it cannot be shown.
    pub(super) fn html(&self, file: &str, alternative: &str) -> Result<String, String> {
        let mut known = self.specs.iter().map(Spanned::get_ref).zip(self.titles);
        let (spec, title) = known
            .find(|(spec, _)| spec.file == file)
            .ok_or_else(|| format!("no [[media]] has the file `{file}`"))?;
        if spec.language.is_some_and(|language| of(language) != self.language) {
            return Err(format!("`{file}` is in the other language"));
        }
        if alternative.trim().is_empty() {
            return Err(format!(
                "`{file}` needs a text for those who do not see it: ![text]({file})"
            ));
        }
        let (src, name, title) =
            (attribute(&format!("{}{file}", self.files)), attribute(alternative), attribute(title));
        Ok(match (spec.kind, &spec.captions) {
            (MediaKind::Video, Some(captions)) => format!(
                "<video controls preload=\"metadata\" title=\"{title}\" aria-label=\"{name}\" src=\"{src}\">\
                 <track kind=\"captions\" srclang=\"{}\" src=\"{}\" default></video>",
                self.language.code(),
                attribute(&format!("{}{}", self.files, captions.file))
            ),
            _ => format!("<img src=\"{src}\" alt=\"{name}\" title=\"{title}\">"),
        })
    }
}

const fn of(language: MediaLanguage) -> Language {
    match language {
        MediaLanguage::Ja => Language::Ja,
        MediaLanguage::En => Language::En,
    }
}

/// The files of all media, each checked against its digest.
pub(super) fn files(
    source: &Source,
    spec: &ArticleSpec,
    faults: &mut Faults,
) -> Result<Vec<(String, Vec<u8>)>, SiteError> {
    let mut files = Vec::new();
    for declared in &spec.media {
        let medium = declared.get_ref();
        let line = line_of(&source.toml.text, declared.span().start);
        let mut fault = |what: String| faults.add(&source.toml.path, line, what);
        let endings: &[_] = match medium.kind {
            MediaKind::Image => &IMAGES,
            MediaKind::Video => &VIDEOS,
        };
        let video = medium.kind == MediaKind::Video;
        if video != medium.captions.is_some() {
            fault(format!("`{}`: a video has captions, an image has none", medium.file));
        }
        if video && medium.language.is_none() {
            fault(format!("`{}`: a video says its language", medium.file));
        }
        let mut wanted = vec![(medium.file.as_str(), medium.digest, endings)];
        wanted.extend(
            medium
                .captions
                .iter()
                .map(|captions| (captions.file.as_str(), captions.digest, CAPTIONS.as_slice())),
        );
        for (file, digest, endings) in wanted {
            match read(source, file, digest, endings)? {
                Ok(bytes) => files.push((file.to_owned(), bytes)),
                Err(what) => fault(what),
            }
        }
    }
    Ok(files)
}

/// The bytes of a file, or why they cannot be used.
fn read(
    source: &Source,
    file: &str,
    digest: Digest,
    endings: &[(&str, &str)],
) -> Result<Result<Vec<u8>, String>, SiteError> {
    let name = file.strip_prefix("media/").unwrap_or_default();
    let plain =
        |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"._-".contains(&byte);
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    if name.starts_with('.') || name.is_empty() || !name.bytes().all(plain) {
        return Ok(Err(format!("`{file}` is no file media/<name> with a name of [a-z0-9._-]")));
    }
    if !endings.iter().any(|(known, _)| *known == ending) {
        let known: Vec<&str> = endings.iter().map(|(known, _)| *known).collect();
        return Ok(Err(format!("`{file}` must end in .{}", known.join(", ."))));
    }
    let path = source.folder.join(file);
    if !path.symlink_metadata().is_ok_and(|facts| facts.is_file()) {
        return Ok(Err(format!("the file {} is missing", path.display())));
    }
    let bytes = fs::read(&path).map_err(SiteError::io("read", &path))?;
    let found = Digest(Sha256::digest(&bytes).into());
    if found != digest {
        return Ok(Err(format!("`{file}`: expected {digest}, found {found}")));
    }
    Ok(Ok(bytes))
}

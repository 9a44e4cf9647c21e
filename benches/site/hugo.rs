//! Hugo's site: as many pages as ours with the very same words.
//!
//! Job: the words of each of our pages as Markdown, two languages, a layout with a list,
//! nothing minified. Neighbours: `program` runs Hugo.

use super::program::{Programs, Spent};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

const SETTINGS: &str = r#"
baseURL = "https://example.org/"
defaultContentLanguage = "ja"
defaultContentLanguageInSubdir = true
disableKinds = ["taxonomy", "term"]
[languages.ja]
label = "日本語"
title = "実測"
contentDir = "content/ja"
[languages.en]
label = "English"
title = "Jissoku"
contentDir = "content/en"
"#;

const BASE: &str = r#"<!DOCTYPE html>
<html lang="{{ .Site.Language.Name }}">
<head>
<meta charset="utf-8">
<title>{{ .Title }} — {{ .Site.Title }}</title>
{{ range .AllTranslations }}<link rel="alternate" hreflang="{{ .Language.Name }}" href="{{ .RelPermalink }}">
{{ end }}</head>
<body>
<header><a href="{{ "/" | relLangURL }}">{{ .Site.Title }}</a>
{{ range .Translations }}<a href="{{ .RelPermalink }}">{{ .Language.Label }}</a>{{ end }}</header>
<main>
<h1>{{ .Title }}</h1>
{{ block "main" . }}{{ end }}
</main>
</body>
</html>
"#;

const SINGLE: &str = r#"{{ define "main" }}{{ .Content }}{{ end }}"#;

const LIST: &str = r#"{{ define "main" }}<ul>
{{ range .Pages }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>
{{ end }}</ul>{{ end }}"#;

/// The site; removed when dropped.
pub(super) struct Hugo<'a> {
    programs: &'a Programs,
    folder: tempfile::TempDir,
    builds: usize,
    /// A page in Japanese and in English, to make more of.
    page: [String; 2],
}

impl<'a> Hugo<'a> {
    /// Makes the Markdown of all pages of bundles of `ours`.
    pub(super) fn make(programs: &'a Programs, ours: &Path) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        for (path, text) in [
            ("hugo.toml", SETTINGS),
            ("layouts/_default/baseof.html", BASE),
            ("layouts/_default/single.html", SINGLE),
            ("layouts/_default/list.html", LIST),
        ] {
            write(&root.join(path), text);
        }
        let page = ["ja", "en"].map(|language| {
            let mut last = String::new();
            for entry in fs::read_dir(ours.join(language).join("bundles")).unwrap() {
                let entry = entry.unwrap();
                if entry.file_type().unwrap().is_dir() {
                    let name = entry.file_name().into_string().unwrap();
                    let html = fs::read_to_string(entry.path().join("index.html")).unwrap();
                    last = markdown(&name, &html);
                    write(&root.join(format!("content/{language}/bundles/{name}.md")), &last);
                }
            }
            last
        });
        Self { programs, folder, builds: 0, page }
    }

    /// The folder of the last full build.
    pub(super) fn output(&self) -> PathBuf {
        self.folder.path().join(format!("public-{}", self.builds))
    }

    /// Builds all pages where there is nothing yet.
    pub(super) fn full(&mut self) -> Spent {
        self.builds += 1;
        self.build()
    }

    /// Builds all pages where the last build is.
    pub(super) fn build(&self) -> Spent {
        let (root, out) = (self.folder.path().as_os_str(), self.output());
        let words = ["build", "--quiet", "--source", "--destination"].map(OsStr::new);
        let arguments = [words[0], words[1], words[2], root, words[3], out.as_os_str()];
        self.programs.run(&self.programs.hugo, &arguments)
    }

    /// Starts and does nothing.
    pub(super) fn start(&self) -> Spent {
        self.programs.run(&self.programs.hugo, &["version".as_ref()])
    }

    /// Adds a page in both languages.
    pub(super) fn add_page(&self, number: usize) {
        for (language, text) in ["ja", "en"].into_iter().zip(&self.page) {
            let path = format!("content/{language}/bundles/added-{number}.md");
            write(&self.folder.path().join(path), text);
        }
    }
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// The words between the tags of a page; a line of it stays a line.
fn markdown(title: &str, html: &str) -> String {
    let mut text = format!("---\ntitle: \"{title}\"\n---\n");
    let body = html.split_once("<main").and_then(|(_, rest)| rest.split_once("</main>")).unwrap().0;
    for line in body.lines() {
        let words: Vec<&str> = line
            .split('<')
            .enumerate()
            // Before the first tag there is only text, after it each piece begins inside a tag.
            .map(|(piece, part)| {
                part.split_once('>').map_or(if piece == 0 { part } else { "" }, |(_, words)| words)
            })
            .filter(|words| !words.is_empty())
            .collect();
        text += &words.join(" ");
        text.push('\n');
    }
    text
}

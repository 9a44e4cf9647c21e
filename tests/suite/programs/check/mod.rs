//! `sitegen check`: a really built site passes, and every rule sees it broken in its way.
//!
//! Job: build the site of the committed archive once, break a copy in one place,
//! and expect exactly the faults that this place has.

mod page;
mod site;

use super::{ROOT, changed_publication, run, tree};
use crate::archive::runs::Archive as Runs;
use jissoku::archive::{self, Archive};
use jissoku::site::check::{Fault, check};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

/// The built site of the committed archive; its bundle's id; the archive itself.
struct Good {
    folder: tempfile::TempDir,
    id: String,
    archive: Archive,
}

static GOOD: LazyLock<Good> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let runs = Path::new(ROOT).join("runs");
    let arguments = ["build", "--runs", runs.to_str().unwrap(), "--out", "public"];
    let (code, _, error) = run("sitegen", &arguments, folder.path());
    assert_eq!((code, error.as_str()), (0, ""));
    let archive = archive::verify_archive(&runs).unwrap();
    let transcription = archive.bundles().iter().find(|b| b.kind().as_str() == "transcription");
    Good { folder, id: transcription.unwrap().id().to_string(), archive }
});

/// A copy of the good site, to be broken.
struct Copy(tempfile::TempDir);

impl Copy {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (path, bytes) in tree(&GOOD.folder.path().join("public")) {
            let place = folder.path().join(path);
            fs::create_dir_all(place.parent().unwrap()).unwrap();
            fs::write(place, bytes).unwrap();
        }
        Self(folder)
    }

    /// Replaces the first `from` of a file, which must be there; `ID` stands for the bundle.
    fn replace(&self, file: &str, from: &str, to: &str) {
        let place = self.0.path().join(file.replace("ID", &GOOD.id));
        let text = fs::read_to_string(&place).unwrap();
        assert!(text.contains(from), "{file} has no {from:?}");
        fs::write(place, text.replacen(from, to, 1)).unwrap();
    }

    /// Every fault as it is printed, but for the lines, with `ID` for the bundle.
    fn faults(&self) -> Vec<String> {
        let text = |fault: Fault| Fault { line: None, ..fault }.to_string().replace(&GOOD.id, "ID");
        check(self.0.path(), &GOOD.archive).unwrap().faults.into_iter().map(text).collect()
    }
}

#[test]
fn a_built_site_has_no_fault() {
    let out = GOOD.folder.path().join("public");
    let runs = Path::new(ROOT).join("runs");
    let arguments = ["check", "--runs", runs.to_str().unwrap(), "--out", out.to_str().unwrap()];
    let (code, text, error) = run("sitegen", &arguments, GOOD.folder.path());
    assert_eq!((code, error.as_str()), (0, ""));
    let pages = tree(&out).into_keys().filter(|path| path.extension().is_some_and(|e| e == "html"));
    assert!(text.starts_with(&format!("{} page(s) and ", pages.count())), "{text}");
    assert!(text.ends_with(" link(s) checked: no fault\n"), "{text}");
}

#[test]
fn pages_of_every_kind_of_bundle_have_no_fault() {
    let runs = Runs::good();
    let folder = tempfile::tempdir().unwrap();
    for command in ["build", "check"] {
        let arguments = [command, "--runs", runs.path().to_str().unwrap()];
        let (code, _, error) = run("sitegen", &arguments, folder.path());
        assert_eq!((code, error.as_str()), (0, ""));
    }
}

#[test]
fn hostile_text_of_a_publication_makes_no_fault() {
    let hostile = "</td></table><script>alert(1)</script><svg onload=alert(1)><a href=javascript:f()><data value=x><h1 id=trials>\\u202e\\u0000\\u200b";
    let publisher = "\"publisher\": \"";
    let from = format!("{publisher}ServerGear\"");
    let source = changed_publication("facts.json", &from, &format!("{publisher}{hostile}\""));
    let folder = tempfile::tempdir().unwrap();
    let import = ["import", source.path().to_str().unwrap()];
    for (program, arguments) in
        [("measure", &import[..]), ("sitegen", &["build"]), ("sitegen", &["check"])]
    {
        let (code, _, error) = run(program, arguments, folder.path());
        assert_eq!((code, error.as_str()), (0, ""), "{arguments:?}");
    }
}

#[test]
fn the_program_prints_a_line_for_each_fault_and_exits_with_one() {
    let site = Copy::new();
    site.replace("index.html", "ja/index.html\" hreflang=\"ja\">日本語", "ja/none.html\">日本語");
    site.replace("ja/index.html", "<h1>", "<h1>\u{202e}");
    let line = |file: &str, what: &str| {
        let text = fs::read_to_string(site.0.path().join(file)).unwrap();
        text.lines().position(|line| line.contains(what)).unwrap() + 1
    };
    let (first, second) = (line("index.html", "none.html"), line("ja/index.html", "\u{202e}"));
    let runs = Path::new(ROOT).join("runs");
    let out = site.0.path().to_str().unwrap();
    let arguments = ["check", "--runs", runs.to_str().unwrap(), "--out", out];
    let (code, text, error) = run("sitegen", &arguments, site.0.path());
    assert_eq!((code, text.as_str()), (1, ""));
    let pages = check(site.0.path(), &GOOD.archive).unwrap().pages;
    assert_eq!(
        error,
        format!(
            "index.html:{first}: link: <a href>: expected a file of the site, found no `ja/none.html`\n\
             ja/index.html:{second}: hidden: text: expected no hidden character, found ⟨U+202E⟩\n\
             2 fault(s) in {pages} page(s)\n"
        )
    );
}

#[test]
fn what_is_no_site_cannot_be_checked() {
    let folder = tempfile::tempdir().unwrap();
    let runs = Path::new(ROOT).join("runs");
    fs::create_dir(folder.path().join("empty")).unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    for (out, found) in [("nowhere", "nothing"), ("empty", "none"), ("file", "something else")] {
        let arguments = ["check", "--runs", runs.to_str().unwrap(), "--out", out];
        let (code, _, error) = run("sitegen", &arguments, folder.path());
        assert_eq!(code, 2);
        assert_eq!(
            error,
            format!(
                "cannot check {out}: expected a folder with index.html, found {found}; build the \
                 site with `sitegen build`, or name its folder with --out\n"
            )
        );
    }
    // Without an archive there is nothing to hold the site against.
    let out = GOOD.folder.path().join("public");
    let arguments = ["check", "--runs", "empty", "--out", out.to_str().unwrap()];
    assert_eq!(run("sitegen", &arguments, folder.path()).0, 2);
}

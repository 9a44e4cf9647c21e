//! Pages of bundles of every kind, and what other bundles say about them.

use super::{run, tree};
use crate::archive::runs::Archive;
use std::fs;

#[test]
fn every_bundle_has_a_page_in_both_languages_and_its_files_beside_it() {
    let runs = Archive::good();
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["build", "--runs", runs.path().to_str().unwrap()];
    let (code, _, error) = run("sitegen", &arguments, folder.path());
    assert_eq!((code, error.as_str()), (0, ""));
    let public = folder.path().join("public");
    for kind in ["plan", "run", "probe", "review", "erratum"] {
        let bundle = runs.folder(kind);
        let id = bundle.file_name().unwrap().to_str().unwrap();
        for language in ["ja", "en"] {
            let page =
                fs::read_to_string(public.join(format!("{language}/bundles/{id}/index.html")))
                    .unwrap();
            assert!(page.contains(&format!("<code>{id}</code>")), "{language} {kind}");
            let home = fs::read_to_string(public.join(format!("{language}/index.html"))).unwrap();
            assert!(home.contains(&format!("bundles/{id}/index.html")), "{language} {kind}");
        }
        assert_eq!(tree(&public.join("bundles").join(id)), tree(bundle), "{kind}");
    }
}

#[test]
fn a_bundle_names_its_review_and_its_erratum() {
    let runs = Archive::good();
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["build", "--runs", runs.path().to_str().unwrap()];
    assert_eq!(run("sitegen", &arguments, folder.path()).0, 0);
    let id = |kind: &str| runs.folder(kind).file_name().unwrap().to_str().unwrap().to_owned();
    let page = folder.path().join(format!("public/ja/bundles/{}/index.html", id("run")));
    let page = fs::read_to_string(page).unwrap();
    for (kind, word) in [("review", "レビュー"), ("erratum", "正誤")] {
        let link = format!("<li>{word}: <a href=\"../{}/index.html\">", id(kind));
        assert!(page.contains(&link), "{link}");
    }
}

//! Faults between pages, and between the site and its archive.

use super::{Copy, GOOD};
use std::fs;

const JA: &str = "ja/bundles/ID/index.html";
const EN: &str = "en/bundles/ID/index.html";

#[test]
fn a_page_without_its_twin() {
    for (gone, left, language, from) in [("en", "ja", "ja", "en"), ("ja", "en", "en", "ja")] {
        let site = Copy::new();
        let page = format!("bundles/{}/index.html", GOOD.id);
        fs::remove_file(site.0.path().join(gone).join(page)).unwrap();
        let missing = format!("found no `{gone}/bundles/ID/index.html`");
        let mut expected = vec![
            format!(
                "{left}/bundles/ID/index.html: link: <a href>: expected a file of the site, {missing}"
            ),
            format!(
                "{left}/bundles/ID/index.html: link: <link href>: expected a file of the site, {missing}"
            ),
            format!(
                "{left}/bundles/ID/index.html: twin: language twin: expected the page `{gone}/bundles/ID/index.html`, found none"
            ),
            format!("{gone}/bundles/ID/index.html: files: page: expected a page of ID, found none"),
            format!("{gone}/index.html: link: <a href>: expected a file of the site, {missing}"),
            format!(
                "{gone}/bundles/index.html: link: <a href>: expected a file of the site, {missing}"
            ),
        ];
        let mut found = site.faults();
        expected.sort();
        found.sort();
        assert_eq!(found, expected, "{language} {from}");
    }
}

/// Breaks one page in one place and expects the faults.
fn broken(file: &str, from: &str, to: &str, expected: &[&str]) {
    let site = Copy::new();
    site.replace(file, from, to);
    assert_eq!(site.faults(), expected, "{from} → {to}");
}

#[test]
fn twins_name_each_other() {
    let home = "ja/index.html: twin: ";
    let switch = "language switch <a hreflang>: expected";
    broken(
        "ja/index.html",
        "<a id=\"twin\" href=\"../en/index.html\"",
        "<a id=\"twin\" href=\"../en/bundles/ID/index.html\"".replace("ID", &GOOD.id).as_str(),
        &[&format!(
            "{home}{switch} the address of `en/index.html`, found `../en/bundles/ID/index.html`"
        )],
    );
    broken(
        "ja/index.html",
        "lang=\"en\" hreflang=\"en\"",
        "lang=\"en\"",
        &[&format!("{home}{switch} a link to `en/index.html` in the header, found none")],
    );
    broken(
        "ja/index.html",
        "</nav>",
        "<a hreflang=\"en\" href=\"../en/index.html\">x</a></nav>",
        &[&format!("{home}{switch} one link to `en/index.html`, found more than one")],
    );
    let alternate = "<link rel=alternate hreflang>: expected";
    broken(
        "ja/index.html",
        "hreflang=\"en\" href=\"../en/index.html\"",
        "hreflang=\"en\" href=\"../ja/index.html\"",
        &[&format!("{home}{alternate} the address of `en/index.html`, found `../ja/index.html`")],
    );
    broken(
        "ja/index.html",
        "<link rel=\"alternate\" hreflang=\"ja\" href=\"../ja/index.html\">\n",
        "",
        &[&format!("{home}{alternate} one to `ja/index.html`, found none")],
    );
    broken(
        "ja/index.html",
        "x-default",
        "fr",
        &[&format!("{home}{alternate} one for `x-default`, found none")],
    );
    // An absolute address serves as well, if it ends in the page.
    broken(
        "ja/index.html",
        "hreflang=\"en\" href=\"../en/index.html\"",
        "hreflang=\"en\" href=\"https://example.org/jissoku/en/index.html\"",
        &[],
    );
}

#[test]
fn a_page_states_its_language() {
    for (from, to, found) in [("lang=\"ja\"", "lang=\"en\"", "en"), (" lang=\"ja\"", "", "")] {
        broken(
            "ja/index.html",
            from,
            to,
            &[&format!("ja/index.html: twin: <html lang>: expected `ja`, found `{found}`")],
        );
    }
    broken(
        "index.html",
        "<html lang=\"ja\">",
        "<html lang=\"fr\">",
        &["index.html: twin: <html lang>: expected `ja` or `en`, found `fr`"],
    );
}

#[test]
fn twins_have_the_same_ids() {
    broken(
        EN,
        "<h2>",
        "<h2 id=\"extra\">",
        &[&format!("{EN}: twin: id `extra`: expected the same id in `{JA}`, found none")],
    );
    broken(
        JA,
        "<h2>",
        "<h2 id=\"余分\">",
        &[&format!("{JA}: twin: id `余分`: expected the same id in `{EN}`, found none")],
    );
}

#[test]
fn twins_show_the_same_numbers() {
    let page =
        fs::read_to_string(GOOD.folder.path().join("public").join(JA.replace("ID", &GOOD.id)))
            .unwrap();
    let raw: Vec<&str> = page
        .split("<data ")
        .skip(1)
        .map(|rest| rest.split_once("value=\"").unwrap().1.split_once('"').unwrap().0)
        .collect();
    let first = raw[0];
    let line = page.lines().position(|line| line.contains("<data ")).unwrap() + 1;
    broken(
        EN,
        &format!("value=\"{first}\""),
        "value=\"1\"",
        &[&format!(
            "{JA}: twin: <data value>, number 1: expected `{first}` in `{EN}` too, found `1` on its line {line}"
        )],
    );
    let (last, count) = (raw[raw.len() - 1], raw.len());
    let site = Copy::new();
    site.replace(
        EN,
        &format!("<data value=\"{last}\">"),
        "<data value=\"1\">5</data><data value=\"1\">",
    );
    assert_eq!(site.faults().len(), 1);
    // One more in either language.
    let more = "<dl class=\"published\"><dd><data value=\"1\">1</data></dd></dl></main>";
    broken(
        JA,
        "</main>",
        more,
        &[&format!(
            "{JA}: twin: <data value>, number {}: expected `1` in `{EN}` too, found none",
            count + 1
        )],
    );
    let site = Copy::new();
    site.replace(EN, "</main>", more);
    let line = fs::read_to_string(site.0.path().join(EN.replace("ID", &GOOD.id))).unwrap();
    let line = line.lines().position(|line| line.contains("</dd></dl></main>")).unwrap() + 1;
    assert_eq!(
        site.faults(),
        [format!(
            "{JA}: twin: <data value>, number {}: expected `1` as on line {line} of `{EN}`, found none",
            count + 1
        )]
    );
}

#[test]
fn figures_lead_to_their_trials() {
    let site = Copy::new();
    for page in [JA, EN] {
        // A list of its own has no link to a trial; the row of a trial and a table with links do.
        site.replace(page, "</main>", "<dl><dd><data value=\"7\">7</data></dd></dl>\n<table><tbody><tr id=\"t-9999\"><td><data value=\"8\">8</data></td></tr></tbody></table>\n<dl><dd><data value=\"9\">9</data> <a href=\"#t-0001\">x</a></dd></dl></main>");
    }
    let fault = "trials: <data>: expected a trial's row, or a link to trials in its <dl>, found none for `7`";
    assert_eq!(site.faults(), [format!("{EN}: {fault}"), format!("{JA}: {fault}")]);
    // The figures that a publication gives without trials are marked so.
    let site = Copy::new();
    for page in [JA, EN] {
        site.replace(page, "<dl class=\"facts published\">", "<dl class=\"facts\">");
    }
    let faults = site.faults();
    assert_eq!(faults.len(), 2, "{faults:?}");
    assert!(faults.iter().all(|f| f.contains("its <dl>, found none for `0.03016356021374542`")));
}

#[test]
fn the_table_of_results_must_link_to_its_trials() {
    let site = Copy::new();
    let mut figures = 0;
    for page in [JA, EN] {
        let place = site.0.path().join(page.replace("ID", &GOOD.id));
        let text = fs::read_to_string(&place).unwrap();
        let (before, after) = text.split_once("<section class=\"system\"").unwrap();
        let (system, rest) = after.split_once("</section>").unwrap();
        figures += system.matches("<data ").count();
        let cut = system.replace("<a href=\"#t-", "<a href=\"#systems\" title=\"");
        fs::write(&place, format!("{before}<section class=\"system\"{cut}</section>{rest}"))
            .unwrap();
    }
    let faults = site.faults();
    assert!(figures > 20);
    assert_eq!(faults.len(), figures);
    let says = "trials: <data>: expected a trial's row, or a link to trials in its <table>, found none for";
    assert!(faults.iter().all(|fault| fault.contains(says)), "{faults:?}");
}

#[test]
fn the_site_is_that_of_the_archive() {
    let head = GOOD.archive.head().to_string();
    let other = head.replace(|c: char| c.is_ascii_digit(), "0");
    broken(
        "en/index.html",
        &head,
        &other,
        &[&format!(
            "en/index.html: files: ledger head: expected `{head}`, that of the archive, found `{other}`"
        )],
    );
    let manifest = "bundles/ID/manifest-sha256.txt";
    let files = GOOD.archive.bundles().iter().flat_map(|bundle| bundle.files());
    let sealed = files.clone().find(|file| file.path == "manifest-sha256.txt").unwrap().sha256;
    let site = Copy::new();
    let place = site.0.path().join(manifest.replace("ID", &GOOD.id));
    fs::write(&place, "").unwrap();
    let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    let fault = format!("{manifest}: files: sealed file: expected sha256 {sealed}, found");
    assert_eq!(site.faults(), [format!("{fault} sha256 {empty}")]);
    // Without the file the links to it are dead too.
    fs::remove_file(&place).unwrap();
    let dead = format!("link: <a href>: expected a file of the site, found no `{manifest}`");
    assert_eq!(
        site.faults(),
        [format!("{fault} none"), format!("{EN}: {dead}"), format!("{JA}: {dead}")]
    );
    let site = Copy::new();
    fs::write(site.0.path().join("bundles/extra.json"), "{}").unwrap();
    assert_eq!(
        site.faults(),
        [
            "bundles/extra.json: files: file: expected a file of a bundle of the archive, found another"
        ]
    );
}

#[test]
fn a_site_holds_plain_files_and_pages_of_utf_8() {
    let site = Copy::new();
    std::os::unix::fs::symlink("index.html", site.0.path().join("link.html")).unwrap();
    assert_eq!(site.faults(), ["link.html: files: file: expected a plain file, found a link"]);
    let site = Copy::new();
    fs::write(site.0.path().join("other.html"), b"\xff").unwrap();
    assert_eq!(
        site.faults(),
        [
            "other.html: syntax: text: expected UTF-8, found invalid utf-8 sequence of 1 bytes from index 0"
        ]
    );
}

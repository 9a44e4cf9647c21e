//! The site around the pages: lists, errata, feeds, addresses, tables, zips.

use super::{archive, run, tree};
use crate::archive::runs::Archive;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The site of an archive with a bundle of every kind, by path.
fn site(arguments: &[&str]) -> (Archive, BTreeMap<PathBuf, String>) {
    let runs = Archive::good();
    let folder = tempfile::tempdir().unwrap();
    let mut all = vec!["build", "--runs", runs.path().to_str().unwrap()];
    all.extend(arguments);
    let (code, _, error) = run("sitegen", &all, folder.path());
    assert_eq!((code, error.as_str()), (0, ""));
    let files = tree(&folder.path().join("public"));
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (runs, files.into_iter().map(|(path, bytes)| (path, text(bytes))).collect())
}

fn id(runs: &Archive, kind: &str) -> String {
    runs.folder(kind).file_name().unwrap().to_str().unwrap().to_owned()
}

#[test]
fn the_page_of_a_run_shows_every_attempt_failures_and_what_was_declared() {
    let (runs, files) = site(&[]);
    let of = |kind: &str, language: &str| {
        files[Path::new(&format!("{language}/bundles/{}/index.html", id(&runs, kind)))].clone()
    };
    let trials = fs::read_to_string(runs.folder("run").join("data/trials.jsonl")).unwrap();
    for language in ["ja", "en"] {
        let page = of("run", language);
        for section in ["run", "failures", "trials", "events", "host", "checks", "engines", "plan"]
        {
            assert!(page.contains(&format!("<section id=\"{section}\">")), "{language} {section}");
        }
        let rows = page.split("<section id=\"trials\">").nth(1).unwrap();
        let rows = rows.split("</section>").next().unwrap().matches("<tr id=").count();
        assert_eq!(rows, trials.lines().count(), "{language}");
        for declared in ["results", "analyses", "analysis-speed", "analysis-quality"] {
            assert!(
                page.contains(&format!("<section id=\"{declared}\">")),
                "{language} {declared}"
            );
        }
        assert!(page.contains("<tr id=\"c-off-24-64\">"), "{language}");
        assert!(page.contains("<a href=\"#t-0001\">t-0001</a>"), "{language}");
        let rate = 3.0 / (f64::from(419_002_215 - 412_883_100) / 1e9);
        assert!(page.contains(&format!("value=\"{rate}\">490.27</data>")), "{language}");
        assert!(of("probe", language).contains("<section id=\"checks\">"), "{language}");
        assert!(of("plan", language).contains("<section id=\"tasks\">"), "{language}");
        let run = id(&runs, "run");
        let review = of("review", language);
        assert!(review.contains(&format!("<a href=\"../{run}/index.html#t-0001\">t-0001</a>")));
    }
}

#[test]
fn a_correction_stands_at_the_head_of_what_it_corrects_and_on_the_page_of_errata() {
    let (runs, files) = site(&[]);
    let (run, erratum) = (id(&runs, "run"), id(&runs, "erratum"));
    for (language, word) in [("ja", "正誤"), ("en", "Errata")] {
        let corrected = &files[Path::new(&format!("{language}/bundles/{run}/index.html"))];
        let notice = corrected.find("<aside class=\"notice\"").expect("a notice");
        assert!(notice < corrected.find("<nav class=\"contents\"").unwrap());
        assert!(corrected[notice..].contains(&format!("href=\"../{erratum}/index.html\"")));
        let errata = &files[Path::new(&format!("{language}/errata/index.html"))];
        assert!(errata.contains(&format!("<section class=\"erratum\" id=\"{erratum}\">")));
        assert!(errata.contains(&format!("href=\"../bundles/{run}/index.html\"")));
        let list = &files[Path::new(&format!("{language}/bundles/index.html"))];
        assert_eq!(list.matches("<strong class=\"corrected\">").count(), 1);
        assert!(list.contains(&format!("<strong class=\"corrected\">{word}</strong>")));
    }
}

#[test]
fn the_list_has_every_bundle_and_the_home_page_the_newest() {
    let (runs, files) = site(&[]);
    for language in ["ja", "en"] {
        let list = &files[Path::new(&format!("{language}/bundles/index.html"))];
        let rows: Vec<&str> = list
            .split("<th scope=\"row\" class=\"wide\"><a href=\"")
            .skip(1)
            .map(|rest| rest.split('/').next().unwrap())
            .collect();
        let mut newest_first = rows.clone();
        newest_first.sort_unstable();
        newest_first.reverse();
        assert_eq!(rows, newest_first);
        let there = fs::read_dir(runs.path().join("bundles")).unwrap().count();
        assert_eq!(rows.len(), there);
        let home = &files[Path::new(&format!("{language}/index.html"))];
        assert_eq!(home.matches("<article class=\"entry\">").count(), there.min(5));
    }
}

#[test]
fn without_an_address_everything_is_relative_and_there_is_no_site_map() {
    let (_, files) = site(&[]);
    assert!(!files.contains_key(Path::new("sitemap.xml")));
    for (path, text) in &files {
        if path.extension().is_some_and(|kind| kind == "html" || kind == "xml") {
            assert!(!text.contains("href=\"http"), "{path:?}");
            assert!(!text.contains("rel=\"canonical\""), "{path:?}");
        }
    }
    let feed = &files[Path::new("en/feed.xml")];
    assert!(feed.contains("href=\"bundles/") && feed.contains("href=\"index.html\""), "{feed}");
}

#[test]
fn an_address_is_used_where_readers_programs_need_whole_ones() {
    let (_, files) = site(&["--address", "https://example.org/project"]);
    let at = "https://example.org/project/";
    let page = &files[Path::new("ja/bundles/index.html")];
    for link in [
        format!("<link rel=\"canonical\" href=\"{at}ja/bundles/index.html\">"),
        format!("<link rel=\"alternate\" hreflang=\"en\" href=\"{at}en/bundles/index.html\">"),
        format!("<link rel=\"alternate\" hreflang=\"x-default\" href=\"{at}index.html\">"),
        "href=\"../../en/bundles/index.html\" lang=\"en\" hreflang=\"en\"".to_owned(),
    ] {
        assert!(page.contains(&link), "{link}");
    }
    let map = &files[Path::new("sitemap.xml")];
    let pages = files.keys().filter(|path| {
        path.extension().is_some_and(|kind| kind == "html") && *path != Path::new("404.html")
    });
    let mut count = 0;
    for path in pages {
        assert!(map.contains(&format!("<loc>{at}{}</loc>", path.display())), "{path:?}");
        count += 1;
    }
    assert_eq!(map.matches("<loc>").count(), count);
    assert!(files[Path::new("404.html")].contains(&format!("<a href=\"{at}ja/index.html\"")));
    assert!(files[Path::new("ja/feed.xml")].contains(&format!("href=\"{at}ja/bundles/")));
}

#[test]
fn what_is_no_address_is_refused_before_anything_is_written() {
    let folder = archive();
    let (code, _, error) =
        run("sitegen", &["build", "--address", "example.org/x?y"], folder.path());
    assert_eq!(code, 2);
    assert!(error.contains("cannot use `example.org/x?y` as the address of the site"), "{error}");
    assert!(!folder.path().join("public").exists());
}

#[test]
fn a_wrong_address_offers_both_languages() {
    let (_, files) = site(&[]);
    let page = &files[Path::new("404.html")];
    for words in ["このアドレスにページはありません", "There is no page at this address"]
    {
        assert!(page.contains(words), "{words}");
    }
    assert!(page.contains("href=\"ja/index.html\"") && page.contains("href=\"en/index.html\""));
    assert!(!page.contains("rel=\"alternate\""), "it has no twin");
}

#[test]
fn feeds_are_well_formed_and_name_every_bundle_by_its_digest() {
    let (runs, files) = site(&[]);
    let ledger = fs::read_to_string(runs.path().join("ledger.jsonl")).unwrap();
    for language in ["ja", "en"] {
        let feed = &files[Path::new(&format!("{language}/feed.xml"))];
        // The standard library of Python judges the form.
        let check = "import sys,xml.dom.minidom as m; \
            print(len(m.parseString(sys.stdin.buffer.read()).getElementsByTagName('entry')))";
        let entries = piped("python3", &["-c", check], feed);
        assert_eq!(entries.trim(), ledger.lines().count().to_string());
        for line in ledger.lines() {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            let id = format!("<id>urn:{}</id>", line["digest"].as_str().unwrap());
            assert_eq!(feed.matches(&id).count(), 1, "{id}");
            assert!(feed.contains(&format!("<updated>{}</updated>", line["at"].as_str().unwrap())));
        }
    }
}

fn piped(program: &str, arguments: &[&str], input: &str) -> String {
    use std::io::Write as _;
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{program} refused its input");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_zip_of_a_bundle_holds_its_bytes_and_nothing_of_the_day() {
    let folder = archive();
    let build = |out: &str| {
        assert_eq!(run("sitegen", &["build", "--out", out], folder.path()).0, 0);
        let files = tree(&folder.path().join(out));
        files.into_iter().find(|(path, _)| path.extension().is_some_and(|kind| kind == "zip"))
    };
    let (path, first) = build("one").unwrap();
    assert_eq!(build("two").unwrap().1, first);
    // The standard library of Python unpacks it.
    let place = folder.path().join("one").join(&path);
    let unpacked = folder.path().join("unpacked");
    let status = Command::new("python3")
        .args(["-m", "zipfile", "-e", place.to_str().unwrap(), unpacked.to_str().unwrap()])
        .status();
    assert!(status.unwrap().success());
    assert_eq!(tree(&unpacked), tree(&folder.path().join("runs/bundles")));
}

#[test]
fn tables_hold_raw_values_that_python_reads_back() {
    let folder = archive();
    assert_eq!(run("sitegen", &["build"], folder.path()).0, 0);
    let reports = tree(&folder.path().join("public/reports"));
    let csv = |name: &str| {
        let found = reports.iter().find(|(path, _)| path.ends_with(format!("{name}.csv")));
        String::from_utf8(found.unwrap().1.clone()).unwrap()
    };
    let rows = "import sys,csv,io,json; \
        t=io.TextIOWrapper(sys.stdin.buffer,encoding='utf-8',newline=''); \
        print(json.dumps(list(csv.DictReader(t))))";
    let read = |name: &str| -> Vec<BTreeMap<String, String>> {
        serde_json::from_str(&piped("python3", &["-c", rows], &csv(name))).unwrap()
    };
    let trials = read("trials");
    assert_eq!(trials.len(), 48);
    assert_eq!(trials[0]["native_rate"], "52.3294371283103");
    assert_eq!(trials[0]["draft_acceptance"], "");
    assert!(trials[0]["missing"].split(' ').any(|name| name == "draft_acceptance"));
    let inferred = trials.iter().filter(|trial| !trial["inferred"].is_empty()).count();
    let record = fs::read_to_string(
        folder
            .path()
            .join("runs/bundles")
            .read_dir()
            .unwrap()
            .next()
            .unwrap()
            .unwrap()
            .path()
            .join("data/trials.jsonl"),
    );
    let expected = record.unwrap().lines().filter(|line| line.contains("\"inferred\"")).count();
    assert_eq!(inferred, expected);
    let compared = read("comparisons");
    let change = compared.iter().find(|row| row["percent_change"] == "12.157985432018915");
    assert_eq!(change.unwrap()["metric"], "native_rate");
    assert_eq!(read("estimates").len(), csv("estimates").lines().count() - 1);
    assert_eq!(read("memory").iter().filter(|row| row["peak_bytes"] == "66004713472").count(), 1);
}

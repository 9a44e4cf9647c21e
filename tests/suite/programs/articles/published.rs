//! The article on the published study: what is built from this repository.

use super::pages;
use crate::programs::{ROOT, run};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const SLUG: &str = "glm53-flash-mtp";

fn built() -> (TempDir, Vec<(PathBuf, String)>) {
    let folder = tempfile::tempdir().unwrap();
    let runs = format!("{ROOT}/runs");
    let reports = format!("{ROOT}/i18n/reports");
    let arguments = ["build", "--runs", &runs, "--reports", &reports];
    let (code, _, error) = run("sitegen", &arguments, folder.path());
    assert_eq!((code, error.as_str()), (0, ""));
    let pages = pages(folder.path());
    (folder, pages)
}

fn attributes<'a>(page: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!(" {name}=\"");
    page.split(&start).skip(1).filter_map(|rest| Some(rest.split_once('"')?.0)).collect()
}

#[test]
fn both_languages_show_the_same_figures_of_the_same_sources() {
    let (_folder, pages) = built();
    let page = |language: &str| {
        let path = PathBuf::from(format!("{language}/reports/{SLUG}/index.html"));
        &pages.iter().find(|(name, _)| *name == path).unwrap().1
    };
    // In prose the order of figures may follow the language, so they are compared as a set.
    let shown = |language: &str| {
        let mut shown: Vec<(String, String)> = page(language)
            .split("<data value=\"")
            .skip(1)
            .map(|rest| {
                let (raw, rest) = rest.split_once('"').unwrap();
                let href = rest.split_once("</data>").unwrap().0.split_once("href=\"");
                let href = href.map(|(_, rest)| rest.split_once('"').unwrap().0);
                (raw.to_owned(), href.unwrap_or_default().to_owned())
            })
            .collect();
        shown.sort();
        shown
    };
    let japanese = shown("ja");
    assert_eq!(japanese, shown("en"));
    let linked = japanese.iter().filter(|(_, href)| href.contains("/index.html#")).count();
    assert!(linked > 120, "{linked}");
    for (raw, text) in [
        ("71.18651359128955", "71.19"),
        ("1.121579854320189", "1.12"),
        ("7.813343637040816", "+7.81秒"),
        ("0.00015241579027587253", "0.00015"),
        ("64.47", "64.47秒"),
    ] {
        let start = format!("<data value=\"{raw}");
        let mut shown =
            page("ja").split(&start).skip(1).filter_map(|rest| rest.split_once("</data>"));
        assert!(shown.any(|(data, _)| data.contains(&format!(">{text}<"))), "{raw}: {text}");
    }
}

#[test]
fn one_click_leads_to_the_condition_and_a_second_to_the_trials() {
    let (_folder, pages) = built();
    let pages: BTreeMap<PathBuf, String> = pages.into_iter().collect();
    let (mut conditions, mut comparisons) = (0, 0);
    for (path, page) in pages.iter().filter(|(path, _)| path.display().to_string().contains(SLUG)) {
        for href in attributes(page, "href").iter().filter(|href| href.contains("bundles/")) {
            let Some((file, anchor)) = href.split_once('#') else { continue };
            let place = normal(&path.parent().unwrap().join(file));
            let target = pages.get(&place).unwrap_or_else(|| panic!("{}", place.display()));
            let marked = format!("id=\"{anchor}\"");
            assert_eq!(target.matches(&marked).count(), 1, "{anchor}");
            let rest = target.split(&marked).nth(1).unwrap();
            let element = if anchor.starts_with("c-") {
                conditions += 1;
                rest.split_once("</th>").unwrap().0
            } else if anchor.contains("-off-") {
                comparisons += 1;
                rest.split_once("</section>").unwrap().0
            } else {
                continue;
            };
            assert!(element.matches("href=\"#t-").count() >= 3, "{anchor}: {element}");
        }
    }
    assert!(conditions > 100 && comparisons > 100, "{conditions} {comparisons}");
}

#[test]
fn every_link_of_the_article_leads_somewhere() {
    let (folder, pages) = built();
    let root = folder.path().join("public");
    let articles =
        pages.iter().filter(|(path, _)| path.display().to_string().contains("/reports/"));
    for (path, page) in articles {
        for href in attributes(page, "href") {
            let (file, anchor) = href.split_once('#').unwrap_or((href, ""));
            let place = if file.is_empty() {
                path.clone()
            } else {
                normal(&path.parent().unwrap().join(file))
            };
            let text = fs::read_to_string(root.join(&place));
            let text = text.unwrap_or_else(|_| panic!("{}: {href}", path.display()));
            assert!(anchor.is_empty() || text.contains(&format!("id=\"{anchor}\"")), "{href}");
        }
    }
}

/// `a/../b` as `b`.
fn normal(path: &Path) -> PathBuf {
    let mut parts: Vec<&std::ffi::OsStr> = Vec::new();
    for part in path {
        if part == ".." {
            parts.pop();
        } else {
            parts.push(part);
        }
    }
    parts.into_iter().collect()
}

/// The trials of the bundle by id.
fn trials() -> BTreeMap<String, Value> {
    let bundles =
        fs::read_dir(format!("{ROOT}/runs/bundles")).unwrap().map(|entry| entry.unwrap().path());
    let bundle =
        bundles.into_iter().find(|path| path.display().to_string().contains(SLUG)).unwrap();
    let text = fs::read_to_string(bundle.join("data/trials.jsonl")).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines.map(|trial| (trial["trial"].as_str().unwrap().to_owned(), trial)).collect()
}

#[test]
fn medians_and_ratios_of_report_json_come_out_of_the_trials() {
    let (folder, _) = built();
    let path = folder.path().join(format!("public/reports/{SLUG}/report.json"));
    let report: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let trials = trials();
    let median = |ids: &[&str], arm: &Value, metric: &str| {
        let own = ids.iter().map(|id| &trials[*id]).filter(|trial| trial["arm"] == *arm);
        let mut values: Vec<f64> =
            own.map(|trial| trial["figures"][metric].as_f64().unwrap()).collect();
        values.sort_by(f64::total_cmp);
        assert_eq!(values.len(), 3);
        values[1]
    };
    let mut checked = 0;
    for (name, figure) in report["figures"].as_object().unwrap() {
        let (kind, of) = match figure["of"].as_object().and_then(|of| of.iter().next()) {
            Some((kind, of)) => (kind.as_str(), of),
            None => continue,
        };
        let sources = figure["sources"][0]["trials"].as_array().unwrap();
        let ids: Vec<&str> = sources.iter().map(|id| id.as_str().unwrap()).collect();
        let metric = of["metric"].as_str().unwrap_or_default();
        let expected = match kind {
            "median" => median(&ids, &of["arm"], metric),
            "ratio" => median(&ids, &of["arm"], metric) / median(&ids, &of["baseline"], metric),
            "difference" => {
                median(&ids, &of["arm"], metric) - median(&ids, &of["baseline"], metric)
            }
            _ => continue,
        };
        assert_eq!(figure["value"].as_f64().unwrap().to_bits(), expected.to_bits(), "{name}");
        checked += 1;
    }
    assert!(checked > 70, "{checked}");
}

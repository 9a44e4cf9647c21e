//! What the pages of the published study say, in both languages.

use super::{archive, changed_publication, run, tree};
use jissoku::measure::import;
use jissoku::record::Stated;
use jissoku::record::transcription::PublishedValue;
use jissoku::site::{Language, Texts, check_svg};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn site(folder: &Path) -> Vec<(PathBuf, String)> {
    let files = tree(&folder.join("public")).into_iter();
    let pages =
        files.filter(|(path, _)| path.extension().is_some_and(|extension| extension == "html"));
    pages.map(|(path, bytes)| (path, String::from_utf8(bytes).unwrap())).collect()
}

fn run_page(pages: &[(PathBuf, String)], language: &str) -> String {
    let page = pages.iter().find(|(path, _)| path.starts_with(format!("{language}/bundles")));
    page.unwrap().1.clone()
}

#[test]
fn the_page_shows_every_trial_and_the_figures_as_published() {
    let folder = archive();
    assert_eq!(run("sitegen", &["build"], folder.path()).0, 0);
    let pages = site(folder.path());
    for language in ["ja", "en"] {
        let page = run_page(&pages, language);
        for number in 1..=48 {
            let row = format!("<tr id=\"t-{number:04}\">");
            assert_eq!(page.matches(&row).count(), 1, "{language}: {row}");
        }
        for (raw, shown) in [
            ("12.157985432018915", "+12.2\u{a0}%"),
            ("21.739311807447592", "+21.7\u{a0}%"),
            ("0.03016356021374542", "3.016\u{a0}%"),
            ("71.18651359128955", "71.19"),
            ("1.4401534991643967", "1.44"),
            ("66004713472", "61.47\u{a0}GiB"),
        ] {
            let data = format!("value=\"{raw}\">{shown}</data>");
            assert!(page.contains(&data), "{language}: {data}");
        }
        assert!(!page.contains("12.1\u{a0}%"), "{language}");
        assert!(page.contains("capacity-preload-stall") && page.contains("Codex"), "{language}");
    }
}

#[test]
fn both_languages_show_the_same_figures_and_lead_to_each_other() {
    let folder = archive();
    assert_eq!(run("sitegen", &["build"], folder.path()).0, 0);
    let pages = site(folder.path());
    let names: BTreeSet<PathBuf> = pages.iter().map(|(path, _)| path.clone()).collect();
    let figures = |page: &str| -> Vec<String> {
        page.split("<data ")
            .skip(1)
            .filter_map(|rest| rest.split_once("</data>"))
            .map(|(data, _)| data.to_owned())
            .collect()
    };
    for (path, page) in pages.iter().filter(|(path, _)| path.starts_with("ja")) {
        let twin = Path::new("en").join(path.strip_prefix("ja").unwrap());
        assert!(names.contains(&twin), "{}", path.display());
        let below = path.strip_prefix("ja").unwrap().display().to_string();
        assert!(
            page.contains(&format!("en/{below}\" lang=\"en\" hreflang=\"en\"")),
            "{}",
            path.display()
        );
        let other = &pages.iter().find(|(name, _)| *name == twin).unwrap().1;
        // Units and words differ; the raw values do not.
        let raw = |page: &str| {
            figures(page)
                .iter()
                .filter_map(|f| Some(f.split_once('"')?.1.split_once('"')?.0.to_owned()))
                .collect::<Vec<_>>()
        };
        let (left, right) = (raw(page), raw(other));
        assert_eq!(left, right, "{}", path.display());
    }
}

#[test]
fn every_relative_link_leads_to_a_file_and_every_fragment_to_an_id() {
    let folder = archive();
    assert_eq!(run("sitegen", &["build"], folder.path()).0, 0);
    let root = folder.path().join("public");
    for (path, page) in site(folder.path()) {
        for link in page
            .split("href=\"")
            .skip(1)
            .filter_map(|rest| rest.split_once('"'))
            .map(|(link, _)| link)
        {
            let (file, fragment) = link.split_once('#').unwrap_or((link, ""));
            assert!(
                !file.contains(':') && !file.starts_with('/') && !file.ends_with('/'),
                "{link}"
            );
            let place = if file.is_empty() {
                root.join(&path)
            } else {
                root.join(&path).parent().unwrap().join(file)
            };
            assert!(place.is_file(), "{}: {link}", path.display());
            assert!(
                fragment.is_empty() || page.contains(&format!("id=\"{fragment}\"")),
                "{}: {link}",
                path.display()
            );
        }
    }
}

#[test]
fn no_page_carries_inline_code_and_every_page_states_its_policy() {
    let folder = archive();
    assert_eq!(run("sitegen", &["build"], folder.path()).0, 0);
    for (path, page) in site(folder.path()) {
        for refused in ["<style", " style=", " onclick=", "javascript:"] {
            assert!(!page.contains(refused), "{}: {refused}", path.display());
        }
        for script in page.split("<script").skip(1) {
            let from_file = script.starts_with(" src=\"") && script.contains("defer></script>");
            assert!(from_file, "{}: {script}", path.display());
        }
        assert!(page.contains("default-src 'none'"), "{}", path.display());
    }
}

/// The charts of a page.
fn charts(page: &str) -> Vec<String> {
    let begun = page.split("<svg").skip(1);
    begun.map(|rest| format!("<svg{}</svg>", rest.split_once("</svg>").unwrap().0)).collect()
}

#[test]
fn every_chart_is_right_and_every_trial_is_a_point_beside_its_table() {
    let folder = archive();
    assert_eq!(run("sitegen", &["build"], folder.path()).0, 0);
    let pages = site(folder.path());
    for language in ["ja", "en"] {
        let page = run_page(&pages, language);
        let charts = charts(&page);
        // Six systems with three metrics and two with one; three of ratios, twice.
        assert_eq!(charts.len(), 6 * 3 + 2 + 2 * 3, "{language}");
        for chart in &charts {
            assert_eq!(check_svg(chart), [], "{language}: {chart}");
            assert!(chart.contains(&format!(" lang=\"{language}\" ")), "{language}");
        }
        let systems: Vec<&str> = page.split("<section class=\"system\"").skip(1).collect();
        assert_eq!(systems.len(), 12);
        for (number, system) in systems.iter().enumerate() {
            let (figures, table) = system.split_once("<table>").unwrap();
            let drawn = figures.matches("<svg").count();
            // Configurations that are compared have their trials in the figures above.
            assert_eq!(
                drawn,
                [3, 3, 3, 3, 3, 3, 1, 1].get(number).copied().unwrap_or(0),
                "{number}"
            );
            let head = table.split_once("</thead>").unwrap().0;
            for trial in
                head.split("<a href=\"").skip(1).map(|rest| rest.split_once('"').unwrap().0)
            {
                let point = format!("<a tabindex=\"-1\" href=\"{trial}\">");
                assert_eq!(figures.matches(&point).count(), drawn, "{language}: {trial}");
            }
        }
        let ids: Vec<&str> =
            page.split(" id=\"").skip(1).map(|rest| rest.split_once('"').unwrap().0).collect();
        let distinct: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(ids.len(), distinct.len(), "{language}");
    }
}

#[test]
fn hostile_text_of_a_publication_stays_text() {
    let hostile = "</td><script>alert(1)</script><img src=x onerror=alert(1)>\\u202e\\u0000";
    // A text of the publication, a name, and texts in both languages.
    for (file, from, languages) in [
        ("facts.json", "ServerGear", &["ja", "en"][..]),
        ("meaning.toml", "ExLlamaV3", &["ja", "en"]),
        ("meaning.toml", "limit not published\" }", &["en"]),
        ("meaning.toml", "限界値は非公表", &["ja"]),
        ("meaning.toml", "RTX PRO 6000 was not measured", &["en"]),
    ] {
        let rest = from.trim_start_matches(|letter| letter != '"');
        let source = changed_publication(file, from, &format!("{hostile}{rest}"));
        let folder = tempfile::tempdir().unwrap();
        let import = ["import", source.path().to_str().unwrap()];
        assert_eq!(run("measure", &import, folder.path()).0, 0, "{from}");
        assert_eq!(run("sitegen", &["build"], folder.path()).0, 0, "{from}");
        let pages = site(folder.path());
        for language in languages {
            let page = run_page(&pages, language);
            for raw in ["<script>", "<img", "\u{202e}", "\u{0}"] {
                assert!(!page.contains(raw), "{from}, {language}: {raw:?}");
            }
            assert!(page.contains("&#60;script&#62;alert(1)"), "{from}, {language}");
            assert!(page.contains("⟨U+202E⟩⟨U+0000⟩"), "{from}, {language}");
        }
    }
}

#[test]
fn the_japanese_catalogue_knows_every_word_that_the_record_uses() {
    let imported = import::read(&super::published()).unwrap();
    let texts = Texts::load(Language::Ja).unwrap();
    let mut words = BTreeSet::new();
    for figure in &imported.transcription.published {
        words.insert(figure.study.clone());
        words.insert(figure.metric.to_string());
        words.extend(figure.statistic.clone());
        words.extend((!figure.unit.starts_with("of ")).then(|| figure.unit.clone()));
        words.extend(match &figure.value {
            PublishedValue::Word(word) => Some(word.clone()),
            _ => None,
        });
    }
    for trial in &imported.trials {
        words.extend(match &trial.case {
            Stated::Missing(reason) => Some(reason.to_string()),
            _ => None,
        });
    }
    let same_in_both = ["%", "MiB"];
    let unknown: Vec<_> = words
        .iter()
        .filter(|word| !texts.knows(word) && !same_in_both.contains(&word.as_str()))
        .collect();
    assert_eq!(unknown, Vec::<&String>::new());
}

//! The small article as it is built, and what is at fault outside one text.

use super::{Desk, EN, JA, TOML, pages};
use crate::archive::runs::Archive;
use crate::programs::{run, tree};
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use std::fs;

fn built() -> Desk {
    let desk = Desk::new();
    let (code, _, error) = desk.build();
    assert_eq!((code, error.as_str()), (0, ""));
    desk
}

fn sha256(bytes: &[u8]) -> String {
    let digits: String = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("sha256:{digits}")
}

#[test]
fn figures_stand_in_the_text_with_raw_value_and_source() {
    let desk = built();
    let bundle = fs::read_dir(desk.folder.path().join("runs/bundles")).unwrap();
    let id = bundle.map(|entry| entry.unwrap().file_name().into_string().unwrap()).next().unwrap();
    let to = |anchor: &str| format!("../../bundles/{id}/index.html#{anchor}");
    for (language, rate, change) in
        [("ja", "49.73トークン/秒", "+12.2\u{a0}%"), ("en", "49.73\u{a0}tokens/s", "+12.2\u{a0}%")]
    {
        let page = desk.site(&format!("{language}/reports/small/index.html"));
        let condition = to("c-h100x2-llamacpp-off-32768");
        let comparison = to("h100x2-llamacpp-off-h100x2-llamacpp-mtp-32768");
        for data in [
            format!("<data value=\"49.72888671075154\"><a href=\"{condition}\">{rate}</a></data>"),
            format!("<data value=\"49.72888671075154\"><a href=\"{condition}\">49.73</a></data>"),
            format!(
                "<data value=\"12.157985432018915\"><a href=\"{comparison}\">{change}</a></data>"
            ),
            format!("<data value=\"48\"><a href=\"{}\">48</a></data>", to("trials")),
        ] {
            assert!(page.contains(&data), "{language}: {data}");
        }
        // The bundle's page has the ids that the article leads to.
        let source = desk.site(&format!("{language}/bundles/{id}/index.html"));
        for anchor in ["c-h100x2-llamacpp-off-32768", "p-0041", "trials", "quality"] {
            assert_eq!(source.matches(&format!("id=\"{anchor}\"")).count(), 1, "{anchor}");
        }
    }
    let page = desk.site("ja/reports/small/index.html");
    let same = format!(
        "<data value=\"1500\" class=\"published\" title=\"公表値をそのまま示しています。ここで計算し直した値ではありません。\">\
         <a href=\"{}\">1,800件中1,500件<span class=\"unseen\">（公表値）</span></a></data>",
        to("p-0041")
    );
    assert!(page.contains(&same), "{same}");
    assert!(page.contains(
        "<data value=\"0.03016356021374542\" class=\"published\" title=\"公表された件数から"
    ));
}

#[test]
fn the_text_is_written_as_it_was_meant() {
    let desk = built();
    let page = desk.site("ja/reports/small/index.html");
    for html in [
        "<h2 id=\"speed\">速さ</h2>",
        "<li><a href=\"#speed\">速さ</a></li>",
        "これは<strong>「重要なこと」</strong>です。二行目は続けて書きます。",
        "<a href=\"#claim-faster\">速くなりました</a>",
        "<code>code 1</code>",
        "<caption id=\"table-rates\">速さ</caption>",
        "なし <small>トークン/秒</small></th>",
        "aria-label=\"品質\"><table>",
        "<th scope=\"col\" class=\"number\">値</th>",
    ] {
        assert!(page.contains(html), "{html}");
    }
    let english = desk.site("en/reports/small/index.html");
    assert!(english.contains("<strong>important</strong>.\n<a href=\"#claim-faster\">It became"));
    assert!(english.contains("hreflang=\"ja\" href=\"../../../ja/reports/small/index.html\""));
    for (path, page) in pages(desk.folder.path()) {
        for refused in ["<script>", "<style", " style=", "{=", "{table", "\u{f8d3}"] {
            assert!(!page.contains(refused), "{}: {refused}", path.display());
        }
    }
    assert!(
        desk.site("ja/index.html").contains("<a href=\"reports/small/index.html\">小さな記事</a>")
    );
}

#[test]
fn claims_hold_or_do_not_and_say_so() {
    let desk = built();
    let page = desk.site("en/reports/small/index.html");
    let row = |id: &str| {
        let start = page.find(&format!("<tr id=\"claim-{id}\">")).unwrap();
        page[start..].split("</tr>").next().unwrap().to_owned()
    };
    assert!(
        row("faster").contains("<td class=\"condition\">&#62;\u{a0}1</td>"),
        "{}",
        row("faster")
    );
    assert!(row("faster").contains("<span class=\"verdict holds\">holds</span>"));
    assert!(row("twice").contains("<td class=\"condition\">≥\u{a0}2</td>"));
    assert!(row("twice").contains("<span class=\"verdict fails\">does not hold</span>"));
    let claims: Value = serde_json::from_str(&desk.site("reports/small/claims.json")).unwrap();
    let holds: Vec<&Value> =
        claims["claims"].as_array().unwrap().iter().map(|claim| &claim["holds"]).collect();
    assert_eq!(holds, [true, false]);
    let faster = &claims["claims"][0];
    assert_eq!(faster["statement"]["ja"], "速くなった。");
    assert_eq!((&faster["comparator"], &faster["threshold"]), (&">".into(), &1.into()));
    assert_eq!(faster["inputs"], Value::from(vec![desk.digest.clone()]));
    assert_eq!(faster["figures"][0]["value"], 1.121_579_854_320_189_1);
    assert_eq!(faster["figures"][0]["sources"][0]["trials"].as_array().unwrap().len(), 6);
}

#[test]
fn report_json_holds_every_figure_with_its_sources() {
    let desk = built();
    let report: Value = serde_json::from_str(&desk.site("reports/small/report.json")).unwrap();
    let figures = report["figures"].as_object().unwrap();
    let names: Vec<&str> = figures.keys().map(String::as_str).collect();
    assert_eq!(names, ["change", "kept", "limit", "rate", "ratio", "same", "trials"]);
    let rate = &figures["rate"];
    assert_eq!((&rate["kind"], &rate["unit"]), (&"recomputed".into(), &"tokens_per_second".into()));
    assert_eq!(rate["sources"][0]["trials"], Value::from(vec!["t-0031", "t-0032", "t-0033"]));
    assert_eq!(rate["of"]["median"]["metric"], "native_rate");
    let same = &figures["same"];
    assert_eq!((&same["kind"], &same["total"]), (&"published".into(), &1800.into()));
    assert_eq!(same["sources"][0]["published"][0]["study"], "quality-600");
    assert_eq!(figures["kept"]["kind"], "counted");
    assert_eq!(report["summary"]["ja"], "試行は48件です。");
    assert_eq!(report["bundles"][0]["digest"], Value::from(desk.digest.clone()));
    assert_eq!(report["tables"]["rates"][0], Value::from(vec!["rate", "change"]));
}

#[test]
fn every_fault_of_every_file_is_told_at_once_and_the_old_site_stays() {
    let desk = built();
    let before = tree(&desk.folder.path().join("public"));
    desk.change("report.toml", "\"trials\" }", "\"failures\", places = 1 }");
    desk.change("ja.md", "二行目", "2行目");
    desk.change("en.md", "(#claim-faster)", "(javascript:x)");
    let faults = desk.faults();
    let places: Vec<&str> = faults.iter().map(|fault| fault.split(": ").next().unwrap()).collect();
    assert_eq!(places, ["en.md:4", "ja.md:4", "ja.md:4", "report.toml:26"], "{faults:?}");
    assert!(tree(&desk.folder.path().join("public")) == before);
}

#[test]
fn a_bundle_that_is_not_there_is_one_fault() {
    let desk = Desk::new();
    let other = format!("sha256:{}", "0".repeat(64));
    desk.change("report.toml", &desk.digest, &other);
    let expected = format!(
        "report.toml:16: bundle `published`: no bundle of the archive has the digest {other}"
    );
    assert_eq!(desk.faults(), [expected]);
    desk.change("report.toml", &other, &other.to_uppercase());
    assert!(desk.faults()[0].starts_with("report.toml:18: `SHA256:0"));
}

#[test]
fn files_that_are_missing_or_misnamed_are_faults() {
    let desk = Desk::new();
    fs::remove_file(desk.path("en.md")).unwrap();
    assert_eq!(desk.faults()[0], "en.md:1: the file is missing");
    desk.reset();
    fs::remove_file(desk.path("report.toml")).unwrap();
    assert_eq!(desk.faults(), ["report.toml:1: the file is missing"]);
    desk.reset();
    desk.write("ja.md", b"## a\n\n\xff".as_slice());
    assert_eq!(desk.faults()[0], "en.md:1: the heading `speed` stands here and not in ja.md");
    assert!(desk.faults().contains(&"ja.md:3: the text is not UTF-8".to_owned()));
    desk.reset();
    fs::write(desk.path("../notes.txt"), "x").unwrap();
    let expected =
        "reports/notes.txt:1: expected a folder named by lower-case words joined by hyphens";
    assert_eq!(desk.faults(), [expected]);
    fs::remove_file(desk.path("../notes.txt")).unwrap();
    desk.write("revisions/one/ja.md", "x");
    let faults = desk.faults();
    assert!(
        faults.contains(
            &"revisions/one:1: expected a folder named by the number of a revision".to_owned()
        ),
        "{faults:?}"
    );
}

#[test]
fn without_a_folder_there_are_no_articles() {
    let desk = Desk::new();
    let folder = desk.folder.path();
    let (code, _, error) = run("sitegen", &["build"], folder);
    assert_eq!((code, error.as_str()), (0, ""));
    assert!(!folder.join("public/ja/reports").exists());
    assert!(!desk.site("ja/index.html").contains("id=\"articles\""));
}

#[test]
fn an_old_revision_keeps_its_address_and_says_that_it_is_old() {
    let desk = built();
    let first = desk.site("ja/reports/small/r1/index.html");
    assert!(first.contains("これは第1版の恒久的なアドレスです。"));
    let newer = "\n[[revision]]\nnumber = 2\ndate = \"2026-12-09\"\n\
                 text = { ja = \"品質の節を除いた。\", en = \"Without the section on quality.\" }\n";
    let toml = TOML.replace("DIGEST", &desk.digest) + newer;
    desk.write("report.toml", &toml);
    assert_eq!(desk.faults(), ["report.toml:63: the text of revision 1 is missing: revisions/1/"]);
    desk.write("revisions/1/ja.md", JA);
    desk.write("revisions/1/en.md", EN);
    let shorter = |text: &str| text.split("### ").next().unwrap().to_owned();
    desk.write("ja.md", shorter(JA));
    desk.write("en.md", shorter(EN));
    let (code, _, error) = desk.build();
    assert_eq!((code, error.as_str()), (0, ""));
    let body = |page: &str| {
        page.split("<article class=\"prose\">")
            .nth(1)
            .unwrap()
            .split("</article>")
            .next()
            .unwrap()
            .to_owned()
    };
    let old = desk.site("ja/reports/small/r1/index.html");
    assert_eq!(body(&old), body(&first));
    assert!(
        old.contains("これは第1版の本文です。")
            && old.contains("<a href=\"../index.html\">最新の版")
    );
    assert!(old.contains("href=\"../../../bundles/"), "one folder deeper");
    let new = desk.site("ja/reports/small/index.html");
    assert!(!new.contains("id=\"quality-counts\"") && new.contains("品質の節を除いた。"));
    assert!(new.contains("<a href=\"r1/index.html\">第1版</a>"));
    assert!(new.contains("<time datetime=\"2026-12-09\">"));
    assert_eq!(
        body(&new),
        body(&desk.site("ja/reports/small/r2/index.html")).replace("../../../", "../../")
    );
    desk.write("revisions/2/ja.md", JA);
    desk.write("revisions/2/en.md", EN);
    let expected = "report.toml:1: revisions/2/ is there, but no newer [[revision]] is declared";
    assert_eq!(desk.faults(), [expected]);
}

/// A `[[media]]` with its title, before the limits.
fn medium(file: &str, kind: &str, bytes: &[u8], more: &str) -> String {
    format!(
        "[[media]]\nfile = \"{file}\"\nkind = \"{kind}\"\n{more}title = {{ ja = \"図\", en = \"figure\" }}\n\
         digest = \"{}\"\n\n[[limit]]",
        sha256(bytes)
    )
}

#[test]
fn media_are_shown_if_their_digest_is_right() {
    let desk = Desk::new();
    let (image, video, captions) = (b"an image", b"a video", b"WEBVTT\n");
    desk.write("media/scene.png", image);
    desk.write("media/demo.webm", video);
    desk.write("media/demo.vtt", captions);
    let spoken = format!(
        "language = \"ja\"\ncaptions = {{ file = \"media/demo.vtt\", digest = \"{}\" }}\n",
        sha256(captions)
    );
    desk.change("report.toml", "[[limit]]", &medium("media/demo.webm", "video", video, &spoken));
    desk.change(
        "report.toml",
        "[[media]]",
        &medium("media/scene.png", "image", image, "").replace("[[limit]]", "[[media]]"),
    );
    desk.change(
        "ja.md",
        "二行目",
        "![<測定>の図](media/scene.png) ![実演](media/demo.webm) 二行目",
    );
    desk.change("en.md", "[It became", "![figure](media/scene.png) [It became");
    let (code, _, error) = desk.build();
    assert_eq!((code, error.as_str()), (0, ""));
    let page = desk.site("ja/reports/small/r1/index.html");
    for html in [
        "<img src=\"../../../../reports/small/media/scene.png\" alt=\"&lt;測定&gt;の図\" title=\"図\">",
        "<track kind=\"captions\" srclang=\"ja\" src=\"../../../../reports/small/media/demo.vtt\" default>",
    ] {
        assert!(page.contains(html), "{html}");
    }
    assert_eq!(desk.site("reports/small/media/demo.webm"), "a video");
    desk.change("en.md", "![figure]", "![demo](media/demo.webm) ![figure]");
    assert_eq!(desk.faults(), ["en.md:4: `media/demo.webm` is in the other language"]);
    desk.change("en.md", "![demo](media/demo.webm) ![figure]", "![]");
    assert_eq!(
        desk.faults(),
        [
            "en.md:4: `media/scene.png` needs a text for those who do not see it: ![text](media/scene.png)"
        ]
    );
}

#[test]
fn media_at_fault_stop_the_build() {
    for (file, kind, more, says) in [
        ("media/x.svg", "image", "", "`media/x.svg` must end in .avif, .jpg, .png, .webp"),
        ("../x.png", "image", "", "`../x.png` is no file media/<name> with a name of [a-z0-9._-]"),
        (
            "media/X.png",
            "image",
            "",
            "`media/X.png` is no file media/<name> with a name of [a-z0-9._-]",
        ),
        ("media/y.png", "image", "", "the file reports/small/media/y.png is missing"),
        ("media/l.png", "image", "", "the file reports/small/media/l.png is missing"),
        ("media/z.png", "image", "", "`media/z.png`: expected "),
        (
            "media/x.mp4",
            "video",
            "language = \"en\"\n",
            "`media/x.mp4`: a video has captions, an image has none",
        ),
    ] {
        let desk = Desk::new();
        for name in ["x.svg", "x.png", "X.png", "x.mp4"] {
            desk.write(&format!("media/{name}"), b"bytes");
        }
        desk.write("media/z.png", b"other bytes");
        std::os::unix::fs::symlink("x.png", desk.path("media/l.png")).unwrap();
        desk.change("report.toml", "[[limit]]", &medium(file, kind, b"bytes", more));
        desk.change("ja.md", "二行目", &format!("![図]({file}) 二行目"));
        let (_, _, error) = desk.build();
        assert!(
            error.contains(&format!("reports/small/report.toml:59: {says}")),
            "{file}: {error}"
        );
    }
}

#[test]
fn what_other_bundles_say_stands_at_the_head() {
    let desk = Desk::new();
    let bundle = fs::read_dir(desk.folder.path().join("runs/bundles")).unwrap().next().unwrap();
    let runs = Archive::about(&bundle.unwrap().path());
    let arguments = ["build", "--reports", "reports", "--runs", runs.path().to_str().unwrap()];
    let (code, _, error) = run("sitegen", &arguments, desk.folder.path());
    assert_eq!((code, error.as_str()), (0, ""));
    for (language, word) in
        [("ja", "ドライバーの版を570.86に訂正"), ("en", "the driver was 570.86")]
    {
        for address in ["index.html", "r1/index.html"] {
            let page = desk.site(&format!("{language}/reports/small/{address}"));
            let (head, _) = page.split_once("<article class=\"prose\">").unwrap();
            assert!(head.contains(word) && head.contains("-erratum-"), "{language} {address}");
            assert!(head.contains("-review-"), "{language} {address}");
        }
    }
}

#[test]
fn a_bundle_without_figures_is_refused() {
    let runs = Archive::good();
    let desk = Desk::new();
    let ledger = fs::read_to_string(runs.path().join("ledger.jsonl")).unwrap();
    let line = ledger.lines().find(|line| line.contains("\"kind\":\"run\"")).unwrap();
    let digest = &line.split("\"digest\":\"").nth(1).unwrap()[..71];
    desk.change("report.toml", &desk.digest, digest);
    desk.change("report.toml", "\"transcribed\"", "\"measured\"");
    let arguments = ["build", "--reports", "reports", "--runs", runs.path().to_str().unwrap()];
    let (code, _, error) = run("sitegen", &arguments, desk.folder.path());
    assert_eq!(code, 1, "{error}");
    assert!(
        error.contains(
            "report.toml:27: figure `rate`: bundle `published` is a run, which has no figures"
        ),
        "{error}"
    );
}

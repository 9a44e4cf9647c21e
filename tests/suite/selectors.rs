//! Every selector of an article against the published study.

use jissoku::measure::import::{self, Imported};
use jissoku::record::BundleId;
use jissoku::report::TranscriptionReport;
use jissoku::report::article::{Draft, Kind, Selector, select};
use serde::Deserialize;
use std::path::Path;

#[derive(Deserialize)]
struct Of {
    of: Selector,
}

fn published() -> Imported {
    import::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("imports/glm53-flash-mtp")).unwrap()
}

fn found(imported: &Imported, selectors: &[&str]) -> Vec<Result<Draft, String>> {
    let id = BundleId::parse("20261130-000000-transcription-glm53-flash-mtp-00000000").unwrap();
    let report = TranscriptionReport::new(&id, &imported.transcription, &imported.trials).unwrap();
    let one = |text: &&str| {
        let Of { of } = toml::from_str(&format!("of{text}")).unwrap();
        select(&of, &report)
    };
    selectors.iter().map(one).collect()
}

const CELL: &str = r#"arm = "h100x2-llamacpp-mtp", prompt_tokens = 8193"#;

#[test]
fn every_selector_finds_its_figure() {
    use Kind::{Counted, Published, Recomputed};
    let metric = format!(r#"{CELL}, metric = "native_rate""#);
    let pair = format!(r#"baseline = "h100x2-llamacpp-off", {metric}"#);
    let of = |kind: &str, arguments: &str| format!(".{kind} = {{ {arguments} }}");
    let conditions = [
        (of("median", &metric), "62.27434301329048", None, Recomputed, 3),
        (of("min", &metric), "61.51962611014726", None, Recomputed, 3),
        (of("max", &metric), "62.77850289778328", None, Recomputed, 3),
        (of("count", &metric), "3", Some(3), Counted, 3),
        (of("ratio", &pair), "1.217393118074476", None, Recomputed, 6),
        (of("percent_change", &pair), "21.739311807447592", None, Recomputed, 6),
        (of("difference", &pair), "11.120494606632448", None, Recomputed, 6),
        (of("smallest_ratio", &pair), "1.2009896973307006", None, Recomputed, 6),
        (of("largest_ratio", &pair), "1.5207135347701402", None, Recomputed, 6),
        (of("above", &format!(r#"{metric}, threshold = "62""#)), "2", Some(3), Counted, 3),
        (of("capped", CELL), "2", Some(3), Counted, 3),
        (of("prompt_tokens", CELL), "8193", None, Counted, 3),
    ];
    // Selector, raw value, what it is counted out of, kind, number of trials.
    let whole = [
        (
            r#".trial = { trial = "t-0013", metric = "native_rate" }"#,
            "41.28226747667661",
            None,
            Recomputed,
            1,
        ),
        (
            r#".peak_memory = { arm = "h100x2-exllamav3-off", gpu = 0 }"#,
            "66004713472",
            None,
            Published,
            0,
        ),
        (r#".quality = "both""#, "1653", Some(1800), Recomputed, 0),
        (r#".quality = "off_only""#, "11", Some(1800), Published, 0),
        (r#".quality = "problems_with_off_only""#, "11", Some(600), Published, 0),
        (r#".quality = "upper_limit""#, "0.03016356021374542", None, Recomputed, 0),
        (r#".first_slowest.engine = "exllamav3""#, "8", Some(8), Counted, 24),
        (r#".first_slowest.engine = "llamacpp""#, "3", Some(4), Counted, 12),
        (
            r#".first_slowest_chance.engine = "exllamav3""#,
            "0.00015241579027587253",
            None,
            Recomputed,
            24,
        ),
        (r#" = "trials""#, "48", None, Counted, 48),
        (r#" = "conditions""#, "16", None, Counted, 48),
        (r#" = "reproduced""#, "270", None, Counted, 48),
        (r#".findings = "value""#, "10", None, Counted, 8),
        (r#" = "review_passed""#, "0", Some(12), Counted, 12),
        (r#" = "failures""#, "5", None, Counted, 0),
        (
            r#".published = { study = "documents-24", metric = "pairs_both_offonly_ononly_neither", condition = { input = "4K", cap = "4096" }, part = 3 }"#,
            "1",
            Some(36),
            Published,
            0,
        ),
        (r#".fact = { host = "h100x2", key = "gpu_count" }"#, "2", None, Published, 0),
    ];
    let whole = whole.map(|(of, raw, total, kind, n)| (of.to_owned(), raw, total, kind, n));
    let all: Vec<_> = conditions.into_iter().chain(whole).collect();
    let imported = published();
    let selectors: Vec<&str> = all.iter().map(|(selector, ..)| selector.as_str()).collect();
    for (draft, (selector, raw, total, kind, trials)) in
        found(&imported, &selectors).iter().zip(&all)
    {
        let draft = draft.as_ref().unwrap_or_else(|why| panic!("{selector}: {why}"));
        assert_eq!(draft.value.raw(), *raw, "{selector}");
        assert_eq!(
            (draft.total, draft.kind, draft.trials.len()),
            (*total, *kind, *trials),
            "{selector}"
        );
    }
}

#[test]
fn a_selector_that_finds_nothing_says_what_it_looked_for() {
    let imported = published();
    let cases = [
        (
            r#".median = { arm = "h100x2-llamacpp-mtp", prompt_tokens = 1, metric = "native_rate" }"#,
            "arm h100x2-llamacpp-mtp has no condition at 1 tokens, but at 8193 tokens, 32768 tokens",
        ),
        (
            r#".ratio = { baseline = "h100x2-llamacpp-mtp", arm = "h100x2-llamacpp-off", prompt_tokens = 8193, metric = "native_rate" }"#,
            "the bundle does not compare h100x2-llamacpp-mtp → h100x2-llamacpp-off at 8193 tokens",
        ),
        (
            r#".ratio = { baseline = "h100x2-llamacpp-off", arm = "h100x2-llamacpp-mtp", prompt_tokens = 8193, metric = "inter_token_rate" }"#,
            "h100x2-llamacpp-off → h100x2-llamacpp-mtp at 8193 tokens has no InterTokenRate in both arms",
        ),
        (r#".trial = { trial = "t-0049", metric = "native_rate" }"#, "no trial t-0049"),
        (r#".trial = { trial = "t-0048", metric = "end_to_end" }"#, "trial t-0048 has no EndToEnd"),
        (
            r#".peak_memory = { arm = "b200x2-exllamav3-off", gpu = 0 }"#,
            "no peak memory of arm b200x2-exllamav3-off on GPU 0",
        ),
        (r#".first_slowest.engine = "vllm""#, "no first trials of engine vllm"),
        (
            r#".capped = { arm = "b200x2-llamacpp-off", prompt_tokens = 8193 }"#,
            "no end is known of arm b200x2-llamacpp-off at 8193 tokens",
        ),
        (
            r#".published = { study = "quality-600", metric = "correct" }"#,
            "no published figure `correct` of study `quality-600` with {}",
        ),
        (
            r#".published = { study = "documents-24", metric = "pairs_both_offonly_ononly_neither", condition = { input = "4K", cap = "4096" } }"#,
            "`pairs_both_offonly_ononly_neither` of study `documents-24` with {\"input\":\"4K\",\"cap\":\"4096\"} has 4 parts: say which `part`",
        ),
        (
            r#".published = { study = "quality-600", metric = "seeds", part = 1 }"#,
            "`seeds` of study `quality-600` with {} has no parts",
        ),
        (
            r#".fact = { host = "h100x2", key = "power_limit" }"#,
            "the fact PowerLimit is not a number",
        ),
        (r#".fact = { host = "a100", key = "gpu_count" }"#, "no host a100"),
    ];
    let selectors: Vec<&str> = cases.iter().map(|(selector, _)| *selector).collect();
    for (draft, (selector, says)) in found(&imported, &selectors).into_iter().zip(cases) {
        assert_eq!(draft.unwrap_err(), says, "{selector}");
    }
}

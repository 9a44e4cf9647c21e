//! One mutation for each rule, with the exact faults that it must give. Data table.

use super::Desk;

/// File, what is replaced in it, by what, and every fault.
type Mutation = (&'static str, &'static str, &'static str, &'static [&'static str]);

fn each_gives_exactly_its_faults(mutations: &[Mutation]) {
    let desk = Desk::new();
    assert_eq!(desk.build().0, 0, "the article itself is good");
    for (file, from, to, faults) in mutations {
        desk.reset();
        desk.change(file, from, to);
        assert_eq!(desk.faults(), *faults, "{file}: {from:?} → {to:?}");
    }
}

#[test]
fn rules_about_a_text() {
    each_gives_exactly_its_faults(TEXT);
}

#[test]
fn rules_about_the_declarations() {
    each_gives_exactly_its_faults(DECLARATIONS);
}

const TEXT: &[Mutation] = &[
    (
        "ja.md",
        "速さは{=rate}",
        "速さは{=rates}",
        &[
            "en.md:3: the figure `rate` stands here and not in ja.md",
            "ja.md:3: no figure `rates` is declared in report.toml",
        ],
    ),
    (
        "ja.md",
        "速さは{=rate}",
        "速さは{rate}",
        &[
            "en.md:3: the figure `rate` stands here and not in ja.md",
            "ja.md:3: `{rate}` is no placeholder: {=id} is a figure, {table=id} a table; a brace as such stands in a code span",
        ],
    ),
    (
        "ja.md",
        "速さは{=rate}",
        "速さは{=rate",
        &[
            "en.md:3: the figure `change` stands here and not in ja.md",
            "en.md:3: the figure `rate` stands here and not in ja.md",
            "ja.md:3: `{=rate、変化は{=change}` is no placeholder: {=id} is a figure, {table=id} a table; a brace as such stands in a code span",
        ],
    ),
    (
        "ja.md",
        "速さは{=rate}",
        "速さは{chart=rate}",
        &[
            "en.md:3: the figure `rate` stands here and not in ja.md",
            "ja.md:3: `{chart=rate}` must stand alone in a paragraph of the article",
        ],
    ),
    (
        "ja.md",
        "、変化は{=change}",
        "",
        &["en.md:3: the figure `change` stands here and not in ja.md"],
    ),
    (
        "ja.md",
        "{table=rates}",
        "{table=rate}",
        &[
            "en.md:6: the table `rates` stands here and not in ja.md",
            "ja.md:6: no table `rate` is declared in report.toml",
        ],
    ),
    (
        "ja.md",
        "{table=rates}",
        "{table=rates} と続く",
        &[
            "en.md:6: the table `rates` stands here and not in ja.md",
            "ja.md:6: `{table=rates}` must stand alone in a paragraph of the article",
        ],
    ),
    ("ja.md", "{table=rates}", "", &["en.md:6: the table `rates` stands here and not in ja.md"]),
    (
        "ja.md",
        "{table=rates}",
        "{chart=rates}\n\n{table=rates}",
        &["ja.md:6: no chart `rates` is declared"],
    ),
    (
        "ja.md",
        "{table=rates}",
        "{figure=rates}\n\n{table=rates}",
        &["ja.md:6: `figure` is no kind of placeholder"],
    ),
    (
        "ja.md",
        "変化は",
        "変化は12.2、",
        &[
            "ja.md:3: a number is typed in `、変化は12.2、`: declare a figure and write {=id}, or list a name that holds digits under [terms]",
        ],
    ),
    (
        "ja.md",
        "変化は",
        "変化は１２、",
        &[
            "ja.md:3: a number is typed in `、変化は１２、`: declare a figure and write {=id}, or list a name that holds digits under [terms]",
        ],
    ),
    (
        "ja.md",
        "変化は",
        "変化は①、",
        &[
            "ja.md:3: a number is typed in `、変化は①、`: declare a figure and write {=id}, or list a name that holds digits under [terms]",
        ],
    ),
    (
        "ja.md",
        "変化は",
        "変化は&#49;2、",
        &[
            "ja.md:3: a number is typed in `、変化は12、`: declare a figure and write {=id}, or list a name that holds digits under [terms]",
        ],
    ),
    (
        "ja.md",
        "二行目",
        "H1000",
        &[
            "ja.md:4: a number is typed in `H1000は続けて書きます`: declare a figure and write {=id}, or list a name that holds digits under [terms]",
        ],
    ),
    (
        "en.md",
        "B200",
        "600問",
        &[
            "en.md:3: a number is typed in ` and on 600問 unknown`: declare a figure and write {=id}, or list a name that holds digits under [terms]",
            "report.toml:14: the term `B200` is never used",
        ],
    ),
    (
        "en.md",
        "This is **important**.",
        "It is 3 times **important**.",
        &[
            "en.md:3: a number is typed in `. It is 3 times `: declare a figure and write {=id}, or list a name that holds digits under [terms]",
        ],
    ),
    (
        "ja.md",
        "- 600問",
        "1. 600問",
        &["ja.md:10: a numbered list types its numbers: use a list with hyphens, or headings"],
    ),
    (
        "ja.md",
        "| 試行 |",
        "| 試行3 |",
        &[
            "ja.md:15: a number is typed in `試行3`: declare a figure and write {=id}, or list a name that holds digits under [terms]",
        ],
    ),
    (
        "ja.md",
        "(#claim-faster)",
        "(#claim-faster \"5\")",
        &[
            "ja.md:4: a number is typed in `5`: declare a figure and write {=id}, or list a name that holds digits under [terms]",
        ],
    ),
    (
        "ja.md",
        "## 速さ {#speed}",
        "## 速さ",
        &[
            "en.md:1: the heading `speed` stands here and not in ja.md",
            "ja.md:1: the heading has no id: end it with {#id}",
        ],
    ),
    (
        "ja.md",
        "## 速さ {#speed}",
        "## 速さ２ {#speed}",
        &[
            "ja.md:1: a number is typed in `速さ２`: declare a figure and write {=id}, or list a name that holds digits under [terms]",
        ],
    ),
    (
        "ja.md",
        "## 速さ {#speed}",
        "# 速さ {#speed}",
        &[
            "ja.md:1: the heading `speed` of level 1 stands where en.md has `speed` of level 2",
            "ja.md:1: the title is the only heading of the first level: use ##",
            "ja.md:8: the heading skips a level",
        ],
    ),
    (
        "ja.md",
        "{#speed}",
        "{#speed .wide}",
        &["ja.md:1: a heading carries an id and nothing else: {#id}"],
    ),
    (
        "ja.md",
        "{#speed}",
        "{#Speed}",
        &[
            "en.md:1: the heading `speed` stands here and not in ja.md",
            "ja.md:1: `Speed` is no id: lower-case words joined by hyphens",
        ],
    ),
    (
        "ja.md",
        "{#quality-counts}",
        "{#speed}",
        &[
            "en.md:8: the heading `quality-counts` stands here and not in ja.md",
            "ja.md:8: the id `speed` is given twice",
        ],
    ),
    (
        "ja.md",
        "{#quality-counts}",
        "{#limits}",
        &[
            "en.md:8: the heading `quality-counts` stands here and not in ja.md",
            "ja.md:8: the heading `limits` stands here and not in en.md",
            "ja.md:8: the page itself uses the id `limits`",
        ],
    ),
    (
        "ja.md",
        "### 品質",
        "#### 品質",
        &[
            "ja.md:8: the heading `quality-counts` of level 4 stands where en.md has `quality-counts` of level 3",
            "ja.md:8: the heading skips a level",
        ],
    ),
    (
        "ja.md",
        "二行目",
        "<b>二行目</b>",
        &["ja.md:4: raw HTML is refused: write Markdown, and show a tag in a code span"],
    ),
    (
        "ja.md",
        "二行目は",
        "\n<script>alert(1)</script>\n\n二行目は",
        &["ja.md:5: raw HTML is refused: write Markdown, and show a tag in a code span"],
    ),
    (
        "ja.md",
        "二行目は",
        "\n<!-- 注 -->\n\n二行目は",
        &["ja.md:5: raw HTML is refused: write Markdown, and show a tag in a code span"],
    ),
    (
        "ja.md",
        "(#claim-faster)",
        "(javascript:alert(1))",
        &[
            "en.md:4: the link to the claim `faster` stands here and not in ja.md",
            "ja.md:4: the link `javascript:alert(1)` is refused: https:, a relative address or #id",
        ],
    ),
    (
        "ja.md",
        "(#claim-faster)",
        "(http://example.org)",
        &[
            "en.md:4: the link to the claim `faster` stands here and not in ja.md",
            "ja.md:4: the link `http://example.org` is refused: https:, a relative address or #id",
        ],
    ),
    (
        "ja.md",
        "(#claim-faster)",
        "(//example.org)",
        &[
            "en.md:4: the link to the claim `faster` stands here and not in ja.md",
            "ja.md:4: the link `//example.org` is refused: https:, a relative address or #id",
        ],
    ),
    (
        "ja.md",
        "(#claim-faster)",
        "(#claim-slower)",
        &[
            "en.md:4: the link to the claim `faster` stands here and not in ja.md",
            "ja.md:4: the link to the claim `slower` stands here and not in en.md",
            "ja.md:4: the page has no id `claim-slower`",
        ],
    ),
    (
        "ja.md",
        "(#claim-faster)",
        "(#nowhere)",
        &[
            "en.md:4: the link to the claim `faster` stands here and not in ja.md",
            "ja.md:4: the page has no id `nowhere`",
        ],
    ),
    (
        "ja.md",
        "二行目は",
        "<javascript:alert>",
        &["ja.md:4: the link `javascript:alert` is refused: https:, a relative address or #id"],
    ),
    (
        "ja.md",
        "二行目は",
        "![図](media/x.png)",
        &["ja.md:4: no [[media]] has the file `media/x.png`"],
    ),
    (
        "ja.md",
        "二行目は",
        "![図{=rate}](media/x.png)",
        &[
            "ja.md:4: no [[media]] has the file `media/x.png`",
            "ja.md:4: the text of an image cannot hold a placeholder",
        ],
    ),
    ("ja.md", "二行目は", "二行目\u{202e}は", &["ja.md:4: hidden character ⟨U+202E⟩"]),
    ("ja.md", "二行目は", "二行目&#x202e;は", &["ja.md:4: hidden character ⟨U+202E⟩"]),
    ("ja.md", "二行目は", "二行目\u{f8d3}は", &["ja.md:4: hidden character ⟨U+F8D3⟩"]),
    ("ja.md", "`code 1`", "`code\u{200b} 1`", &["ja.md:11: hidden character ⟨U+200B⟩"]),
];

const DECLARATIONS: &[Mutation] = &[
    (
        "report.toml",
        "date = ",
        "dated = ",
        &[
            "report.toml:1: unknown field `dated`, expected one of `title`, `summary`, `date`, `bundle`, `compare`, `figures`, `tables`, `claim`, `terms`, `analysis`, `limit`, `revision`, `media`",
        ],
    ),
    (
        "report.toml",
        "\"2026-12-02\"\n\n[title]",
        "\"2026-12-03\"\n\n[title]",
        &["report.toml:63: revision 1 is of 2026-12-02, but `date` is 2026-12-03"],
    ),
    (
        "report.toml",
        "title]\nja",
        "title]\nfr",
        &["report.toml:4: unknown field `fr`, expected `ja` or `en`"],
    ),
    (
        "report.toml",
        "ja = \"小さな記事\"",
        "ja = \"小さな記事{=rate}\"",
        &[
            "report.toml:4: a title holds no placeholder",
            "report.toml:4: the figure `rate` stands in Japanese only",
        ],
    ),
    ("report.toml", "ja = \"小さな記事\"", "ja = \"\"", &["report.toml:4: the text is empty"]),
    (
        "report.toml",
        "ja = \"小さな記事\"",
        "ja = \"小さな記事 2\"",
        &[
            "report.toml:4: a number is typed in `小さな記事 2`: declare a figure and write {=id}, or list a name that holds digits under [terms]",
        ],
    ),
    (
        "report.toml",
        "{=trials} trials.",
        "many trials.",
        &["report.toml:8: the figure `trials` stands in Japanese only"],
    ),
    (
        "report.toml",
        "[\"H100\"]",
        "[\"H100\", \"B300\"]",
        &["report.toml:12: the term `B300` is never used"],
    ),
    (
        "report.toml",
        "[\"H100\"]",
        "[\"H100\", \"12.2\"]",
        &["report.toml:12: the term `12.2` is a bare number; a measured value is a figure"],
    ),
    (
        "report.toml",
        "[\"H100\"]",
        "[\"H100\", \"速さ\"]",
        &["report.toml:12: the term `速さ` holds no digit, so it needs no entry"],
    ),
    (
        "report.toml",
        "\"transcribed\"",
        "\"measured\"",
        &[
            "report.toml:16: bundle `published`: expected evidence level measured, found transcribed",
        ],
    ),
    (
        "report.toml",
        "id = \"published\"",
        "id = \"published-1\"\nnote = 1",
        &["report.toml:18: unknown field `note`, expected one of `id`, `digest`, `evidence`"],
    ),
    (
        "report.toml",
        "arm = \"h100x2-llamacpp-mtp\"",
        "arm = \"h100x2-exllamav3-mtp\"",
        &[
            "report.toml:21: the bundle does not compare h100x2-llamacpp-off → h100x2-exllamav3-mtp",
            "report.toml:28: figure `change`: h100x2-llamacpp-off → h100x2-llamacpp-mtp is not among [[compare]]",
            "report.toml:29: figure `ratio`: h100x2-llamacpp-off → h100x2-llamacpp-mtp is not among [[compare]]",
        ],
    ),
    (
        "report.toml",
        "rate = { of.median = { arm = \"h100x2-llamacpp-off\"",
        "rate = { of.median = { arm = \"h200x2-llamacpp-off\"",
        &[
            "report.toml:27: figure `rate`: no arm h200x2-llamacpp-off; there are: h100x2-exllamav3-off, h100x2-exllamav3-mtp, b200x2-exllamav3-off, b200x2-exllamav3-mtp, h100x2-llamacpp-off, h100x2-llamacpp-mtp, b200x2-llamacpp-off, b200x2-llamacpp-mtp",
        ],
    ),
    (
        "report.toml",
        "32768, metric = \"native_rate\" } }",
        "4096, metric = \"native_rate\" } }",
        &[
            "report.toml:27: figure `rate`: arm h100x2-llamacpp-off has no condition at 4096 tokens, but at 8193 tokens, 32768 tokens",
        ],
    ),
    (
        "report.toml",
        "metric = \"native_rate\" } }",
        "metric = \"inter_token_rate\" } }",
        &[
            "report.toml:27: figure `rate`: no trial of arm h100x2-llamacpp-off at 32768 tokens has InterTokenRate",
        ],
    ),
    (
        "report.toml",
        "metric = \"native_rate\" } }",
        "metric = \"speed\" } }",
        &[
            "report.toml:27: unknown variant `speed`, expected one of `native_rate`, `inter_token_rate`, `prefill_time`, `prefill_rate`, `time_to_first_generated_token`, `time_to_first_visible_text`, `time_to_first_answer_text`, `end_to_end`, `generation_time`, `draft_acceptance`",
        ],
    ),
    (
        "report.toml",
        "of.median",
        "of.mean",
        &[
            "report.toml:27: unknown variant `mean`, expected one of `median`, `min`, `max`, `count`, `ratio`, `percent_change`, `difference`, `smallest_ratio`, `largest_ratio`, `trial`, `above`, `capped`, `prompt_tokens`, `peak_memory`, `quality`, `first_slowest`, `first_slowest_chance`, `trials`, `conditions`, `reproduced`, `findings`, `review_passed`, `failures`, `published`, `fact`",
        ],
    ),
    (
        "report.toml",
        "limit = { of.quality = \"upper_limit\", places = 3",
        "limit = { of.quality = \"pairs\", places = 3",
        &["report.toml:30: figure `limit`: `places` means nothing, because it is not rounded"],
    ),
    (
        "report.toml",
        "places = 3",
        "places = 30",
        &["report.toml:30: figure `limit`: at most 12 `places`"],
    ),
    (
        "report.toml",
        "study = \"quality-600\"",
        "study = \"quality-601\"",
        &[
            "report.toml:31: figure `same`: no published figure `identical_token_sequences` of study `quality-601` with {}",
        ],
    ),
    (
        "report.toml",
        "kept = { of = \"failures\", unused = true }",
        "kept = { of = \"failures\" }",
        &["report.toml:32: the figure `kept` is never used"],
    ),
    (
        "report.toml",
        "trials = { of = \"trials\" }",
        "trials = { of = \"trials\", unused = true }",
        &["report.toml:26: the figure `trials` is used: take `unused` away"],
    ),
    (
        "report.toml",
        "cells = [\"rate\", \"change\"]",
        "cells = [\"rate\"]",
        &["report.toml:38: table `rates`: expected 2 cells, found 1"],
    ),
    (
        "report.toml",
        "cells = [\"rate\", \"change\"]",
        "cells = [\"rate\", \"pace\"]",
        &["report.toml:38: no figure `pace` is declared"],
    ),
    (
        "report.toml",
        "{ ja = \"変化\", en = \"Change\" }",
        "{ ja = \"変化５\", en = \"Change\" }",
        &[
            "report.toml:37: a number is typed in `変化５`: declare a figure and write {=id}, or list a name that holds digits under [terms]",
        ],
    ),
    (
        "report.toml",
        "figures = [\"ratio\"]",
        "figures = []",
        &["report.toml:40: claim `faster`: has no source: name at least one figure"],
    ),
    (
        "report.toml",
        "figures = [\"ratio\"]",
        "figures = [\"ration\"]",
        &["report.toml:40: claim `faster`: no figure `ration` is declared"],
    ),
    (
        "report.toml",
        "figures = [\"ratio\"]",
        "figures = [\"ratio\", \"change\"]",
        &["report.toml:40: claim `faster`: its figures have different units"],
    ),
    (
        "report.toml",
        "comparator = \">\"",
        "comparator = \"between\"",
        &["report.toml:40: claim `faster`: `upper` goes with `between`, and only with it"],
    ),
    (
        "report.toml",
        "comparator = \">\"",
        "comparator = \"!=\"",
        &[
            "report.toml:44: unknown variant `!=`, expected one of `<`, `<=`, `>`, `>=`, `=`, `between`",
        ],
    ),
    (
        "report.toml",
        "threshold = \"1\"",
        "threshold = \"one\"",
        &["report.toml:45: `one` is not a JSON number"],
    ),
    (
        "report.toml",
        "threshold = \"1\"",
        "threshold = \"1\"\nunused = true",
        &["report.toml:40: the claim `faster` is used: take `unused` away"],
    ),
    (
        "report.toml",
        "threshold = \"2\"\nunused = true",
        "threshold = \"2\"",
        &["report.toml:47: the claim `twice` is never used"],
    ),
    (
        "report.toml",
        "id = \"twice\"",
        "id = \"faster\"",
        &[
            "report.toml:47: claim `faster` is declared twice",
            "report.toml:47: the claim `faster` is used: take `unused` away",
        ],
    ),
    (
        "report.toml",
        "速くなった。",
        "１.１倍になった。",
        &[
            "report.toml:42: a number is typed in `１.１倍になった。`: declare a figure and write {=id}, or list a name that holds digits under [terms]",
        ],
    ),
    ("report.toml", "number = 1", "number = 2", &["report.toml:63: expected revision 1, found 2"]),
    (
        "report.toml",
        "[[revision]]\nnumber = 1\ndate = \"2026-12-02\"",
        "[[revision]]\nnumber = 1\ndate = \"2026-12-01\"",
        &["report.toml:63: revision 1 is of 2026-12-01, but `date` is 2026-12-02"],
    ),
    (
        "report.toml",
        "[[revision]]",
        "[[revision]]\nnumber = 1\ndate = \"2026-12-02\"\ntext = { ja = \"前の版。\", en = \"Before.\" }\n\n[[revision]]",
        &[
            "report.toml:63: the text of revision 1 is missing: revisions/1/",
            "report.toml:68: expected revision 2, found 1",
        ],
    ),
    (
        "report.toml",
        "[[limit]]",
        "[[media]]\nfile = \"media/x.png\"\nkind = \"image\"\ntitle = { ja = \"図\", en = \"figure\" }\ndigest = \"sha256:0000000000000000000000000000000000000000000000000000000000000000\"\n\n[[limit]]",
        &[
            "report.toml:59: the file media/x.png is missing",
            "report.toml:59: the medium `media/x.png` is never used",
        ],
    ),
];

//! Faults of one page. Every case is the page of the choice of language, broken in one
//! place and put beside it under a name of its own; so one check sees all of a test.

use super::Copy;
use std::fs;

/// What is replaced, by what, and the faults that the page then has; `PAGE` is its name.
struct Case {
    changes: Vec<(String, String)>,
    faults: Vec<String>,
}

impl Case {
    fn and(mut self, from: &str, to: &str) -> Self {
        self.changes.push((from.to_owned(), to.to_owned()));
        self
    }
}

fn replace(from: &str, to: &str, faults: &[&str]) -> Case {
    let faults = faults.iter().map(|fault| (*fault).to_owned()).collect();
    Case { changes: Vec::new(), faults }.and(from, to)
}

/// Puts `markup` at the end of the page.
fn insert(markup: &str, faults: &[&str]) -> Case {
    replace("</main>", &format!("{markup}\n</main>"), faults)
}

fn expect(cases: &[Case]) {
    let site = Copy::new();
    let good = fs::read_to_string(site.0.path().join("index.html")).unwrap();
    let mut expected = Vec::new();
    for (number, case) in cases.iter().enumerate() {
        let name = format!("page-{number:02}.html");
        let mut page = good.clone();
        for (from, to) in &case.changes {
            assert!(page.contains(from), "{from}");
            page = page.replacen(from, to, 1);
        }
        fs::write(site.0.path().join(&name), page).unwrap();
        expected.extend(case.faults.iter().map(|f| format!("PAGE: {f}").replace("PAGE", &name)));
    }
    let found = site.faults();
    for (found, expected) in found.iter().zip(&expected) {
        assert_eq!(found, expected);
    }
    assert_eq!(found, expected);
}

#[test]
fn what_is_right_is_no_fault() {
    expect(&[
        insert("<a href=\"https://example.org/a?b#c\">x</a>", &[]),
        insert("<a href=\"#content\">x</a> <a href=\"index.html?gpu=h100#content\">x</a>", &[]),
        insert(&format!("<a href=\"ja/bundles/{}/index.html#t-0001\">x</a>", super::GOOD.id), &[]),
        insert(
            "<h2 id=\"結果\">x</h2><a href=\"#結果\">x</a><a href=\"#%E7%B5%90%E6%9E%9C\">x</a>",
            &[],
        ),
        insert("<script src=\"index.html\"></script>", &[]),
        insert(
            "<svg role=\"img\" aria-labelledby=\"a b\"><title id=\"a\">x</title><desc id=\"b\">y</desc></svg>",
            &[],
        ),
        insert("<svg aria-hidden=\"true\"><svg></svg></svg>", &[]),
        insert("<link rel=\"license\" href=\"https://example.org/a\">", &[]),
        insert("<p>\tA\u{a0}tab, 値 and é</p>", &[]),
        insert("<data value=\"-1.5e-7\">−0.00000015</data> <data value=\"7/9\">7 / 9</data>", &[]),
        insert("<data value=\"true\">はい</data>", &[]),
    ]);
}

#[test]
fn links_lead_to_files_and_places_of_the_site() {
    let link = |address: &str, fault: &str| {
        let markup = format!("<a href=\"{address}\">x</a>");
        insert(&markup, &[&format!("link: <a href>: expected {fault}")])
    };
    expect(&[
        link("ja/none.html", "a file of the site, found no `ja/none.html`"),
        link("JA/index.html", "a file of the site, found no `JA/index.html`"),
        link(".gitignore", "a file of the site, found no `.gitignore`"),
        link("ja/", "the file `ja/index.html`, found its folder, `ja/`"),
        link("ja", "the file `ja/index.html`, found its folder, `ja`"),
        link(".", "the file `index.html`, found its folder, `.`"),
        link("#none", "an id in `PAGE`, found no `none`"),
        link("ja/index.html#%E7%B5%90", "an id in `ja/index.html`, found no `%E7%B5%90`"),
        link(
            "schemas/run.schema.json#a",
            "no place in `schemas/run.schema.json`, which is no page, found `#a`",
        ),
        link("../index.html", "a path that stays inside the site, found `../index.html`"),
        link("/ja/index.html", "a relative address, found `/ja/index.html`"),
        link("http://example.org/", "a relative address or `https://`, found `http:`"),
        link("data:text/html,x", "a relative address or `https://`, found `data:`"),
        link("", "an address, found nothing"),
    ]);
}

#[test]
fn nothing_is_loaded_from_elsewhere() {
    let load = |markup: &str, place: &str| {
        let fault =
            format!("link: {place}: expected a file of the site, found `https://example.org/a`");
        insert(markup, &[&fault])
    };
    let refused = |attribute: &str, name: &str| {
        let fault = format!("link: <a {name}>: expected no such attribute, found one");
        insert(&format!("<a {attribute} href=\"ja/index.html\">x</a>"), &[&fault])
    };
    expect(&[
        load("<script src=\"https://example.org/a\"></script>", "<script src>"),
        load("<img alt=\"\" src=\"https://example.org/a\">", "<img src>"),
        load("<img alt=\"\" srcset=\"index.html 1x, https://example.org/a 2x\">", "<img srcset>"),
        load("<video poster=\"https://example.org/a\"></video>", "<video poster>"),
        load("<form action=\"https://example.org/a\"></form>", "<form action>"),
        load("<svg aria-hidden=true><image href=\"https://example.org/a\"/></svg>", "<image href>"),
        load(
            "<svg aria-hidden=true><use xlink:href=\"https://example.org/a\"/></svg>",
            "<use href>",
        ),
        load("<link rel=\"Icon\" href=\"https://example.org/a\">", "<link href>"),
        refused("target=\"_blank\"", "target"),
        refused("ping=\"a\"", "ping"),
    ]);
}

#[test]
fn syntax() {
    let markup = "syntax: markup: expected HTML without error, found";
    let encoding = "syntax: <meta charset>: expected `utf-8`, first in the head, found";
    let late = format!("<!--{}-->\n<meta charset=\"utf-8\">", "x".repeat(1024));
    expect(&[
        insert("<p>a < b</p>", &[&format!("{markup} Bad character")]),
        insert("<div>", &[&format!("{markup} Unexpected open element")]),
        insert("<p id=a id=b>x</p>", &[&format!("{markup} Duplicate attribute")]),
        replace("<!DOCTYPE html>\n", "", &[&format!("{markup} Unexpected token")]),
        replace("utf-8", "shift_jis", &[&format!("{encoding} `shift_jis`")]),
        replace("<meta charset=\"utf-8\">\n", "", &[&format!("{encoding} none")]),
        replace("<meta charset=\"utf-8\">", &late, &[&format!("{encoding} `utf-8`")]),
    ]);
}

#[test]
fn ids() {
    let line = {
        let page = super::GOOD.folder.path().join("public/index.html");
        let page = fs::read_to_string(page).unwrap();
        page.lines().position(|line| line.contains("id=\"content\"")).unwrap() + 1
    };
    let twice =
        format!("id: <p id>: expected an id of its own, found `content`, which line {line} has");
    expect(&[
        insert("<p id=\"content\">x</p>", &[&twice]),
        insert("<p id=\"a b\">x</p>", &["id: <p id>: expected a word without spaces, found `a b`"]),
        insert("<p id=\"\">x</p>", &["id: <p id>: expected a word without spaces, found ``"]),
        insert(
            "<p aria-describedby=\"content none\">x</p>",
            &["id: <p aria-describedby>: expected an id of the page, found no `none`"],
        ),
        insert(
            "<label for=\"none\">x</label>",
            &["id: <label for>: expected an id of the page, found no `none`"],
        ),
    ]);
}

#[test]
fn outline() {
    let none = "heading: <h1>: expected one, found none";
    let skipped = |level: u8| {
        format!("heading: <h{level}>: expected <h{}> before it, found a skipped level", level - 1)
    };
    expect(&[
        insert("<h4>x</h4>", &[&skipped(4)]),
        insert("<h1>x</h1>", &["heading: <h1>: expected one <h1>, found another"]),
        insert("<h2> <b></b></h2>", &["heading: <h2>: expected a heading with text, found none"]),
        replace("<h1>", "<div>", &[none, &skipped(2)]).and("</h1>", "</div>"),
        replace("<h1>", "<h2>x</h2><h1>", &[&skipped(2)]),
        replace(
            "<title>",
            "<title>x</title>\n<title>",
            &["heading: <title>: expected one title, found another"],
        ),
        replace(
            "<title>",
            "<title> </title><!--",
            &["heading: <title>: expected a title with text, found none"],
        )
        .and("</title>\n", "-->\n"),
        replace("<title>", "<!--", &["heading: <title>: expected one, found none"])
            .and("</title>", "-->"),
    ]);
}

#[test]
fn drawings() {
    let role = |found: &str| {
        format!(
            "svg: <svg role>: expected `img`, `group`, `graphics-document`, `graphics-object` or aria-hidden, found `{found}`"
        )
    };
    let name = |fault: &str| format!("svg: <svg aria-labelledby>: expected {fault}");
    let img = "<svg role=\"img\"";
    expect(&[
        insert("<svg></svg>", &[&role("")]),
        insert("<svg role=\"none\"></svg>", &[&role("none")]),
        insert("<svg aria-hidden=\"false\"></svg>", &[&role("")]),
        insert(
            &format!("{img}><title>x</title></svg>"),
            &[&name("the id of its <title>, found ``")],
        ),
        insert(
            &format!("{img} aria-labelledby=\"a\"><desc id=\"a\">x</desc></svg>"),
            &[&name("the id of its <title>, found `a`")],
        ),
        insert(
            &format!("{img} aria-labelledby=\"content\"></svg>"),
            &[&name("an id in the drawing, found no `content`")],
        ),
        insert(
            &format!("{img} aria-labelledby=\"a\"><title id=\"a\"> </title></svg>"),
            &[&name("a <title> or <desc> with text, found `a`, <title>")],
        ),
        insert(
            "<img src=\"index.html\">",
            &["svg: <img alt>: expected a text for those who do not see it, found none"],
        ),
    ]);
}

#[test]
fn code() {
    let style = "code: <style>: expected style in a file, found style in the page";
    let script = "code: <script>: expected a script in a file, found one in the page";
    let attribute = "expected no such attribute, found";
    let runs = "expected no address that runs code, found";
    expect(&[
        insert("<style>p{}</style>", &[style]),
        insert("<svg aria-hidden=\"true\"><style>p{}</style></svg>", &[style]),
        insert("<script>alert(1)</script>", &[script]),
        insert("<script type=\"application/json\">{}</script>", &[script]),
        insert("<script src=\"index.html\">alert(1)</script>", &[script]),
        insert(
            "<p style=\"color:red\">x</p>",
            &[&format!("code: <p style>: {attribute} `color:red`")],
        ),
        insert("<p onclick=\"f()\">x</p>", &[&format!("code: <p onclick>: {attribute} `f()`")]),
        insert(
            "<svg aria-hidden=\"true\" ONLOAD=\"f()\"></svg>",
            &[&format!("code: <svg onload>: {attribute} `f()`")],
        ),
        insert(
            "<svg aria-hidden=\"true\"><animate to=\" Java&#10;Script:f()\"/></svg>",
            &[&format!("code: <animate to>: {runs} ` Java⟨U+000A⟩Script:f()`")],
        ),
        insert(
            "<a href=\"javascript:f()\">x</a>",
            &[
                "link: <a href>: expected a relative address or `https://`, found `javascript:`",
                &format!("code: <a href>: {runs} `javascript:f()`"),
            ],
        ),
    ]);
}

#[test]
fn policy() {
    let meta = "policy: <meta http-equiv=content-security-policy>: expected";
    let directive =
        |from: &str, to: &str, fault: &str| replace(from, to, &[&format!("{meta} {fault}")]);
    let late = "policy: <link>: expected the policy before it, found none";
    let links = super::GOOD.folder.path().join("public/index.html");
    let links = fs::read_to_string(links).unwrap().matches("<link ").count();
    let none = format!("{meta} one, found none");
    let without: Vec<&str> = std::iter::once(none.as_str()).chain(vec![late; links]).collect();
    expect(&[
        replace("http-equiv=\"Content-Security-Policy\"", "name=\"x\"", &without),
        replace(
            "<meta http-equiv",
            "<link rel=\"license\" href=\"index.html\">\n<meta http-equiv",
            &[late],
        ),
        directive(
            "style-src 'self'",
            "style-src 'unsafe-inline'",
            "`style-src 'none'` or `'self'`, found `style-src 'unsafe-inline'`",
        ),
        directive(
            "script-src 'self'",
            "script-src 'self' 'unsafe-inline'",
            "`script-src 'none'` or `'self'`, found `script-src 'self' 'unsafe-inline'`",
        ),
        directive("img-src 'self'", "img-src *", "`img-src 'none'` or `'self'`, found `img-src *`"),
        directive("img-src 'self'", "img-src", "`img-src 'none'` or `'self'`, found `img-src`"),
        directive(
            "default-src 'none'",
            "default-src 'self'",
            "`default-src 'none'`, found `default-src 'self'`",
        ),
        directive("default-src 'none'; ", "", "`default-src 'none'`, found none"),
        directive("base-uri 'none'; ", "", "`base-uri 'none'`, found none"),
        directive(
            "form-action 'none'",
            "form-action 'none'; img-src 'none'",
            "`img-src` once, found it again, which browsers ignore",
        ),
        insert("<iframe></iframe>", &["policy: <iframe>: expected no such element, found one"]),
        insert(
            "<meta http-equiv=\"Refresh\" content=\"0\">",
            &[
                "policy: <meta http-equiv=refresh>: expected a page that stays, found one that moves on",
            ],
        ),
    ]);
}

#[test]
fn hidden_characters() {
    let raw = |token: &str| format!("hidden: text: expected no hidden character, found {token}");
    let reference = |place: &str, token: &str| {
        format!("hidden: {place}: expected no reference to a hidden character, found {token}")
    };
    expect(&[
        insert("<p>a\u{200b}b</p>", &[&raw("⟨U+200B⟩")]),
        insert("<p title=\"\u{2066}\">x</p>", &[&raw("⟨U+2066⟩")]),
        insert("<!-- \u{feff} -->", &[&raw("⟨U+FEFF⟩")]),
        insert("<p>a\r</p>", &[&raw("⟨U+000D⟩")]),
        insert("<p>a&#x202e;b</p>", &[&reference("text", "⟨U+202E⟩")]),
        insert("<p>a&zwj;b</p>", &[&reference("text", "⟨U+200D⟩")]),
        insert("<p title=\"&#8238;\">x</p>", &[&reference("<p title>", "⟨U+202E⟩")]),
        insert(
            "<p>\u{1b}</p>",
            &[
                "syntax: markup: expected HTML without error, found Bad character ⟨U+001B⟩",
                &raw("⟨U+001B⟩"),
            ],
        ),
    ]);
}

#[test]
fn numbers() {
    let data = |raw: &str, shown: &str, expected: &str| {
        let markup = format!("<data value=\"{raw}\">{shown}</data>");
        insert(
            &markup,
            &[&format!(
                "number: <data value>: expected {expected}, found `{raw}`, shown as `{shown}`"
            )],
        )
    };
    expect(&[
        insert("<data>5</data>", &["number: <data value>: expected a value, found none"]),
        data("1,000", "1,000", "a number"),
        data("", "5", "a number"),
        data("5 %", "5 %", "a number"),
        data("1/", "1", "a number"),
        data("Stop", "5", "a number"),
        data("0x1f", "31", "a number"),
        data("+1", "1", "a number"),
        data("NaN", "–", "a number"),
        data("inf", "–", "a number"),
        data("null", "–", "a number"),
        data("あ", "–", "a number"),
        data("5", "", "a figure to see"),
    ]);
}

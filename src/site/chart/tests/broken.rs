//! The checker against charts that are broken in one place each.

use super::super::{ArmClass, Outcome, SvgFault, check_svg, strip};
use super::{row, strips};
use crate::site::Language;

fn good() -> String {
    let outcomes = [Outcome::Value(2.0), Outcome::Missing];
    let rows = vec![row("MTP off", ArmClass::Off, 1, &outcomes)];
    strip(&strips(Language::En, rows)).unwrap().to_string()
}

#[test]
fn each_broken_rule_is_named() {
    let good = good();
    assert_eq!(check_svg(&good), []);
    let text = |text: &str| text.to_owned();
    for (from, to, expected) in [
        ("role=\"img\"", "", SvgFault::Role(0)),
        ("aria-hidden=\"true\"", "aria-hidden=\"true\" role=\"img\"", SvgFault::Role(2)),
        ("<title id=\"c-title\">", "<title>", SvgFault::Name(text("c-title c-desc"))),
        ("Native rate of the H100 host", " ", SvgFault::Name(text("c-title c-desc"))),
        ("c-title c-desc\"", "c-title\"", SvgFault::Name(text("c-title"))),
        ("<g aria-hidden", "<g id=\"c-desc\" aria-hidden", SvgFault::RepeatedId(text("c-desc"))),
        ("<text ", "<text style=\"fill:red\" ", SvgFault::Inline(text("style=\"fill:red\""))),
        ("<text ", "<text onclick=\"x()\" ", SvgFault::Inline(text("onclick=\"x()\""))),
        ("fill=\"#f5f7f9\"", "fill=\"url(//x/y)\"", SvgFault::Inline(text("fill=\"url(//x/y)\""))),
        ("</svg>", "<script>x()</script></svg>", SvgFault::Element(text("script"))),
        ("</svg>", "<style>a{}</style></svg>", SvgFault::Element(text("style"))),
        ("href=\"#t-0001\"", "href=\"javascript:x\"", SvgFault::Link(text("javascript:x"))),
        ("href=\"#t-0001\"", "href=\"//elsewhere\"", SvgFault::Link(text("//elsewhere"))),
        ("tabindex=\"-1\" ", "", SvgFault::Link(text("#t-0001"))),
        (" lang=\"en\"", "", SvgFault::Root("lang, ja or en,")),
        ("viewBox=\"0 0 320 ", "viewBox=\"0 0 ", SvgFault::Root("a viewBox of four numbers")),
        ("cx=\"", "cx=\"NaN", SvgFault::Number(text("cx of <circle>"), text("NaN128.5"))),
        ("<path d=\"M", "<path d=\"MNaN ", SvgFault::Number(text("d of <path>"), String::new())),
    ] {
        let broken = good.replacen(from, to, 1);
        assert_ne!(broken, good, "{from}");
        let faults = check_svg(&broken);
        let same = |fault: &SvgFault| match (fault, &expected) {
            // The found text is long; its place is what counts.
            (SvgFault::Number(place, _), SvgFault::Number(wanted, _)) => place == wanted,
            _ => *fault == expected,
        };
        assert!(faults.len() == 1 && same(&faults[0]), "{from} → {to}: {faults:?}");
    }
}

#[test]
fn a_link_inside_the_picture_is_named() {
    let inside = good().replacen("</g>", "<a href=\"#x\" tabindex=\"-1\"/></g>", 1);
    assert_eq!(check_svg(&inside), [SvgFault::Link("#x".to_owned())]);
}

#[test]
fn text_outside_the_view_is_named_on_every_side() {
    for at in [
        "x=\"-1\" y=\"30\"",
        "x=\"290\" y=\"30\"",
        "x=\"10\" y=\"5\"",
        "x=\"10\" y=\"900\"",
        "x=\"10\"",
    ]
    .into_iter()
    .chain(["x=\"5\" y=\"30\" text-anchor=\"middle\"", "x=\"20\" y=\"30\" text-anchor=\"end\""])
    {
        let lost = format!("<text {at} font-size=\"13\">words</text></svg>");
        let faults = check_svg(&good().replace("</svg>", &lost));
        assert_eq!(faults, [SvgFault::Outside("words".to_owned())], "{at}");
    }
}

#[test]
fn what_is_not_an_svg_is_named() {
    for text in ["", "<svg", "<p/>", "<svg><g></svg>"] {
        assert!(matches!(check_svg(text).as_slice(), [SvgFault::NotSvg(_)]), "{text}");
    }
}

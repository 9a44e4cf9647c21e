// One fault a page, and the check that must see it: the table of `broken.mjs`.

import { axe } from "../checks/axe.mjs";
import { contrast } from "../checks/contrast.mjs";
import { complete, quiet, visible } from "../checks/inert.mjs";
import { keyboard } from "../checks/keyboard.mjs";
import { reflow, tables, targets } from "../checks/layout.mjs";
import { links, styled, walk } from "../checks/links.mjs";
import { print } from "../checks/print.mjs";

/** The page that is broken. */
export const PAGE = "en/bundles/index.html";

// Changes of a file on its way.
const text = (from, to) => (path, whole) => (path === PAGE ? whole.replace(from, to) : whole);
const main = (markup) => text(/<main[^>]*>/, (tag) => tag + markup);
const style = (rules) => (path, whole) => (path.endsWith(".css") ? whole + rules : whole);
const bare = (change) => (path, whole) =>
  change(path, whole).replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, "");
const both = (one, other) => (path, whole) => other(path, one(path, whole));

const canary = "<script>window.__canary = 1</script>";
const outside = '<img src="http://192.0.2.1/x.png" alt="">';
const wide = '<svg width="900" height="10" aria-hidden="true"></svg>';
const far = style(".far { position: absolute; left: -300vw; }");
const tiny = style(".tiny { display: inline-block; width: 8px; height: 8px; overflow: hidden; }");

const forgetful = (path, whole) =>
  path.startsWith("ja/reports") ? whole.replace(/href="[^"]*" lang="en"/, 'href="../../../index.html" lang="en"') : whole;

/** What is noticed without looking. */
const nothing = async () => [];

/** Checks with their faults: what it is, the change, what must be said, how the page is shown. */
export const FAULTS = [
  [nothing, "a script", main(canary), /(policy was violated: script-src|violates the following Content Security Policy directive .script-src)/],
  [nothing, "an image from outside", main(outside), /policy was violated: img-src/],
  [nothing, "a request, without a policy", bare(main(outside)), /a request beyond the site: http:\/\/192\.0\.2\.1/],
  [nothing, "a dialog, without a policy", bare(main("<script>alert(1)</script>")), /a dialog was opened: 1/],
  [nothing, "an error, without a policy", bare(main("<script>missing()</script>")), /a script failed: missing/],
  [nothing, "a missing file", main('<img src="x.png" alt="">'), /the site lacks .*x\.png \(404\)/],

  [quiet, "a script, without a policy", bare(main(canary)), /a script of the text ran: 1/],
  [quiet, "inline code", main(canary), /inline code/],
  [quiet, "an event handler", main('<svg onload="window.__canary = 1"></svg>'), /the attribute onload on svg/],
  [quiet, "a link that is code", main('<a href="javascript:1">x</a>'), /the attribute href is javascript:1/],
  [quiet, "a frame", main('<iframe src="about:blank"></iframe>'), /an element iframe/],
  [visible, "a hidden character", main("a\u202eb"), /hidden characters ⟨U\+202E⟩/],
  [(page) => complete(page, ["a\u0000b"]), "a lost character", main("<p>ab</p>"), /does not show "a\\u0000b"/],

  [tables, "a cell too many", text(/<\/tr>\s*<\/tbody>/, "<td>x</td></tr></tbody>"), /fills 11 columns, expected 10/],
  [tables, "a cell too few", text(/<td>[^]*?<\/td>/, ""), /fills 9 columns, expected 10/],
  [tables, "a text beside its cell", style("tbody time { position: relative; left: 20rem; }"), /leaves its cell/],
  [tables, "a cell beside its table", style("td:last-child { position: relative; left: 20rem; }"), /outside its table/],
  [reflow, "a wide element", main(wide), /px wide in a window of 320 px/, { width: 320 }],
  [targets, "a small control", main("<div><button>x</button></div>"), /expected 24 × 24: <button>/],

  [axe, "small links side by side", both(main('<p><a class="tiny" href="#a">x</a><a class="tiny" href="#b">y</a></p>'), tiny), /target-size/],
  [axe, "faint text", style(".lead { color: #9a9a9a; }"), /color-contrast/],
  [axe, "a field without a name", main("<input type='text'>"), /label/],
  [axe, "an image without words", main("<img src='x.png'>"), /image-alt/],
  [axe, "a heading level left out", text("</h1>", "</h1><h4>x</h4>"), /heading-order/],
  [axe, "a box that no key scrolls", both(main(`<div class="scroll"><pre class="line">${"x".repeat(300)}</pre></div>`), style(".line { white-space: pre; }")), /scrollable-region-focusable/],

  [contrast, "faint text", style(".lead { color: #9a9a9a; }"), /has a contrast of 2\.81/],
  [contrast, "text without a colour", style(".lead { color: transparent; }"), /contrast of 1\.00/],
  [contrast, "dark text in the dark", style("@media (prefers-color-scheme: dark) { .lead { color: #14181d; } }"), /contrast of 1\.00/, { colorScheme: "dark" }],
  [contrast, "lost text in forced colours", style(".lead { forced-color-adjust: none; color: Canvas; }"), /contrast of 1\.00/, { forcedColors: "active" }],
  [print, "faint text on paper", style("@media print { .lead { color: #eee; } }"), /contrast of 1\.1/],
  [print, "an empty sheet", style("@media print { body * { display: none; } }"), /holds no text/],

  [keyboard, "a skip link to nowhere", text('href="#content"', 'href="#nowhere"'), /skip link does not lead/],
  [keyboard, "no skip link", text(/<a class="skip".*?<\/a>/, ""), /first stop is no skip link/],
  [keyboard, "a focus without outline", style("a:focus-visible { outline: none; }"), /no outline of 2 px/],
  [keyboard, "a focus under a cover", style("header::before { content: ''; position: fixed; inset: 0 0 50%; z-index: 9; }"), /cannot be seen/],
  [keyboard, "a focus beyond the window", both(main('<a class="far" href="#x">x</a>'), far), /cannot be seen/],
  [keyboard, "links without Tab", text("<nav", "<nav inert"), /1 of the 7 links of the header/],
  [keyboard, "stops taken away", text("<table ", "<table inert "), /Tab stops \d+ times, expected/],

  [styled, "a style sheet beside the sub-path", text(/href="[^"]*\.css"/, 'href="/style.css"'), /was not loaded|no style sheet is in force/],
  [links, "a link from the root", main('<a href="/en/index.html">x</a>'), /leaves the site/],
  [links, "a link to no file", main('<a href="missing.html">x</a>'), /leads to no file/],
  [walk, "a switch that forgets the page", forgetful, /the switch of ja\/reports.* leads to index\.html/, { start: "index.html" }],
];

/** Every check on the page as it is: what is seen above is the fault. */
export const SOUND = [
  [[axe, contrast, quiet, visible, tables, targets, print, keyboard, styled, links], {}],
  [[reflow], { width: 320 }],
  [[walk], { start: "index.html" }],
];

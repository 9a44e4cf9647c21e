// Links and styles of a page, wherever the site stands.

import { twin } from "../lib/site.mjs";

/** Every style sheet was loaded and is in force. */
export function styled(page) {
  return page.evaluate(() => {
    const sheets = [...document.querySelectorAll("link[rel='stylesheet']")];
    const defects = sheets
      .filter((link) => link.sheet === null)
      .map((link) => `the style sheet ${link.href} was not loaded`);
    if (sheets.length === 0) defects.push("the page has no style sheet");
    if (getComputedStyle(document.documentElement).getPropertyValue("--text") === "") {
      defects.push("no style sheet is in force");
    }
    return defects;
  });
}

/** Every address on the page leads to a file of the site at `root`; `known` are its files. */
export async function links(page, root, known) {
  const found = await page.evaluate(() => [
    ...[...document.querySelectorAll("a, link")].map((element) => new URL(element.getAttribute("href"), document.baseURI).href),
    ...[...document.querySelectorAll("img, script, source, track, video")].map((element) => element.src),
  ]);
  return [...new Set(found)].filter(Boolean).flatMap((address) => {
    // What leads away on purpose is no matter of where the site stands.
    if (/^https:/.test(address)) return [];
    if (!address.startsWith(root)) return [`the link ${address} leaves the site`];
    const path = decodeURIComponent(address.slice(root.length).split(/[?#]/)[0]);
    return known.has(path) ? [] : [`the link ${address} leads to no file`];
  });
}

/** From the choice of language to a page below it, and from there to its twin and back, by clicking. */
export async function walk(page, root) {
  const click = async (selector) => {
    const from = page.url();
    await Promise.all([page.waitForURL((url) => url.href !== from), page.locator(selector).first().click()]);
    return page.url().slice(root.length);
  };
  const home = await click("main a[hreflang='ja']");
  if (home !== "ja/index.html") return [`the choice of Japanese leads to ${home}`];
  const deep = await click("main a[href$='index.html']");
  const other = await click("header a[hreflang='en']");
  const language = await page.evaluate(() => document.documentElement.lang);
  if (other !== twin(deep) || language !== "en") {
    return [`the switch of ${deep} leads to ${other} in the language ${language}`];
  }
  const back = await click("header a[hreflang='ja']");
  return back === deep ? [] : [`the switch of ${other} leads to ${back}`];
}

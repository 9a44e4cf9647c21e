// Every check sees what it is for: pages are broken on their way, one fault each.

import { each, visit, withBrowser } from "../lib/browser.mjs";
import { serve } from "../lib/server.mjs";
import { files, pages, picked, pickedInBothLanguages } from "../lib/site.mjs";
import { FAULTS, PAGE, SOUND } from "./faults.mjs";
import { valid } from "./html.mjs";
import { texts } from "./inert.mjs";

/** Faults that need no browser. */
async function withoutBrowser() {
  const page = (path, html) => ({ path, html });
  const kinds = [
    page("index.html", "<p>"),
    page("ja/a/index.html", '<p><section id="x">'),
    page("ja/b/index.html", '<p><section id="x">'),
    page("ja/b/new/index.html", '<p><section id="y">'),
    page("ja/b/other/index.html", '<p><section id="y" class="z">'),
  ];
  const paths = (found) => found.map(({ path }) => path).join(" ");
  const twice = page(
    "twice.html",
    '<!DOCTYPE html><html lang="en"><head><title>x</title></head><body><p id="a"></p><p id="a"></p></body></html>',
  );
  const facts = [
    ["every kind is picked once", paths(picked(kinds)), paths(kinds)],
    ["a kind seen before is not", paths(picked([...kinds, page("ja/b/again/index.html", "<p>")])), paths(kinds)],
    ["a missing twin is a defect", pickedInBothLanguages([kinds[1]]).defects.length, 1],
    ["texts are found in their language", texts({ a: [{ ja: "〔日〕", en: "[en]" }], b: "id" }, "en").join(), "[en]"],
    ["html-validate sees an id twice", (await valid(twice)).map((text) => text.split(" ")[1]).join(), "no-dup-id:"],
  ];
  return {
    count: facts.length,
    defects: facts
      .filter(([, found, wanted]) => found !== wanted)
      .map(([name, found, wanted]) => `${name}: expected ${wanted}, found ${found}`),
  };
}

/** What `checks` say about the page on its way through `change`. */
async function said(browser, site, checks, change, { start = PAGE, ...media } = {}) {
  const known = new Set(files(site));
  const server = await serve(site, { prefix: "/project/", change });
  try {
    return await visit(browser, server.root, start, media, async (page) => {
      const found = [];
      for (const check of checks) found.push(...(await check(page, server.root, known)));
      return found;
    });
  } finally {
    await server.close();
  }
}

export async function broken(site) {
  if (!pages(site).some(({ path }) => path === PAGE)) throw new Error(`the site lacks ${PAGE}`);
  const alone = await withoutBrowser();
  const defects = await withBrowser(async (browser) => [
    ...(await each(SOUND, ([checks, shown]) => said(browser, site, checks, undefined, shown))),
    ...(await each(FAULTS, async ([check, name, change, wanted, shown]) => {
      const found = await said(browser, site, [check], change, shown);
      return found.some((defect) => wanted.test(defect))
        ? []
        : [`${name}: expected ${wanted}, found ${JSON.stringify(found)}`];
    })),
  ]);
  return { checked: `${FAULTS.length + alone.count} faults`, defects: [...alone.defects, ...defects] };
}

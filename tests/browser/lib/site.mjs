// The files of a built site, and the pages of it that stand for all.
//
// Neighbours: `server.mjs` serves the files, `../steps/` walks over the pages.

import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

const LANGUAGES = ["ja", "en"];

/** Paths of all files below `root`, with `/`, sorted. */
export function files(root) {
  const below = (folder) =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? below(path) : [relative(root, path).split(sep).join("/")];
    });
  return below(root).sort();
}

/** All pages of the site at `root`: `{path, html}`. */
export function pages(root) {
  const found = files(root)
    .filter((path) => path.endsWith(".html"))
    .map((path) => ({ path, html: readFileSync(join(root, path), "utf8") }));
  if (found.length === 0) throw new Error(`cannot check ${root}: it holds no page; build the site first`);
  return found;
}

/** The language folder of a page; undefined for a page that stands above both. */
export const language = (path) => LANGUAGES.find((code) => path.startsWith(`${code}/`));

/** The same page in the other language. */
export function twin(path) {
  const other = LANGUAGES.find((code) => code !== language(path));
  return other + path.slice(path.indexOf("/"));
}

/** What a page is made of: its folder, its elements with their classes, its sections by name. */
function parts(page) {
  const found = new Set([`folder ${page.path.split("/").slice(0, -1)[1] ?? ""}`]);
  for (const [, tag, attributes] of page.html.matchAll(/<([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"]*")?)*)/g)) {
    const value = (name) => attributes.match(new RegExp(`\\s${name}="([^"]*)"`))?.[1] ?? "";
    const classes = value("class").split(/\s+/).filter(Boolean);
    found.add(tag);
    for (const name of classes) found.add(`${tag}.${name}`);
    // Numbered sections and those of data have a class; the others are named in the template.
    if (tag === "section" && classes.length === 0) found.add(`section#${value("id")}`);
  }
  return found;
}

/**
 * The fewest pages, in order, on which everything occurs that occurs on any page.
 *
 * No kind of page is named: a kind that is new brings a folder, an element, a
 * class or a section that no other has, and so is picked by itself. Of language
 * twins the first is picked.
 */
export function picked(all) {
  const seen = new Set();
  const paths = new Set(all.map((page) => page.path));
  const firsts = all.filter(({ path }) => language(path) !== "en" || !paths.has(twin(path)));
  return firsts.filter((page) => {
    const own = [...parts(page)].filter((part) => !seen.has(part));
    for (const part of own) seen.add(part);
    return own.length > 0;
  });
}

/** The picked pages, each followed by its twin; a page without a twin is a defect. */
export function pickedInBothLanguages(all) {
  const defects = [];
  const paths = picked(all).flatMap(({ path }) => {
    if (language(path) === undefined) return [path];
    if (all.some((page) => page.path === twin(path))) return [path, twin(path)];
    defects.push(`${path}: expected its twin ${twin(path)}, found none`);
    return [path];
  });
  return { paths, defects };
}

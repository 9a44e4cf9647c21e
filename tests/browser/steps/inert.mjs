// Hostile content: every page of an archive whose texts try to leave their place.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { reflow, tables } from "../checks/layout.mjs";
import { complete, quiet, visible } from "../checks/inert.mjs";
import { each, unfold, visit, withBrowser } from "../lib/browser.mjs";
import { serve } from "../lib/server.mjs";
import { language, pages } from "../lib/site.mjs";

const WIDTHS = [320, 1280];

/** Texts that are in the record and on no page: the download has them. */
const NOT_SHOWN = ["[relation]", "[status]", "[upstream]"];

/** The texts of strangers in a record, as the pages of `code` pick them. */
export function texts(record, code) {
  if (typeof record === "string") {
    // Every text of the fixture begins with its mark, or is the long one.
    const foreign = /^[[〔]/.test(record) || record.length >= 10_000;
    return foreign && !NOT_SHOWN.some((mark) => record.startsWith(mark)) ? [record] : [];
  }
  if (record === null || typeof record !== "object") return [];
  const both = !Array.isArray(record) && "ja" in record && "en" in record;
  const values = both ? [record[code]] : Object.values(record);
  return [...new Set(values.flatMap((value) => texts(value, code)))];
}

function expected(site, path) {
  const id = path.match(/^[a-z]+\/bundles\/([^/]+)\//)?.[1];
  if (id === undefined) return [];
  const record = JSON.parse(readFileSync(join(site, "bundles", id, "data/transcription.json"), "utf8"));
  const found = texts(record, language(path));
  if (found.length === 0) throw new Error(`${id} holds no hostile text`);
  return found;
}

export async function inert(site) {
  const jobs = pages(site).flatMap(({ path }) => WIDTHS.map((width) => ({ path, width, texts: expected(site, path) })));
  const server = await serve(site);
  try {
    const defects = await withBrowser((browser) =>
      each(jobs, (job) =>
        visit(browser, server.root, job.path, { width: job.width }, async (page) => {
          await unfold(page);
          const found = await complete(page, job.texts);
          for (const check of [quiet, visible, tables, reflow]) found.push(...(await check(page)));
          return found;
        }),
      ),
    );
    const most = Math.max(...jobs.map((job) => job.texts.length));
    return { checked: `${jobs.length / WIDTHS.length} pages with up to ${most} hostile texts`, defects };
  } finally {
    await server.close();
  }
}

// The site as plain files and below a sub-path: styles, links, language switch.

import { pathToFileURL } from "node:url";
import { links, styled, walk } from "../checks/links.mjs";
import { each, visit, withBrowser } from "../lib/browser.mjs";
import { serve } from "../lib/server.mjs";
import { files, pages, pickedInBothLanguages } from "../lib/site.mjs";

const PREFIX = "/project/";

/** Every defect of the site at the address `root`. */
export async function place(browser, root, paths, known) {
  const found = await each(paths, (path) =>
    visit(browser, root, path, {}, async (page) => [...(await styled(page)), ...(await links(page, root, known))]),
  );
  return [...found, ...(await visit(browser, root, "index.html", {}, (page) => walk(page, root)))];
}

export async function places(site) {
  const { paths } = pickedInBothLanguages(pages(site));
  const known = new Set(files(site));
  const server = await serve(site, { prefix: PREFIX });
  const roots = [`${pathToFileURL(site)}/`, server.root];
  try {
    const defects = await withBrowser(async (browser) => {
      const found = [];
      for (const root of roots) {
        found.push(...(await place(browser, root, paths, known)).map((defect) => `${root}: ${defect}`));
      }
      return found;
    });
    return { checked: `${paths.length} pages at file:// and ${PREFIX}`, defects };
  } finally {
    await server.close();
  }
}

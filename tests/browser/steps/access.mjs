// Accessibility: every kind of page, both languages, narrow and wide, in every scheme.

import { axe } from "../checks/axe.mjs";
import { contrast } from "../checks/contrast.mjs";
import { keyboard } from "../checks/keyboard.mjs";
import { reflow, tables, targets } from "../checks/layout.mjs";
import { print } from "../checks/print.mjs";
import { each, unfold, visit, withBrowser } from "../lib/browser.mjs";
import { serve } from "../lib/server.mjs";
import { pages, pickedInBothLanguages } from "../lib/site.mjs";

const WIDTHS = [320, 1280];

/** The checks by what the reader's system asks for; the keyboard last, for it moves. */
const VIEWS = [
  { media: { colorScheme: "light" }, checks: [axe, contrast, reflow, tables, targets] },
  { media: { colorScheme: "dark" }, checks: [axe, contrast] },
  { media: { colorScheme: "light", forcedColors: "active" }, checks: [contrast] },
  { media: { colorScheme: "dark", forcedColors: "active" }, checks: [contrast] },
  { media: { colorScheme: "light", forcedColors: "none" }, checks: [print, keyboard] },
];

async function views(page) {
  await unfold(page);
  const defects = [];
  for (const { media, checks } of VIEWS) {
    await page.emulateMedia(media);
    const view = Object.values(media).join(" ");
    for (const check of checks) defects.push(...(await check(page)).map((defect) => `${view}: ${defect}`));
  }
  return defects;
}

export async function access(site) {
  const { paths, defects } = pickedInBothLanguages(pages(site));
  const jobs = paths.flatMap((path) => WIDTHS.map((width) => ({ path, width })));
  const server = await serve(site);
  try {
    const found = await withBrowser((browser) =>
      each(jobs, ({ path, width }) => visit(browser, server.root, path, { width }, views)),
    );
    return { checked: `${paths.length} pages at ${WIDTHS.join(" and ")} px`, defects: [...defects, ...found] };
  } finally {
    await server.close();
  }
}

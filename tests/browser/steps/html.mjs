// HTML as the standard wants it, by html-validate, on every page.

import { HtmlValidate } from "html-validate";
import { pages } from "../lib/site.mjs";

const validator = new HtmlValidate({
  root: true,
  extends: ["html-validate:recommended", "html-validate:document", "html-validate:a11y"],
  rules: {
    // Nothing comes from another host, and `integrity` stops style sheets of plain files.
    "require-sri": ["error", { target: "crossorigin" }],
    // Titles and texts of records stand as they are, however long and with their spaces.
    "long-title": "off",
    "no-trailing-whitespace": "off",
    // A box that scrolls is a region for the keyboard; `section` is kept for parts of the text.
    "prefer-native-element": ["error", { exclude: ["region"] }],
  },
});

/** Every defect of one page. */
export async function valid({ path, html }) {
  const report = await validator.validateString(html, path);
  const messages = report.results.flatMap((result) => result.messages);
  return messages.map(({ line, column, ruleId, message }) => `${path}:${line}:${column}: ${ruleId}: ${message}`);
}

export async function html(site) {
  const all = pages(site);
  const defects = [];
  for (const page of all) defects.push(...(await valid(page)));
  return { checked: `${all.length} pages`, defects };
}

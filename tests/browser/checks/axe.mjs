// axe-core: WCAG 2.2 AA and best practice.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Every violation on the page as it is shown now. */
export async function axe(page) {
  await page.evaluate(source);
  const violations = await page.evaluate(async (tags) => {
    const result = await window.axe.run(document, {
      runOnly: { type: "tag", values: tags },
      // Off by default in axe although WCAG 2.2 asks for it.
      rules: { "target-size": { enabled: true } },
      resultTypes: ["violations"],
    });
    return result.violations.map(({ id, help, nodes }) => ({
      id,
      help,
      places: nodes.map((node) => node.target.join(" ")),
    }));
  }, TAGS);
  return violations.map(({ id, help, places }) => {
    const more = places.length > 3 ? ` and ${places.length - 3} more` : "";
    return `axe ${id} (${help}): ${places.slice(0, 3).join(", ")}${more}`;
  });
}

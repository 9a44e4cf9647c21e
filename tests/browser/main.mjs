// Browser tests of built sites.
//
// usage: node tests/browser/main.mjs STEP SITE
//
// Steps, each in a file of `steps/`: `broken` (every check sees a page broken on
// purpose), `html`, `access`, `inert` (hostile content), `places` (plain files, a
// sub-path). Exit codes: 0 no defect, 1 defects, 2 could not run.

import { resolve } from "node:path";
import { access } from "./steps/access.mjs";
import { broken } from "./steps/broken.mjs";
import { html } from "./steps/html.mjs";
import { inert } from "./steps/inert.mjs";
import { places } from "./steps/places.mjs";

const steps = { access, broken, html, inert, places };
const [name, site] = process.argv.slice(2);
if (!Object.hasOwn(steps, name ?? "") || site === undefined) {
  console.error(`usage: node tests/browser/main.mjs ${Object.keys(steps).join("|")} SITE`);
  process.exit(2);
}
try {
  const { checked, defects } = await steps[name](resolve(site));
  for (const defect of defects) console.error(defect);
  console.log(`${checked}: ${defects.length} defect(s)`);
  process.exitCode = defects.length === 0 ? 0 : 1;
} catch (error) {
  console.error(`cannot run the step ${name}: ${error.message}`);
  process.exitCode = 2;
}

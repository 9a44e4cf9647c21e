// Chromium, and pages of it that notice what must not happen.

import { execFileSync } from "node:child_process";
import { availableParallelism, cpus } from "node:os";
import { chromium } from "playwright-core";

/** Runs `work` with the Chromium of the system: `CHROMIUM`, else `chromium` in the path. */
export async function withBrowser(work) {
  const name = process.env.CHROMIUM ?? "chromium";
  const executablePath = execFileSync("sh", ["-c", 'command -v "$1"', "sh", name], { encoding: "utf8" }).trim();
  const browser = await chromium.launch({
    executablePath,
    // As root there is no sandbox; no name is looked up, so nothing outside can be reached.
    args: ["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
  });
  try {
    // One context: a page of its own for each visit is enough apart, and twice as quick.
    return await work(await browser.newContext());
  } finally {
    await browser.close();
  }
}

/**
 * Runs `work(page, noticed)` on a fresh page at `root + path`, where `root` is an
 * address ending in `/`; returns its defects and what was noticed, each under the
 * name of the page.
 *
 * `noticed` gathers dialogs, errors, violations of the policy, failed requests
 * and requests beyond `root`.
 */
export async function visit(browser, root, path, { width = 1280, ...media }, work) {
  const page = await browser.newPage();
  try {
    const noticed = [];
    await watch(page, root, (text) => noticed.push(text.split("\n")[0].slice(0, 300)));
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia(media);
    await page.goto(root + path);
    // A page on which nothing goes on is a defect of the page.
    const defects = await work(page).catch((error) => [`the page does not go on: ${error.message.split("\n")[0]}`]);
    return [...defects, ...noticed].map((defect) => `${path} at ${width} px: ${defect}`);
  } finally {
    await page.close();
  }
}

async function watch(page, root, note) {
  page.on("dialog", (dialog) => {
    note(`a dialog was opened: ${dialog.message()}`);
    return dialog.dismiss();
  });
  page.on("pageerror", (error) => note(`a script failed: ${error.message}`));
  page.on("console", (message) => message.type() === "error" && note(`console: ${message.text()}`));
  page.on("request", (request) => {
    if (!request.url().startsWith(root)) note(`a request beyond the site: ${request.url()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) note(`the site lacks ${response.url()} (${response.status()})`);
  });
  await page.exposeBinding("__violated", (_, what) => note(`the policy was violated: ${what}`));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      window.__violated(`${event.effectiveDirective} by ${event.blockedURI || event.sample}`);
    });
  });
}

/** Runs `work` on every job, as many at once as there are processors; the defects in the order of the jobs. */
export async function each(jobs, work) {
  const results = new Array(jobs.length);
  let next = 0;
  const worker = async () => {
    while (next < jobs.length) {
      const mine = next++;
      results[mine] = await work(jobs[mine]);
    }
  };
  const count = Math.min(availableParallelism?.() ?? cpus().length, 4);
  await Promise.all(Array.from({ length: count }, worker));
  return results.flat();
}

/** Opens what a reader can open, so that it is checked too. */
export const unfold = (page) =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
  });

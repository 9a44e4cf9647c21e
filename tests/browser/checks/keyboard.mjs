// The page by keyboard alone: skip link, header, and where the focus is at each stop.

const STOPS = 60;

/** What has the focus: where it is and whether it can be seen. */
const focused = () => {
  const element = document.activeElement;
  if (element === null || element === document.body) return null;
  const style = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  const name = element.outerHTML.slice(0, 90);
  const defects = [];
  if (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 2) {
    defects.push(`no outline of 2 px on the focused ${name}`);
  }
  // Of the part of each line box that lies in the window, one point must be the element's own.
  const inWindow = [...element.getClientRects()].flatMap((rect) => {
    const [left, right] = [Math.max(rect.left, 0), Math.min(rect.right, innerWidth)];
    const [top, bottom] = [Math.max(rect.top, 0), Math.min(rect.bottom, innerHeight)];
    return right - left >= 1 && bottom - top >= 1 ? [{ x: (left + right) / 2, y: (top + bottom) / 2, left, top }] : [];
  });
  const own = ({ x, y }) => {
    const top = document.elementFromPoint(x, y);
    return top !== null && element.contains(top);
  };
  const visible = inWindow.some((line) => own(line) || own({ x: line.left + 2, y: line.top + 2 }));
  if (!visible) {
    defects.push(`the focused ${name} cannot be seen (at ${Math.round(box.left)}, ${Math.round(box.top)})`);
  }
  return {
    defects,
    skip: element.matches("a.skip"),
    inHeader: element.closest("header") !== null,
    inMain: element.closest("main") !== null,
    position: [...document.querySelectorAll("*")].indexOf(element),
  };
};

/** Tab from the start: the skip link works, the header is reached, every stop is visible. */
export async function keyboard(page) {
  const defects = await skipLink(page);
  await page.evaluate(() => {
    location.hash = "";
    scrollTo(0, 0);
  });
  await page.reload();
  const inHeader = new Set();
  let last = -1;
  let stops = 0;
  for (; stops < STOPS; stops++) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(focused);
    // Past the last stop the focus leaves the page, or starts over.
    if (stop === null || stop.position <= last) break;
    defects.push(...stop.defects);
    if (stop.inHeader) inHeader.add(stop.position);
    last = stop.position;
  }
  const wanted = await page.evaluate(() => ({
    inHeader: [...document.querySelectorAll("header a[href], header button, header summary")].length,
    all: document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']").length,
    switches: document.querySelectorAll("header a[hreflang], main a[hreflang]").length,
  }));
  if (wanted.switches === 0) defects.push("no link to the other language");
  if (inHeader.size !== wanted.inHeader) {
    defects.push(`${inHeader.size} of the ${wanted.inHeader} links of the header were reached by Tab`);
  }
  if (stops < Math.min(STOPS, wanted.all)) {
    defects.push(`Tab stops ${stops} times, expected ${Math.min(STOPS, wanted.all)}`);
  }
  return [...new Set(defects)];
}

/** The first stop of a page with a header leads past it: the next stop after it is in `main`. */
async function skipLink(page) {
  if ((await page.locator("header").count()) === 0) return [];
  await page.keyboard.press("Tab");
  const first = await page.evaluate(focused);
  if (!first?.skip) return ["the first stop is no skip link"];
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  const next = await page.evaluate(focused);
  const links = await page.locator("main :is(a[href], button, input, select, summary, [tabindex='0'])").count();
  if (links > 0 ? next?.inMain : next !== null && !next.inHeader) return first.defects;
  return [...first.defects, "the skip link does not lead to the content: the next stop is outside main"];
}

// Where things lie: the page does not scroll sideways, cells hold their text, controls are large enough.

/** The page itself does not scroll sideways. */
export function reflow(page) {
  return page.evaluate(() => {
    const { scrollWidth } = document.scrollingElement;
    if (scrollWidth <= window.innerWidth) return [];
    const wide = [...document.body.querySelectorAll("*")].filter((element) => {
      const scrolls = element.closest(".scroll");
      return element.getBoundingClientRect().right > window.innerWidth + 1 && (!scrolls || scrolls === element);
    });
    const names = wide.slice(0, 3).map((element) => element.outerHTML.slice(0, 80));
    return [`the page is ${scrollWidth} px wide in a window of ${window.innerWidth} px: ${names.join(" | ")}`];
  });
}

/** Every row of a table fills its columns, every cell lies in its table, every text in its cell. */
export const tables = async (page) => [...(await columns(page)), ...(await cells(page))];

function columns(page) {
  return page.evaluate(() => {
    const defects = [];
    for (const table of document.querySelectorAll("table")) {
      // Rows that cells of the rows above still reach into, one number for each column of such a cell.
      let reaching = [];
      let expected;
      for (const row of table.rows) {
        const own = [...row.cells].reduce((sum, cell) => sum + cell.colSpan, 0);
        const filled = own + reaching.length;
        expected ??= filled;
        if (filled !== expected) {
          const name = table.closest("[aria-label]")?.getAttribute("aria-label") ?? "table";
          defects.push(`${name}: row ${row.rowIndex + 1} fills ${filled} columns, expected ${expected}`);
        }
        const begun = [...row.cells].flatMap((cell) => new Array(cell.colSpan).fill(cell.rowSpan));
        reaching = [...reaching, ...begun].map((rows) => rows - 1).filter((rows) => rows > 0);
      }
    }
    return defects;
  });
}

function cells(page) {
  return page.evaluate(() => {
    const slack = 1.5;
    const within = (inner, outer) =>
      inner.left >= outer.left - slack &&
      inner.right <= outer.right + slack &&
      inner.top >= outer.top - slack &&
      inner.bottom <= outer.bottom + slack;
    const texts = (cell) => {
      const found = [];
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        // Text that only screen readers get lies outside on purpose.
        const heard = getComputedStyle(walker.currentNode.parentElement).clipPath !== "none";
        if (walker.currentNode.data.trim() !== "" && !heard) found.push(walker.currentNode);
      }
      return found;
    };
    const leaves = (text, box) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      return [...range.getClientRects()].some((rect) => rect.width > 0 && !within(rect, box));
    };
    return [...document.querySelectorAll("td, th")].flatMap((cell) => {
      const table = cell.closest("table");
      const name = table.closest("[aria-label]")?.getAttribute("aria-label") ?? "table";
      const box = cell.getBoundingClientRect();
      const place = `${name}: cell ${cell.cellIndex + 1} of row ${cell.parentElement.rowIndex + 1}`;
      return [
        ...(within(box, table.getBoundingClientRect()) ? [] : [`${place} lies outside its table`]),
        ...texts(cell)
          .filter((text) => leaves(text, box))
          .map((text) => `${place}: the text ${JSON.stringify(text.data.slice(0, 40))} leaves its cell`),
      ];
    });
  });
}

/** Every control that stands by itself is at least 24 px high and wide. */
export function targets(page) {
  return page.evaluate(() => {
    const alone = (control) => {
      // A link among words is as large as its line (WCAG 2.5.8, inline).
      let around = control.parentElement;
      while (around.matches("data, strong, em, small, span, time")) around = around.parentElement;
      const words = [...around.childNodes].some(
        (node) => node.nodeType === 3 && node.data.trim() !== "",
      );
      // Links in tables and lists are measured with the room around them, by axe; a mark
      // of a chart leads where a link of its table leads (WCAG 2.5.8, equivalent).
      return !words && !control.closest("table, ul, ol, dl, svg");
    };
    const controls = document.querySelectorAll("a[href], button, input, select, textarea, summary");
    return [...controls].filter(alone).flatMap((control) => {
      const { width, height } = control.getBoundingClientRect();
      if (width === 0 || (width >= 24 && height >= 24)) return [];
      return [
        `a control of ${width.toFixed(1)} × ${height.toFixed(1)} px, expected 24 × 24: ${control.outerHTML.slice(0, 80)}`,
      ];
    });
  });
}

// Two comforts; every page is complete without them.
"use strict";

// The link to the other language keeps the place on the page.
const twin = document.getElementById("twin");
if (twin) {
  const page = twin.getAttribute("href");
  const follow = () => twin.setAttribute("href", page + location.hash);
  addEventListener("hashchange", follow);
  follow();
}

// The list of bundles can be filtered and sorted.
const table = document.querySelector("table.sortable");
const box = document.querySelector(".filter");
if (table && box) {
  const body = table.tBodies[0];
  const input = box.querySelector("input");
  const status = box.querySelector("[role=status]");
  const filter = () => {
    const words = input.value.normalize("NFKC").toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of body.rows) {
      const text = row.textContent.normalize("NFKC").toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
      if (!row.hidden) shown += 1;
    }
    status.textContent = status.dataset.text.replace("{k}", shown).replace("{n}", body.rows.length);
  };
  input.addEventListener("input", filter);
  box.hidden = false;
  filter();

  const language = document.documentElement.lang;
  [...table.tHead.rows[0].cells].forEach((cell, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...cell.childNodes);
    cell.append(button);
    button.addEventListener("click", () => {
      const down = cell.getAttribute("aria-sort") === "ascending";
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      cell.setAttribute("aria-sort", down ? "descending" : "ascending");
      const key = (row) => row.cells[column].textContent.trim();
      const rows = [...body.rows].sort((a, b) => key(a).localeCompare(key(b), language, { numeric: true }));
      body.append(...(down ? rows.reverse() : rows));
    });
  });
}

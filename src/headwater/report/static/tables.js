// Tables that are in the page: sort by a column, filter by what rows carry in data attributes.
"use strict";

for (const table of document.querySelectorAll("table[data-sortable]")) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    if (head.classList.contains("drawn")) return;
    const button = headwater.make("button", { type: "button", click: () => sort(column) }, ...head.childNodes);
    head.append(button);
  });

  /** Sort by a column: figures the greatest first, names from A; again for the other way. */
  function sort(column) {
    const value = (row) => {
      const cell = row.cells[column];
      return cell.dataset.value !== undefined ? Number(cell.dataset.value === "" ? NaN : cell.dataset.value) : cell.textContent.trim();
    };
    const rows = [...body.rows];
    const isNumber = rows.some((row) => typeof value(row) === "number");
    const before = heads[column].getAttribute("aria-sort");
    const ascending = before ? before === "descending" : !isNumber;
    heads.forEach((head) => head.removeAttribute("aria-sort"));
    heads[column].setAttribute("aria-sort", ascending ? "ascending" : "descending");
    rows.sort((a, b) => {
      const [x, y] = [value(a), value(b)];
      if (typeof x === "string") return ascending ? x.localeCompare(y) : y.localeCompare(x);
      if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y));
      return ascending ? x - y : y - x;
    });
    body.append(...rows);
  }
}

for (const form of document.querySelectorAll("form[data-filters]")) {
  const rows = [...document.getElementById(form.dataset.filters).tBodies[0].rows];
  const count = form.querySelector(".count");

  const apply = () => {
    let shown = 0;
    for (const row of rows) {
      const fits = [...form.elements].every((field) => {
        const wanted = field.value.trim().toLowerCase();
        if (!wanted) return true;
        if (field.name === "search") return row.textContent.toLowerCase().includes(wanted);
        return (row.dataset[field.name] ?? "").toLowerCase().split(" ").includes(wanted);
      });
      row.hidden = !fits;
      shown += Number(fits);
    }
    count.textContent = shown === rows.length ? "" : `${shown} of ${rows.length}`;
    const chosen = new URLSearchParams([...form.elements].filter((field) => field.value).map((field) => [field.name, field.value]));
    history.replaceState(null, "", String(chosen) ? `#${chosen}` : location.pathname + location.search);
  };

  const chosen = new URLSearchParams(location.hash.slice(1));
  for (const field of form.elements) if (chosen.has(field.name)) field.value = chosen.get(field.name);
  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  if (location.hash) apply();
}

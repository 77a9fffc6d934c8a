// The list of all trials: one chunk, filtered and sorted here, a hundred rows at a time.
"use strict";

{
  const { make, visible } = headwater;
  const PAGE = 100;
  const FILTERS = ["task", "agent", "model", "harness", "prompt", "job", "status", "gates"];
  const COLUMNS = [
    { name: "agent", title: "agent" },
    { name: "gates", title: "gates", number: true },
    { name: "score", title: "score", number: true },
    { name: "task", title: "task" },
    { name: "harness", title: "harness" },
    { name: "prompt", title: "prompt" },
    { name: "repeat", title: "repeat", number: true },
    { name: "seconds", title: "time", number: true },
    { name: "cost", title: "cost", number: true },
    { name: "miss", title: "first miss" },
  ];
  const EXPORTED = ["task", "agent", "model", "harness", "prompt", "repeat", "job", "status", "gates", "score", "cost", "seconds", "tokens", "miss"];

  /** Rows as CSV (RFC 4180), with a line of names; what is unknown is nothing, and an empty text is "". */
  function csv(rows) {
    const field = (value) => (value === null || value === undefined ? "" : value === "" || /[",\r\n]/.test(value) ? `"${String(value).replaceAll('"', '""')}"` : String(value));
    return [EXPORTED, ...rows.map((row) => EXPORTED.map((name) => row[name]))].map((values) => `${values.map(field).join(",")}\r\n`).join("");
  }

  function gates(cleared, evidence) {
    const bars = [0, 1, 2, 3, 4].map((index) => make(`i${cleared === null ? "" : index < cleared ? `.g${index + 1}` : index === cleared ? ".stop" : ""}`, null));
    return make(`span.gates${evidence ? "" : ".excluded"}`, { title: cleared === null ? "not graded" : `${cleared} of 5 gates` }, ...bars, make("span.sr", null, cleared === null ? "not graded" : `${cleared} of 5 gates`));
  }

  const money = (value) => (value === null ? "–" : value >= 1 || value === 0 ? `$${value.toFixed(2)}` : `$${value.toFixed(Math.max(2, 1 - Math.floor(Math.log10(value))))}`);
  const seconds = (value) => (value === null ? "–" : value < 0.9995 ? `${Math.round(value * 1000)} ms` : value < 59.95 ? `${value.toFixed(1)} s` : `${Math.floor(Math.round(value) / 60)} min ${String(Math.round(value) % 60).padStart(2, "0")} s`);

  /** A long name that may go on in the next line after an underscore, a dot or a colon. */
  const breakable = (name) => name.split(/(?<=[_.:])(?=[^_.:])/).flatMap((part) => [part, make("wbr", null)]);

  class List {
    constructor(place, root, { columns, rows }) {
      this.place = place;
      this.root = root;
      this.rows = rows.map((values) => {
        const row = Object.fromEntries(columns.map((name, index) => [name, typeof values[index] === "string" && name !== "place" ? visible(values[index]) : values[index]]));
        row.text = `${row.task} ${row.agent} ${row.model ?? ""} ${row.harness} ${row.prompt} ${row.job} ${row.status} ${row.miss}`.toLowerCase();
        return row;
      });
      this.page = 0;
      this.by = null;
      this.ascending = false;
      this.build();
      this.restore();
      this.apply();
    }

    build() {
      this.search = make("input", { type: "search", name: "search", placeholder: "Search trials", "aria-label": "Search trials", autocomplete: "off", spellcheck: "false" });
      this.selects = FILTERS.map((name) => {
        const values = [...new Set(this.rows.map((row) => row[name]))].filter((value) => value !== null && value !== "");
        if (values.length < 2) return null;
        values.sort((a, b) => (typeof a === "number" ? a - b : a.localeCompare(b)));
        const options = values.map((value) => make("option", { value }, name === "gates" ? `${value} gates` : name === "status" ? value.replaceAll("_", " ") : String(value)));
        return make("select", { name, "aria-label": name }, make("option", { value: "" }, name === "gates" ? "any gates" : `every ${name}`), ...options);
      }).filter(Boolean);
      this.count = make("span.count", { role: "status" });
      this.heads = COLUMNS.map((column) => make(`th${column.number ? ".num" : ""}`, { scope: "col" }, make("button", { type: "button", click: () => this.sort(column) }, column.title)));
      this.body = make("tbody", null);
      this.before = make("button.more", { type: "button", click: () => this.turn(-1) }, "← Previous");
      this.after = make("button.more", { type: "button", click: () => this.turn(1) }, "Next →");
      this.where = make("span.count", null);
      this.export = make("button.more", { type: "button", click: () => this.download() }, "Download CSV");
      this.chosen = [];
      this.pair = make("a.more", { hidden: true }, "Side by side");
      const form = make("form.filters", { "aria-label": "Filter trials", submit: (event) => event.preventDefault(), input: () => ((this.page = 0), this.apply()) }, this.search, ...this.selects, this.count, this.export, this.pair);
      this.place.replaceChildren(
        form,
        make("div.scroll", { tabindex: "0", role: "region", "aria-label": "Trials" }, make("table", null, make("thead", null, make("tr", null, ...this.heads, make("th", { scope: "col" }, "side by side"))), this.body)),
        make("div.pager", null, this.before, this.where, this.after),
      );
    }

    restore() {
      const chosen = new URLSearchParams(location.hash.slice(1));
      for (const field of [this.search, ...this.selects]) if (chosen.has(field.name)) field.value = chosen.get(field.name);
    }

    sort(column) {
      this.ascending = this.by === column ? !this.ascending : !column.number;
      this.by = column;
      this.page = 0;
      this.heads.forEach((head, index) => {
        if (COLUMNS[index] === column) head.setAttribute("aria-sort", this.ascending ? "ascending" : "descending");
        else head.removeAttribute("aria-sort");
      });
      this.apply();
    }

    apply() {
      const words = this.search.value.trim().toLowerCase();
      const wanted = this.selects.filter((select) => select.value).map((select) => [select.name, select.value]);
      this.found = this.rows.filter((row) => wanted.every(([name, value]) => String(row[name]) === value) && (!words || row.text.includes(words)));
      if (this.by) {
        const { name, number } = this.by;
        const sign = this.ascending ? 1 : -1;
        this.found.sort((a, b) => {
          if (a[name] === null || b[name] === null) return Number(a[name] === null) - Number(b[name] === null);
          return sign * (number ? a[name] - b[name] : a[name].localeCompare(b[name]));
        });
      }
      const chosen = new URLSearchParams(words ? [["search", this.search.value.trim()], ...wanted] : wanted);
      history.replaceState(null, "", String(chosen) ? `#${chosen}` : location.pathname + location.search);
      this.draw();
    }

    /** Hand over the rows that the filters leave, in the order that is shown. */
    download() {
      const url = URL.createObjectURL(new Blob([csv(this.found)], { type: "text/csv" }));
      make("a", { href: url, download: "trials.csv" }).click();
      setTimeout(() => URL.revokeObjectURL(url), 1000);
    }

    /** Take a trial into the pair, in place of the older one if there are two, or out of it. */
    choose(row, isChosen) {
      this.chosen = [...this.chosen.filter((place) => place !== row.place), ...(isChosen ? [row.place] : [])].slice(-2);
      this.pair.hidden = this.chosen.length < 2;
      this.pair.href = `${this.root}side-by-side.html#${new URLSearchParams({ left: this.chosen[0] ?? "", right: this.chosen[1] ?? "" })}`;
      for (const box of this.body.querySelectorAll("input")) box.checked = this.chosen.includes(box.value);
    }

    turn(pages) {
      this.page += pages;
      this.draw();
      this.place.scrollIntoView();
    }

    draw() {
      const start = this.page * PAGE;
      const end = Math.min(start + PAGE, this.found.length);
      this.body.replaceChildren(...this.found.slice(start, end).map((row) => this.line(row)));
      this.count.textContent = this.found.length === this.rows.length ? "" : `${this.found.length.toLocaleString("en")} of ${this.rows.length.toLocaleString("en")}`;
      this.where.textContent = this.found.length ? `${start + 1}–${end} of ${this.found.length.toLocaleString("en")}` : "No trial fits.";
      this.before.disabled = start === 0;
      this.after.disabled = end === this.found.length;
      for (const button of [this.before, this.after]) button.hidden = this.found.length <= PAGE;
    }

    line(row) {
      return make(
        "tr",
        null,
        make("th.nowrap", { scope: "row" }, row.place ? make("a", { href: this.root + row.place }, row.agent) : row.agent),
        make("td", null, gates(row.gates, row.evidence)),
        make("td.num", null, row.evidence ? (row.score === null ? "–" : row.score.toFixed(2)) : make(`span.tag.status-${row.status}`, null, row.status.replaceAll("_", " "))),
        make("td.name", null, row.task),
        make("td.nowrap", null, row.harness),
        make("td.nowrap", null, row.prompt),
        make("td.num", null, String(row.repeat)),
        make("td.num", null, seconds(row.seconds)),
        make("td.num", null, money(row.cost)),
        make("td.miss", null, row.evidence ? make("code", null, ...breakable(row.miss)) : row.miss),
        make("td", null, row.place ? make("input", { type: "checkbox", value: row.place, checked: this.chosen.includes(row.place), "aria-label": `${row.agent} on ${row.task}, side by side`, change: (event) => this.choose(row, event.target.checked) }) : null),
      );
    }
  }

  const place = document.querySelector("[data-trials]");
  if (place) {
    place.replaceChildren(make("p.empty", { role: "status" }, "Loading the trials…"));
    headwater
      .load(place.dataset.trials)
      .then((text) => new List(place, document.body.dataset.root, JSON.parse(text)))
      .catch((error) => place.replaceChildren(make("p.empty", { role: "status" }, `The list cannot be shown: ${error.message}`)));
  }
}

// Charts are drawn when they come into view; the drawing library is loaded with the first.
"use strict";

{
  const { make, visible } = headwater;
  /** @type {Promise<void> | undefined} */
  let library;

  function loadLibrary() {
    library ??= headwater.load(`${document.body.dataset.root}assets/vega.js`).then(run);
    return library;
  }

  /** Run a script that was unpacked; this page's policy allows it to run what it made itself. */
  function run(/** @type {string} */ text) {
    const script = document.createElement("script");
    script.src = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    return new Promise((resolve, reject) => {
      script.onload = () => resolve();
      script.onerror = () => reject(new Error("the browser refused the drawing library"));
      document.head.append(script);
    }).finally(() => URL.revokeObjectURL(script.src));
  }

  /** The page's colours, as they are now, and sizes for a chart of this width. */
  function theme(width) {
    const probe = make("span", { hidden: true });
    document.body.append(probe);
    const colour = (name) => {
      probe.style.color = `var(--${name})`;
      return getComputedStyle(probe).color;
    };
    const font = getComputedStyle(document.body).fontFamily;
    const [ink, soft, line, water] = ["ink", "ink-2", "line", "water"].map(colour);
    const dark = isDark();
    const category = dark
      ? ["#6cc4dc", "#f0a868", "#9ccb7a", "#d39be0", "#f08c84", "#d8d06a", "#8fa8f0", "#b9b9b9", "#e58fc0", "#6fd3b5"]
      : ["#0b6580", "#c2661b", "#4f8a2f", "#8a3fa0", "#b0322d", "#8a7a00", "#3f5fc0", "#6b6b6b", "#a8326f", "#12806a"];
    probe.remove();
    return {
      background: "transparent",
      font,
      view: { stroke: null },
      axis: { labelColor: soft, titleColor: soft, gridColor: line, domainColor: line, tickColor: line, labelFontSize: width < 480 ? 10 : 12, titleFontSize: 12, titleFontWeight: "normal" },
      axisBand: { labelAngle: width < 480 ? -30 : 0 },
      legend: { columns: Math.max(1, Math.floor(width / 220)), labelColor: ink, labelFontSize: 12, symbolType: "square", symbolOpacity: 1 },
      range: { category },
      point: { color: water },
      rule: { color: soft },
      line: { color: water },
      text: { color: ink, fontSize: 12 },
    };
  }

  function isDark() {
    const chosen = document.documentElement.dataset.theme;
    return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  }

  const tip = make("div.tip", { role: "status", hidden: true });
  document.body.append(tip);

  /** Values on hover, as text: Vega's own handler would write HTML and styles. */
  function tooltip(_handler, event, _item, value) {
    tip.hidden = value === null || value === undefined || value === "";
    if (tip.hidden) return;
    tip.replaceChildren(...Object.entries(value).map(([name, each]) => make("div", null, make("span", null, visible(name)), make("b", null, visible(String(each))))));
    tip.style.left = `${Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8)}px`;
    tip.style.top = `${Math.min(event.clientY + 14, innerHeight - tip.offsetHeight - 8)}px`;
  }

  async function draw(place) {
    try {
      await loadLibrary();
      place.drawn?.finalize();
      const spec = JSON.parse(place.dataset.chart);
      // `ast` evaluates Vega's expressions without eval, which the page's policy forbids.
      place.drawn = await window.vegaEmbed(place, spec, { ast: true, actions: false, renderer: "svg", config: theme(place.clientWidth), tooltip, defaultStyle: false });
      place.querySelector("svg")?.setAttribute("aria-hidden", "true");
    } catch (error) {
      place.replaceChildren(make("p.empty", null, `The chart cannot be drawn: ${error.message}. Its figures are in the table.`));
    }
  }

  const places = [...document.querySelectorAll("[data-chart]")];
  const near = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      near.unobserve(entry.target);
      draw(entry.target);
    }
  }, { rootMargin: "200px" });
  for (const place of places) near.observe(place);

  const redraw = () => places.filter((place) => place.drawn).forEach(draw);
  document.addEventListener("headwater-theme", redraw);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
}

// The trace explorer: a trajectory in ATIF as steps that can be read, searched, filtered, played and linked.
"use strict";

{
  const { make, visible } = headwater;
  const SHOWN = 3000; // characters of one text before "show all"
  const PACES = [1, 4, 16]; // steps a second
  const KINDS = ["message", "reasoning", "call", "result"];
  const NAMES = { message: "messages", reasoning: "reasoning", call: "tool calls", result: "results" };

  /**
   * @typedef {{kind: string, name: string, text: string, failed: boolean}} Part
   * @typedef {{number: number, source: string, parts: Part[], at: number | null, input: number, cached: number, output: number, cost: number | null, from: string, found: string}} Step
   */

  /** Text of ATIF content, which is a string or a list of parts. */
  function content(value) {
    if (typeof value === "string") return value;
    if (!Array.isArray(value)) return value === null || value === undefined ? "" : JSON.stringify(value, null, 2);
    return value.map((part) => (part?.type === "text" ? String(part.text) : `[${part?.type ?? "part"}, not shown]`)).join("\n");
  }

  /** The arguments of a tool call as a person would type them. */
  function args(value) {
    if (typeof value !== "object" || value === null) return content(value);
    const entries = Object.entries(value);
    if (entries.length === 1 && typeof entries[0][1] === "string") return entries[0][1];
    return entries
      .map(([key, each]) => {
        const text = typeof each === "string" ? each : JSON.stringify(each, null, 2);
        return text.includes("\n") ? `${key}:\n${text}` : `${key}: ${text}`;
      })
      .join("\n");
  }

  /** Whether a tool call, or its result, says that the tool failed. */
  function failed(...places) {
    return places.some((place) => place?.extra?.is_error === true || (place?.extra?.exit_code ?? 0) !== 0);
  }

  /** @returns {Step[]} the steps of a trajectory and of those inside of it, numbered through */
  function read(trajectory) {
    const steps = [];
    let first = NaN;
    const add = (document, from) => {
      if (!Array.isArray(document?.steps)) throw new Error("it has no list of steps");
      for (const each of document.steps) {
        const at = Date.parse(each.timestamp ?? "");
        if (Number.isNaN(first)) first = at;
        const metrics = each.metrics ?? {};
        const step = {
          number: steps.length + 1,
          source: String(each.source ?? "agent"),
          parts: parts(each),
          at: Number.isNaN(at) ? null : (at - first) / 1000,
          input: metrics.prompt_tokens ?? 0,
          cached: metrics.cached_tokens ?? 0,
          output: metrics.completion_tokens ?? 0,
          cost: metrics.cost_usd ?? null,
          from,
          found: "",
        };
        step.found = step.parts.map((part) => `${part.name}\n${part.text}`).join("\n").toLowerCase();
        steps.push(step);
      }
      for (const inner of document.subagent_trajectories ?? []) add(inner, String(inner.extra?.kind ?? "subagent"));
    };
    add(trajectory, "");
    return steps;
  }

  /** @returns {Part[]} */
  function parts(step) {
    const found = [];
    const add = (kind, name, text, hasFailed = false) => {
      const shown = visible(text).trimEnd();
      if (shown || kind === "call" || kind === "result") found.push({ kind, name: visible(name), text: shown, failed: hasFailed });
    };
    add("reasoning", "reasoning", content(step.reasoning_content));
    add("message", "", content(step.message));
    const results = [...(step.observation?.results ?? [])];
    for (const call of step.tool_calls ?? []) {
      add("call", String(call.function_name), args(call.arguments));
      for (const result of results.filter((each) => each.source_call_id === call.tool_call_id)) {
        add("result", "", content(result.content), failed(result, call));
        results.splice(results.indexOf(result), 1);
      }
    }
    for (const result of results) add("result", "", content(result.content), failed(result));
    return found;
  }

  /** Seconds as minutes and seconds. */
  function clock(seconds) {
    const whole = Math.max(0, Math.round(seconds));
    return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  }

  function count(value) {
    return value >= 1e6 ? `${(value / 1e6).toPrecision(3)}M` : value >= 1e3 ? `${(value / 1e3).toPrecision(3)}k` : String(value);
  }

  /** A text, cut where it is long. */
  function block(part) {
    const pre = make("pre", { tabindex: "0", dir: "ltr" }, part.text.slice(0, SHOWN) || "(nothing)");
    if (part.text.length <= SHOWN) return [pre];
    const more = make("button.more", { type: "button", click: () => expand(pre) }, `Show all ${part.text.length.toLocaleString("en")} characters`);
    Object.assign(pre, { rest: () => (pre.textContent = part.text, more.remove()) });
    return [pre, more];
  }

  function expand(pre) {
    pre.rest?.();
    delete pre.rest;
  }

  function draw(/** @type {Step} */ step) {
    const facts = [
      step.from && `in ${step.from}`,
      step.at !== null && `+${clock(step.at)}`,
      step.input + step.output > 0 && `${count(step.input)} in${step.cached ? ` (${count(step.cached)} cached)` : ""}, ${count(step.output)} out`,
      step.cost !== null && `$${step.cost.toPrecision(2)}`,
    ].filter(Boolean);
    const body = step.parts.map((part) => {
      const label = { reasoning: "reasoning", call: part.name, result: part.failed ? "result, failed" : "result" }[part.kind];
      if (part.kind === "reasoning") {
        const first = part.text.split("\n", 1)[0].slice(0, 140);
        return make("details.part.reasoning", null, make("summary", null, make("span.label", null, "reasoning"), make("span.first", null, first)), ...block(part));
      }
      return make(`div.part.${part.kind}${part.failed ? ".failed" : ""}`, null, label ? make("span.label", null, label) : null, ...block(part));
    });
    return make(
      `article.step.${step.source === "user" || step.source === "system" ? step.source : "agent"}`,
      { id: `step-${step.number}`, tabindex: "-1", "aria-label": `Step ${step.number}, ${step.source}` },
      make("header", null, make("a.n", { href: `#step-${step.number}` }, String(step.number)), make("b", null, step.source), make("span.used", null, facts.join(" · "))),
      ...body,
    );
  }

  /** Bars of the output tokens of each step, as a picture of the whole. */
  function picture(/** @type {Step[]} */ steps) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", `0 0 ${steps.length} 100`);
    svg.setAttribute("preserveAspectRatio", "none");
    svg.setAttribute("aria-hidden", "true");
    const weight = (step) => step.output || Math.ceil(step.found.length / 4);
    const most = Math.max(...steps.map(weight), 1);
    steps.forEach((step, index) => {
      const bar = document.createElementNS(svg.namespaceURI, "rect");
      const height = 8 + 92 * Math.sqrt(weight(step) / most);
      const kind = step.parts.some((part) => part.failed) ? "failed" : step.parts.some((part) => part.kind === "call") ? "call" : step.source;
      for (const [key, value] of Object.entries({ x: index + 0.08, y: 100 - height, width: 0.84, height, class: kind })) bar.setAttribute(key, String(value));
      svg.append(bar);
    });
    return svg;
  }

  class Explorer {
    /** @param {HTMLElement} place @param {any} trajectory */
    constructor(place, trajectory) {
      this.articles = [];
      this.at = 0;
      this.timer = 0;
      this.build(place);
      this.fill(trajectory);
      this.listen();
    }

    build(place) {
      this.about = make("p.note", null);
      this.search = make("input", { type: "search", placeholder: "Search the trace  /", "aria-label": "Search the trace", autocomplete: "off", spellcheck: "false" });
      this.status = make("span.count", { role: "status" });
      this.kinds = KINDS.map((kind) => {
        const box = make("input", { type: "checkbox", checked: true, value: kind });
        const count = make("small", null);
        return { kind, box, count, label: make("label.chip", null, box, `${NAMES[kind]} `, count) };
      });
      this.tool = make("select", { "aria-label": "Tool" });
      this.failures = make("input", { type: "checkbox" });
      this.failed = make("small", null);
      this.failedChip = make("label.chip", null, this.failures, "only failures ", this.failed);
      this.play = make("button.play", { type: "button" }, "▶ Play");
      this.pace = make("select", { "aria-label": "Pace" }, ...PACES.map((pace) => make("option", { value: pace }, `${pace}/s`)));
      this.range = make("input", { type: "range", min: 1, value: 1, "aria-label": "Step" });
      this.picture = make("div", null);
      this.list = make("div.list", null);
      place.replaceChildren(
        this.about,
        make(
          "div.tools",
          { role: "group", "aria-label": "Trace" },
          make("div.row", null, this.search, this.status, make("span.buttons", null, this.play, this.pace)),
          make("div.row", null, ...this.kinds.map((each) => each.label), this.tool, this.failedChip),
          make("div.scrub", null, this.picture, this.range),
        ),
        this.list,
      );
    }

    /** Take a trajectory, or more of the same one: what is drawn stays, but for the last step, which may have grown. */
    fill(trajectory) {
      this.steps = read(trajectory);
      this.articles.pop()?.remove();
      for (const step of this.steps.slice(this.articles.length)) this.articles.push(draw(step));
      this.list.append(...this.articles.slice(this.list.childElementCount));
      const parts = this.steps.flatMap((step) => step.parts);
      for (const { kind, count, label } of this.kinds) {
        count.textContent = String(parts.filter((part) => part.kind === kind).length);
        label.hidden = count.textContent === "0";
      }
      const tools = new Map();
      for (const part of parts) if (part.kind === "call") tools.set(part.name, (tools.get(part.name) ?? 0) + 1);
      const chosen = this.tool.value;
      const options = [...tools].sort((a, b) => b[1] - a[1]).map(([name, total]) => make("option", { value: name }, `${name} (${total})`));
      this.tool.replaceChildren(make("option", { value: "" }, "every tool"), ...options);
      this.tool.value = tools.has(chosen) ? chosen : "";
      this.tool.hidden = tools.size < 2;
      const failures = this.steps.filter((step) => step.parts.some((part) => part.failed)).length;
      this.failed.textContent = String(failures);
      this.failedChip.hidden = failures === 0;
      this.range.max = String(Math.max(1, this.steps.length));
      this.picture.replaceChildren(picture(this.steps));
      const agent = trajectory.agent ?? {};
      const who = [agent.name, agent.version, agent.model_name].filter(Boolean).map((each) => visible(String(each)));
      this.about.textContent = [...who, `${this.steps.length} steps`].join(" · ");
      this.about.title = visible(String(trajectory.notes ?? ""));
      this.apply();
    }

    listen() {
      let typing = 0;
      this.search.addEventListener("input", () => {
        clearTimeout(typing);
        typing = setTimeout(() => this.apply(), 120);
      });
      for (const each of [this.tool, this.failures, ...this.kinds.map((kind) => kind.box)]) each.addEventListener("change", () => this.apply());
      this.range.addEventListener("input", () => this.go(Number(this.range.value) - 1));
      this.play.addEventListener("click", () => (this.timer ? this.stop() : this.start()));
      this.pace.addEventListener("change", () => this.timer && this.start());
      this.search.addEventListener("keydown", (event) => {
        if (event.key === "Enter") this.next(event.shiftKey ? -1 : 1);
        if (event.key === "Escape") this.search.blur();
      });
      document.addEventListener("keydown", (event) => {
        if (headwater.editing() || event.ctrlKey || event.metaKey || event.altKey) return;
        const commands = { j: () => this.next(1), k: () => this.next(-1), p: () => this.play.click(), "/": () => this.search.focus() };
        if (!(event.key in commands)) return;
        event.preventDefault();
        commands[event.key]();
      });
      addEventListener("hashchange", () => this.follow());
      this.follow();
    }

    /** Go to the step that the address names. */
    follow() {
      const found = /^#step-(\d+)$/.exec(location.hash);
      if (found && this.articles[Number(found[1]) - 1]) this.go(Number(found[1]) - 1);
    }

    /** Show the steps and parts that search and filters leave. */
    apply() {
      const words = this.search.value.trim().toLowerCase();
      const kinds = new Set(this.kinds.filter((each) => each.box.checked).map((each) => each.kind));
      this.list.dataset.hide = KINDS.filter((kind) => !kinds.has(kind)).join(" ");
      this.shown = [];
      this.steps.forEach((step, index) => {
        const fits =
          step.parts.some((part) => kinds.has(part.kind)) &&
          (!this.tool.value || step.parts.some((part) => part.kind === "call" && part.name === this.tool.value)) &&
          (!this.failures.checked || step.parts.some((part) => part.failed)) &&
          (!words || step.found.includes(words));
        this.articles[index].hidden = !fits;
        if (fits) this.shown.push(index);
      });
      const all = this.shown.length === this.steps.length;
      this.status.textContent = all ? "" : this.shown.length ? `${this.shown.length} of ${this.steps.length} steps` : "No step fits.";
      this.highlight(words);
    }

    /** Mark what was searched for, without changing the page's elements. */
    highlight(words) {
      if (!("highlights" in CSS)) return;
      CSS.highlights.delete("found");
      if (!words) return;
      const ranges = [];
      for (const index of this.shown.slice(0, 500)) {
        const article = this.articles[index];
        for (const pre of article.querySelectorAll("pre")) if (pre.rest && this.steps[index].found.includes(words)) expand(pre);
        for (const details of article.querySelectorAll("details")) if (details.textContent.toLowerCase().includes(words)) details.open = true;
        const texts = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
        for (let node = texts.nextNode(); node; node = texts.nextNode()) {
          const text = node.nodeValue.toLowerCase();
          for (let start = text.indexOf(words); start >= 0 && ranges.length < 5000; start = text.indexOf(words, start + words.length)) {
            const range = new Range();
            range.setStart(node, start);
            range.setEnd(node, Math.min(start + words.length, node.nodeValue.length));
            ranges.push(range);
          }
        }
      }
      CSS.highlights.set("found", new Highlight(...ranges));
    }

    go(index) {
      this.articles[this.at]?.classList.remove("at");
      this.at = index;
      const article = this.articles[index];
      article.hidden = false;
      article.classList.add("at");
      article.scrollIntoView({ block: this.timer ? "end" : "start" });
      if (document.activeElement !== this.range) article.focus({ preventScroll: true });
      this.range.value = String(index + 1);
    }

    /** Go to the next step that is shown. */
    next(direction) {
      const ahead = direction > 0 ? this.shown.filter((index) => index > this.at) : this.shown.filter((index) => index < this.at).reverse();
      if (ahead.length) this.go(ahead[0]);
      return ahead.length > 0;
    }

    start() {
      clearInterval(this.timer);
      if (this.at >= this.steps.length - 1) this.go(0);
      this.timer = setInterval(() => this.next(1) || this.stop(), 1000 / Number(this.pace.value));
      this.play.textContent = "❚❚ Pause";
    }

    stop() {
      clearInterval(this.timer);
      this.timer = 0;
      this.play.textContent = "▶ Play";
    }
  }

  const GROWS = 3000; // milliseconds between two looks at a running trial
  const place = /** @type {HTMLElement | null} */ (document.querySelector("[data-trace]"));
  let explorer = null;

  async function show() {
    try {
      const trajectory = JSON.parse(await headwater.load(place.dataset.trace));
      if (trajectory.unreadable) throw new Error(trajectory.unreadable);
      if (explorer) explorer.fill(trajectory);
      else explorer = new Explorer(place, trajectory);
    } catch (error) {
      if (!explorer) place.replaceChildren(make("p.empty", { role: "status" }, `The trajectory cannot be shown: ${error.message}`));
    }
    if ("growing" in place.dataset) setTimeout(show, GROWS);
  }

  if (place) {
    place.replaceChildren(make("p.empty", { role: "status" }, "Loading the trajectory…"));
    const near = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      near.disconnect();
      show();
    }, { rootMargin: "400px" });
    near.observe(place);
    const named = () => {
      if (!location.hash.startsWith("#step-")) return;
      near.disconnect();
      if (!explorer) show();
    };
    addEventListener("hashchange", named);
    named();
  }
}

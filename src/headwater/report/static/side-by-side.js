// Two trials next to each other: each is its own page in a frame. The address names them, so that it can be sent.
"use strict";

{
  const { make } = headwater;
  const TRIAL = /^trial\/[\w.-]+\/[\w.-]+\.html$/;
  const place = document.querySelector("[data-pair]");
  const parts = document.querySelector("nav.local");

  function show() {
    const named = new URLSearchParams(location.hash.slice(1));
    const pages = ["left", "right"].map((side) => named.get(side) ?? "");
    if (!pages.every((page) => TRIAL.test(page))) {
      place.replaceChildren(make("p.empty", { role: "status" }, "No two trials are named in this address."));
      return;
    }
    const frames = pages.map((page, index) => make("iframe", { title: index ? "second trial" : "first trial", src: document.body.dataset.root + page }));
    place.replaceChildren(...frames);
    parts.hidden = false;
    for (const link of parts.querySelectorAll("a")) {
      link.onclick = (event) => {
        event.preventDefault();
        const part = link.getAttribute("href");
        frames.forEach((frame, index) => (frame.src = document.body.dataset.root + pages[index] + part));
      };
    }
  }

  addEventListener("hashchange", show);
  show();
}

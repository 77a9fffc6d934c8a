// In the live view: what changes by itself is fetched again, and other pages say when there are more results.
"use strict";

{
  const PAUSE = 2000; // milliseconds
  const { make } = headwater;
  const root = document.body.dataset.root;
  const known = document.body.dataset.version;
  const news = make("a.news", { href: location.href, hidden: true, role: "status", click: () => location.reload() }, "There are more results: show them");
  document.body.append(news);

  /** Parts of the page that are fetched again, each replaced by its like. */
  async function refresh(parts) {
    const response = await fetch(location.href);
    if (response.redirected) return location.replace(response.url); // the trial has ended
    if (!response.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const fresh = page.querySelectorAll("[data-refresh]");
    parts.forEach((part, index) => fresh[index] && part.replaceWith(document.adoptNode(fresh[index])));
  }

  async function look() {
    if (!document.hidden) {
      try {
        const parts = [...document.querySelectorAll("[data-refresh]")];
        if (parts.length) await refresh(parts);
        else news.hidden = (await (await fetch(`${root}version`)).json()).version === known;
      } catch {
        // The server has gone, or the reader has left this page: what is shown stays.
      }
    }
    setTimeout(look, PAUSE);
  }
  setTimeout(look, PAUSE);
}

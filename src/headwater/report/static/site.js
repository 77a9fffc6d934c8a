// What every page has: the theme's switch, keys, and chunks of data that are loaded when they are needed.
// Classic scripts throughout: a browser refuses modules and fetch() from file://.
"use strict";

/** @type {{receive(data: string): void, load(url: string): Promise<string>, make: Function, visible(text: string): string, editing(): boolean}} */
const headwater = (() => {
  /** @type {Map<string, (data: string) => void>} */
  const waiting = new Map();

  /** Called by a chunk with its data. */
  function receive(data) {
    const script = /** @type {HTMLScriptElement} */ (document.currentScript);
    waiting.get(script.src)?.(data);
  }

  /** Load a chunk; the promise gives its text. */
  function load(url) {
    const script = document.createElement("script");
    script.src = url;
    return new Promise((resolve, reject) => {
      waiting.set(script.src, resolve);
      script.onerror = () => reject(new Error(`${url} is not there; the site's folder may be incomplete.`));
      document.head.append(script);
    })
      .then(unpack)
      .finally(() => {
        waiting.delete(script.src);
        script.remove();
      });
  }

  /** @param {string} data base64 of gzip of UTF-8 */
  async function unpack(data) {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).text();
  }

  /**
   * Make an element. Children that are strings become text: nothing is ever parsed as HTML.
   * @param {string} name  tag, with classes after dots
   * @param {Record<string, unknown> | null} attributes  functions are listeners; null and false are left out
   * @param {...(Node | string | null | undefined | false)} children
   */
  function make(name, attributes, ...children) {
    const [tag, ...classes] = name.split(".");
    const element = document.createElement(tag);
    if (classes.length) element.className = classes.join(" ");
    for (const [key, value] of Object.entries(attributes ?? {})) {
      if (typeof value === "function") element.addEventListener(key, /** @type {EventListener} */ (value));
      else if (value !== null && value !== undefined && value !== false) element.setAttribute(key, value === true ? "" : String(value));
    }
    element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
    return element;
  }

  const ESCAPES = /\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b]{0,4096}(?:\x07|\x1b\\)?|[@-Z\\-_0-9=>()#%][0-9A-B]?)/g;
  const UNSEEN =
    /[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|[\ud800-\udfff]/gu;

  /** Return text in which nothing is hidden; the same as `visible` in _text.py. */
  function visible(text) {
    return text
      .replaceAll("\r\n", "\n")
      .replace(ESCAPES, "")
      .replace(UNSEEN, (character) => {
        const code = character.codePointAt(0) ?? 0;
        if (code === 13) return "\n";
        return code < 32 ? String.fromCharCode(0x2400 + code) : `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
      });
  }

  /** Whether the reader types into something, so that letters are no commands. */
  function editing() {
    const at = document.activeElement;
    return at instanceof HTMLElement && (at.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName));
  }

  return { receive, load, make, visible, editing };
})();

// A page that stands next to another one in a frame leaves the head and the foot of the site to that page.
if (self !== top) document.documentElement.classList.add("framed");

{
  const button = /** @type {HTMLButtonElement | null} */ (document.querySelector("[data-theme-toggle]"));
  if (button) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const root = document.documentElement;
      const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
      root.dataset.theme = isDark ? "light" : "dark";
      try {
        localStorage.setItem("headwater-theme", root.dataset.theme);
      } catch {
        // The choice then lasts as long as the page.
      }
      document.dispatchEvent(new Event("headwater-theme"));
    });
  }

  // Links that carry data-key are followed by that key.
  document.addEventListener("keydown", (event) => {
    if (headwater.editing() || event.ctrlKey || event.metaKey || event.altKey) return;
    const link = document.querySelector(`a[data-key="${CSS.escape(event.key)}"]`);
    if (link instanceof HTMLElement) link.click();
  });

  // A link to a closed part opens it.
  const open = () => {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target instanceof HTMLDetailsElement) target.open = true;
  };
  addEventListener("hashchange", open);
  open();
}

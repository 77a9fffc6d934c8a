// Loaded before the page is painted: the reader's choice of light or dark, where one was made.
"use strict";
{
  let chosen = null;
  try {
    chosen = localStorage.getItem("headwater-theme");
  } catch {
    // Storage is closed to this page: the system's choice stands.
  }
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
}

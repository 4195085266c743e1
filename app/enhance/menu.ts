import { routeChanged } from "./events";

const openMenus = () => document.querySelectorAll<HTMLDetailsElement>("[data-menu][open]");

/** Escape closes a menu and returns the focus to its button; so does a navigation, also back and forward. */
export function closeMenus() {
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    for (const menu of openMenus()) {
      menu.open = false;
      menu.querySelector("summary")?.focus();
    }
  });
  document.addEventListener("click", ({ target }) => {
    if ((target as Element).closest?.("[data-menu] a")) closeAll();
  });
  document.addEventListener(routeChanged, closeAll);
  window.addEventListener("pageshow", (event) => event.persisted && closeAll());
}

/** Also the search box: both flags close on a route change (S4-043). */
function closeAll() {
  for (const menu of openMenus()) menu.open = false;
  document.querySelector<HTMLDialogElement>("[data-search-dialog]")?.close();
}

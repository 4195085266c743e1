import { routeChanged } from "./events";

const openMenus = () => document.querySelectorAll<HTMLDetailsElement>("[data-menu][open]");

/** Escape closes a menu and gives the focus back to its button; so does going somewhere, also back and forward. */
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

function closeAll() {
  for (const menu of openMenus()) menu.open = false;
}

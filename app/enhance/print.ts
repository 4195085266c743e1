/** Without script, the browser's own menu prints; with it, the page's button does. */
export function offerPrinting() {
  const button = document.querySelector<HTMLButtonElement>("[data-print]");
  if (!button) return;
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}

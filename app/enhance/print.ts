const folded = () => document.querySelectorAll<HTMLDetailsElement>("[data-printed]");

/** Without script, the browser's own menu prints; with it, the page's button does, and closed details are opened for printing. */
export function offerPrinting() {
  addEventListener("beforeprint", () => {
    for (const part of folded()) part.open = true;
  });
  const button = document.querySelector<HTMLButtonElement>("[data-print]");
  if (!button) return;
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}

/** Prevents double submission of a form; and clears the browser's storage on logout. */
export function guardForms() {
  // On the window: the framework listens on the document, and forms that it sends itself are not handled here.
  window.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (event.defaultPrevented || !("guard" in form.dataset)) return;
    if (form.dataset.sent) return event.preventDefault();
    if (/\/logout$/.test(form.action)) localStorage.clear();
    // One key for each opened form: pages are cached, so that the server cannot make it.
    const key = form.querySelector<HTMLInputElement>("[data-form-key]");
    if (key) key.value ||= crypto.randomUUID?.() ?? "";
    form.dataset.sent = "true";
    for (const button of form.querySelectorAll("button:not([type=button])")) button.setAttribute("aria-disabled", "true");
  });
  // A page restored from the back/forward cache can be submitted again.
  window.addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll<HTMLFormElement>("form[data-sent]")) {
      delete form.dataset.sent;
      for (const button of form.querySelectorAll("[aria-disabled]")) button.removeAttribute("aria-disabled");
    }
  });
}

/** A form that is on its way is not sent a second time; and leaving an account takes along what the browser kept of it. */
export function guardForms() {
  // On the window: the framework listens on the document, and a form that it sends itself is not for this guard.
  window.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (event.defaultPrevented || !("guard" in form.dataset)) return;
    if (form.dataset.sent) return event.preventDefault();
    if (/\/logout$/.test(form.action)) localStorage.clear();
    form.dataset.sent = "true";
    for (const button of form.querySelectorAll("button:not([type=button])")) button.setAttribute("aria-disabled", "true");
  });
  // A page that comes back from the browser's memory can be sent again.
  window.addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll<HTMLFormElement>("form[data-sent]")) {
      delete form.dataset.sent;
      for (const button of form.querySelectorAll("[aria-disabled]")) button.removeAttribute("aria-disabled");
    }
  });
}

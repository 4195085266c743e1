import { toastsAdded } from "./events";

/** Runs the messages of the page: each closes on its timeout, its button or one of its actions, and waits while it is looked at. */
export function runToasts() {
  startAll();
  document.addEventListener(toastsAdded, startAll);
}

function startAll() {
  for (const toast of document.querySelectorAll<HTMLElement>("[data-toast]:not([data-running])")) start(toast);
}

function start(toast: HTMLElement) {
  let left = Number(toast.dataset.timeout);
  let since = 0;
  let timer = 0;
  const close = () => {
    clearTimeout(timer);
    toast.hidden = true;
    const { callback } = toast.dataset;
    if (callback) document.dispatchEvent(new CustomEvent(callback, { detail: toast.dataset.toast }));
  };
  const run = () => {
    since = Date.now();
    clearTimeout(timer);
    timer = window.setTimeout(close, left);
  };
  const pause = () => {
    clearTimeout(timer);
    left -= Date.now() - since;
  };
  toast.dataset.running = "";
  toast.addEventListener("pointerenter", pause);
  toast.addEventListener("pointerleave", run);
  toast.addEventListener("focusin", pause);
  toast.addEventListener("focusout", run);
  toast.addEventListener("change", close);
  toast.addEventListener("click", ({ target }) => {
    const action = (target as Element).closest<HTMLElement>("[data-toast-action]");
    if (!action) return;
    if (action.dataset.toastAction) document.dispatchEvent(new Event(action.dataset.toastAction));
    close();
  });
  run();
}

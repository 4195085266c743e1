import { toastsAdded } from "./events";

/** Runs the toasts of the page: each closes on its timeout, its button or one of its actions, and its timer pauses on hover and focus. */
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
  /** The reasons for a pause: the pointer, the focus, or both. The timer runs again when the last one ends. */
  const held = new Set<string>();
  const run = () => {
    since = Date.now();
    timer = window.setTimeout(close, left);
  };
  const pause = (by: string) => () => {
    if (held.size === 0) {
      clearTimeout(timer);
      left -= Date.now() - since;
    }
    held.add(by);
  };
  const release = (by: string) => () => {
    if (held.delete(by) && held.size === 0) run();
  };
  toast.dataset.running = "";
  toast.addEventListener("pointerenter", pause("pointer"));
  toast.addEventListener("pointerleave", release("pointer"));
  toast.addEventListener("focusin", pause("focus"));
  toast.addEventListener("focusout", release("focus"));
  toast.addEventListener("change", close);
  toast.addEventListener("click", ({ target }) => {
    const action = (target as Element).closest<HTMLElement>("[data-toast-action]");
    if (!action) return;
    if (action.dataset.toastAction) document.dispatchEvent(new Event(action.dataset.toastAction));
    close();
  });
  run();
}

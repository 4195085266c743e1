import { unsentScans } from "./scan-events";

/**
 * Where scans of a door wait in this browser, a log-out tries to send them, asks, and leaves them here: see `logging-out.ts`. They stay as well when that
 * cannot be loaded or fails, as where the network has just gone: the question then comes without trying.
 */
export function guardLogOut() {
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (!("logOut" in form.dataset) || !localStorage.getItem(unsentScans)) return;
    event.preventDefault();
    void import("./logging-out")
      .then(({ prepareLogOut }) => prepareLogOut(form))
      .catch(() => window.confirm(form.dataset.logOut))
      .then((goesOn) => {
        if (!goesOn) return;
        form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "keep", value: "scans" }));
        form.submit();
      });
  });
}

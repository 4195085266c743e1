import { useSyncExternalStore } from "react";
import type { PushState, RegisterDevice } from "./set-up";

let state: PushState = "off";
let started = false;
let register: RegisterDevice | undefined;
const watchers = new Set<() => void>();

/** Push on this page: set up once a page life, after the page has loaded. */
export function usePush(): PushState {
  return useSyncExternalStore(
    watch,
    () => state,
    () => "off",
  );
}

function watch(changed: () => void) {
  watchers.add(changed);
  if (!started) {
    started = true;
    // Without a connection the next page tries it again.
    const begin = () => void start().catch(() => {});
    if (document.readyState === "complete") begin();
    else addEventListener("load", begin, { once: true });
  }
  return () => watchers.delete(changed);
}

async function start() {
  const [{ startPush }, { loadFirebase }] = await Promise.all([import("./set-up"), import("./firebase")]);
  state = await startPush({ browser: window, fetch: (path) => fetch(path), loadLibrary: loadFirebase }, (found) => {
    register = found;
  });
  for (const changed of watchers) changed();
}

/** Registers this browser for notifications; call it from a gesture, once push is "ready". */
export const registerThisDevice: RegisterDevice = async () => {
  if (!register) throw new Error("push is not set up");
  return register();
};

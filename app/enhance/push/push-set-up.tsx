import { usePush } from "./page-push";

/** Sets push up where it is configured. It does not ask for permission: people add a device in their settings. */
export function PushSetUp() {
  usePush();
  return null;
}

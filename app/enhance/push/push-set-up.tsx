import { usePush } from "./page-push";

/** Sets push up where it is configured. It invites nobody: until devices can subscribe, a yes would lead to nothing. */
export function PushSetUp() {
  usePush();
  return null;
}

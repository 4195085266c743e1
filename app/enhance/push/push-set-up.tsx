import { usePush } from "./page-push";

/** Sets push up where it is configured. It does not ask for permission: devices cannot subscribe yet. */
export function PushSetUp() {
  usePush();
  return null;
}

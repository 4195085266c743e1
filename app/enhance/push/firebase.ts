import type { Messaging } from "firebase/messaging";
import type { PushMessage } from "#contract/api/push-message";
import type { PushLibrary } from "./set-up";

/** Firebase, fetched only where push is configured. */
export async function loadFirebase(): Promise<PushLibrary> {
  const [{ initializeApp }, { getMessaging, getToken, isSupported, onMessage }] = await Promise.all([
    import("firebase/app"),
    import("firebase/messaging"),
  ]);
  let messaging: Messaging | undefined;
  return {
    supported: isSupported,
    listen(configuration, received) {
      messaging = getMessaging(initializeApp(configuration));
      onMessage(messaging, (message) => received(message as Partial<PushMessage>));
    },
    async token({ vapidKey }, serviceWorkerRegistration) {
      if (!messaging) throw new Error("push is not set up");
      return getToken(messaging, { serviceWorkerRegistration, vapidKey: typeof vapidKey === "string" ? vapidKey : undefined });
    },
  };
}

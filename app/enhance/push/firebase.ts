import type { PushMessage } from "#contract/api/push-message";
import type { PushLibrary } from "./set-up";

/** Firebase, fetched only where push is configured. */
export async function loadFirebase(): Promise<PushLibrary> {
  const [{ initializeApp }, { getMessaging, isSupported, onMessage }] = await Promise.all([
    import("firebase/app"),
    import("firebase/messaging"),
  ]);
  return {
    supported: isSupported,
    listen: (configuration, received) => {
      onMessage(getMessaging(initializeApp(configuration)), (message) => received(message as Partial<PushMessage>));
    },
  };
}

/** A message as the browser receives it. `data.url` is a path of this site. */
export type PushMessage = {
  notification: { title: string; body: string; icon?: string };
  data?: { tag?: string; url?: string };
};

/** Default icon and badge of a notification. */
export const defaultNotificationIcon = "/icons/icon-192x192.png";
/** The path that a notification without a URL opens. */
export const defaultNotificationUrl = "/dashboard";

/** Where pages ask for the push provider's settings. */
export const pushConfigurationPath = "/api/notifications/firebase-config";

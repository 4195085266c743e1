/** A message as the browser receives it. `data.url` is a path of this site. */
export type PushMessage = {
  notification: { title: string; body: string; icon?: string };
  data?: { tag?: string; url?: string };
};

/** Icon and badge of a notification that brings none. */
export const defaultNotificationIcon = "/icons/icon-192x192.png";
/** Where the page of a notification without an address leads. */
export const defaultNotificationUrl = "/dashboard";

/** Where pages ask for the push provider's settings. */
export const pushConfigurationPath = "/api/notifications/firebase-config";

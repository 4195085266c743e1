import { z } from "zod";
import { endpoint } from "./endpoint.ts";

/** The push provider's settings, handed on as a whole. Push is set up only when the first two are there. */
export const PushConfiguration = z.looseObject({ apiKey: z.string().optional(), projectId: z.string().optional() });
export type PushConfiguration = z.infer<typeof PushConfiguration>;

/** A message as the browser receives it. `data.url` is a path of this site. */
export const PushMessage = z.object({
  notification: z.object({ title: z.string(), body: z.string(), icon: z.string().optional() }),
  data: z.object({ tag: z.string().optional(), url: z.string().optional() }).optional(),
});
export type PushMessage = z.infer<typeof PushMessage>;

/** Icon and badge of a notification that brings none. */
export const defaultNotificationIcon = "/icons/icon-192x192.png";
/** Where the page of a notification without an address leads. */
export const defaultNotificationUrl = "/dashboard";

export const pushApi = {
  configuration: endpoint({ method: "GET", path: "/api/notifications/firebase-config", access: "public", response: PushConfiguration }),
};

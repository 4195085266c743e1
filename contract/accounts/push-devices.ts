import * as z from "zod";
import { Done, endpoint } from "../api/endpoint.ts";
import { shortText } from "../formats/validation.ts";

/** Devices of a person; another one takes the place of the oldest. */
export const maxPushDevices = 20;

export const PushDevice = z.object({
  id: z.uuid(),
  /** The browser and its system, as "Firefox, Android"; null when unknown. */
  label: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** When it last got a notification. */
  usedAt: z.iso.datetime().nullable(),
  /** Whether it is the browser that asks. */
  current: z.boolean(),
});
export type PushDevice = z.infer<typeof PushDevice>;

/** The push provider's registration token of the browser. */
export const PushDeviceDraft = z.object({ token: shortText(1_000).regex(/^[\w:.-]{20,}$/) });
export type PushDeviceDraft = z.infer<typeof PushDeviceDraft>;

const access = "authenticated" as const;
const path = "/api/account/push-devices";

/** Where push is not configured, nothing can be added and `offered` is false. */
export const pushDevicesApi = {
  list: endpoint({ method: "GET", path, access, response: z.object({ offered: z.boolean(), items: z.array(PushDevice) }) }),
  /** Adds the browser of this session. One that was registered before, by anybody, is this person's from then on. */
  add: endpoint({ method: "POST", path, access, body: PushDeviceDraft, response: Done }),
  remove: endpoint({ method: "DELETE", path: `${path}/:id`, access, params: z.object({ id: z.uuid() }), response: Done }),
};

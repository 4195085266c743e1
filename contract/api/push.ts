import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { pushConfigurationPath } from "./push-message.ts";

/** The push provider's settings, handed on as a whole. Push is enabled only when the first two are set. */
export const PushConfiguration = z.looseObject({ apiKey: z.string().optional(), projectId: z.string().optional() });
export type PushConfiguration = z.infer<typeof PushConfiguration>;

export const pushApi = {
  configuration: endpoint({ method: "GET", path: pushConfigurationPath, access: "public", response: PushConfiguration }),
};

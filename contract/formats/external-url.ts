import * as z from "zod";
import { isOutsideUrl } from "./urls.ts";
import { shortText } from "./validation.ts";

/** A field for an external URL that browsers open over TLS alone, with its own message. */
export const httpsUrl = (message: string) =>
  shortText(500, message)
    .check(z.url({ protocol: /^https$/, error: message, abort: true }))
    .refine(isOutsideUrl, message);

/** A field for an external URL. */
export const outsideUrl = () =>
  shortText(2000)
    .check(z.url({ protocol: /^https?$/, abort: true }))
    .refine(isOutsideUrl, "common:validation.url");

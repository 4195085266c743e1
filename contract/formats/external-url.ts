import * as z from "zod";
import { isOutsideUrl } from "./urls.ts";
import { shortText } from "./validation.ts";

/** A field for an external URL. */
export const outsideUrl = () =>
  shortText(2000)
    .check(z.url({ protocol: /^https?$/, abort: true }))
    .refine(isOutsideUrl, "common:validation.url");

import * as z from "zod";
import { isOutsideAddress } from "./urls.ts";
import { shortText } from "./validation.ts";

/** A field for an external URL. */
export const outsideAddress = () =>
  shortText(2000)
    .check(z.url({ protocol: /^https?$/, abort: true }))
    .refine(isOutsideAddress, "common:validation.url");

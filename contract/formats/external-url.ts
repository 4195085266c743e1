import * as z from "zod";
import { isOutsideAddress } from "./addresses.ts";
import { shortText } from "./messages.ts";

/** A field for the address of a page elsewhere. */
export const outsideAddress = () =>
  shortText(2000)
    .check(z.url({ protocol: /^https?$/, abort: true }))
    .refine(isOutsideAddress);

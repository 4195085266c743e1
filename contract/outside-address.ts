import * as z from "zod";
import { isOutsideAddress } from "./addresses.ts";

/** A field for the address of a page elsewhere. */
export const outsideAddress = () => z.url({ protocol: /^https?$/ }).refine(isOutsideAddress);

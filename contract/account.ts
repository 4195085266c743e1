import { z } from "zod";
import { endpoint } from "./endpoint.ts";

/** Why an account is not open, in the words its owner reads, and since when. */
export const AccountStanding = z.object({ reason: z.string().nullable(), since: z.iso.datetime() });

export const accountApi = {
  standing: endpoint({ method: "GET", path: "/api/account/standing", access: "authenticated", response: AccountStanding }),
};

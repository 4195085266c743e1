import * as z from "zod";
import { Done, endpoint } from "../api/endpoint.ts";
import { activities, diets, moments, sizes } from "./registration-steps.ts";
import { Shop, StoredShop } from "./shop.ts";

const shops = { roles: ["DONATOR_MERCHANT"] } as const;
const students = { roles: ["BENEFICIARY"] } as const;
const helpers = { roles: ["ADMIN", "VOLUNTEER"] } as const;

/** When the form was read; missing where nothing was stored yet. */
const version = z.iso.datetime().nullish();

const several = <Value extends string>(values: readonly [Value, ...Value[]]) => z.array(z.enum(values)).max(values.length).default([]);

/** What a student may eat and wear. */
export const OwnNeeds = z.object({ diets: several(diets), size: z.enum(sizes).nullish(), version });
export type OwnNeeds = z.output<typeof OwnNeeds>;

/** How long a text about allergies is at most, in characters. */
export const longestAllergies = 300;

/** Allergies are health data, stored with their owner's consent only. Without a text, the consent ends. */
export const OwnAllergies = z.object({
  allergies: z.string().trim().max(longestAllergies).nullish(),
  agreed: z.boolean().default(false),
  version,
});
export type OwnAllergies = z.output<typeof OwnAllergies>;

export const StoredNeeds = OwnNeeds.extend({
  allergies: z.string().nullable(),
  /** Since when the consent to store allergies is given; null when it is not. */
  agreedAt: z.iso.datetime().nullable(),
});
export type StoredNeeds = z.infer<typeof StoredNeeds>;

/** What a volunteer likes and knows how to do, and when they are usually free. */
export const OwnVolunteering = z.object({
  activities: several(activities),
  skills: z.string().trim().max(300).nullish(),
  moments: several(moments),
  /** Whether volunteers with a place at the same event read their telephone number. */
  sharesPhone: z.boolean().default(false),
  version,
});
export type OwnVolunteering = z.output<typeof OwnVolunteering>;

export const ownNeedsApi = {
  needs: endpoint({ method: "GET", path: "/api/account/needs", access: students, response: StoredNeeds }),
  setNeeds: endpoint({ method: "PUT", path: "/api/account/needs", access: students, body: OwnNeeds, response: Done }),
  /** `stored` is false when the allergies are erased, and the consent with them. */
  setAllergies: endpoint({
    method: "PUT",
    path: "/api/account/allergies",
    access: students,
    body: OwnAllergies,
    response: z.object({ stored: z.boolean() }),
  }),
  /** Withdraws the consent and erases the allergies; also for somebody who is no student any more. */
  withdrawAllergies: endpoint({ method: "DELETE", path: "/api/account/allergies", access: "authenticated", response: Done }),
  volunteering: endpoint({ method: "GET", path: "/api/account/volunteering", access: helpers, response: OwnVolunteering }),
  setVolunteering: endpoint({ method: "PUT", path: "/api/account/volunteering", access: helpers, body: OwnVolunteering, response: Done }),
  shop: endpoint({ method: "GET", path: "/api/account/shop", access: shops, response: StoredShop }),
  setShop: endpoint({ method: "PUT", path: "/api/account/shop", access: shops, body: Shop, response: Done }),
};

import * as z from "zod";
import { Done, endpoint, Selection } from "../api/endpoint.ts";
import { leftOutReasons } from "./campaigns.ts";
import { campaignSenders } from "./permissions.ts";

/** The lists of people in which somebody is chosen to be written to. Whoever waits for a decision gets no campaign, and drivers are volunteers. */
export const writingLists = ["volunteers", "beneficiaries", "donators"] as const;
export type WritingList = (typeof writingLists)[number];

const ChosenPeople = z.object({ list: z.enum(writingLists), selection: Selection, dryRun: z.boolean() });
export type ChosenPeople = z.infer<typeof ChosenPeople>;

/** People of one page of those who were chosen. */
export const chosenPage = 50;

/** Somebody who was chosen, and why they would get nothing now. `changed`: they are not among those whom the reader may write to any more. */
const ChosenPerson = z.object({
  id: z.uuid(),
  /** Null for whom the reader may not see. */
  name: z.string().nullable(),
  path: z.string().nullable(),
  reason: z.enum([...leftOutReasons, "changed"]).nullable(),
});
export type ChosenPerson = z.infer<typeof ChosenPerson>;

const access = campaignSenders;
const path = "/api/admin/campaigns/:id/chosen";
const params = z.object({ id: z.uuid() });

export const campaignPeopleApi = {
  /**
   * A new draft to the people who were selected in a list, without texts. Only whom the actor sees in that list and may write to is in it: `left` are the
   * others. A dry run counts and names the first.
   */
  write: endpoint({
    method: "POST",
    path: "/api/admin/campaign-people",
    access,
    body: ChosenPeople,
    response: z.object({ count: z.int(), left: z.int(), names: z.array(z.string()), id: z.uuid().nullable() }),
  }),
  list: endpoint({
    method: "GET",
    path,
    access,
    params,
    query: z.object({ page: z.coerce.number().int().min(1).max(100).catch(1) }),
    readsMany: true,
    response: z.object({ state: z.string(), items: z.array(ChosenPerson), total: z.int() }),
  }),
  /** Takes somebody out of a draft. */
  remove: endpoint({
    method: "DELETE",
    path: `${path}/:person`,
    access,
    params: params.extend({ person: z.uuid() }),
    response: Done,
  }),
};

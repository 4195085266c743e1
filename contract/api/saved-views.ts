import * as z from "zod";
import { shortText } from "../formats/validation.ts";
import { Done, endpoint } from "./endpoint.ts";

const everyRole = ["ADMIN", "VOLUNTEER", "BENEFICIARY", "DONATOR_MERCHANT", "DONATOR_INDIVIDUAL"] as const;
const access = { roles: everyRole };

/** A list's name is the path of its page; a view is a query string of that page under a name. */
const list = shortText(120).regex(/^(\/[a-z0-9-]+)+$/);

export const SavedView = z.object({ id: z.uuid(), name: z.string(), query: z.string(), shared: z.boolean(), mine: z.boolean() });
export type SavedView = z.infer<typeof SavedView>;

/** A view that somebody else shares with their role. */
export const SharedView = SavedView.pick({ id: true, name: true, query: true }).extend({ owner: z.string() });
export type SharedView = z.infer<typeof SharedView>;

/** The most views of one list that a person saves, and that a role shares: all of them fit the bar above it. */
export const maxOwnViews = 20;
export const maxSharedViews = 30;
/** The most views of all lists that a person saves, and of one list that a person shares: others of the role have room for theirs. */
export const maxViewsOfPerson = 200;
export const maxSharedByPerson = 5;

export const SavedViewDraft = z.object({
  list,
  name: z.string("lists:view.nameRequired").trim().min(1, "lists:view.nameRequired").max(40, "lists:view.nameTooLong"),
  query: z.string().max(2_000).default(""),
  /** Shown to everyone of the same role. */
  shared: z.boolean().default(false),
});
export type SavedViewDraft = z.infer<typeof SavedViewDraft>;

export const savedViewsApi = {
  list: endpoint({
    method: "GET",
    path: "/api/saved-views",
    access,
    query: z.object({ list }),
    response: z.object({ items: z.array(SavedView) }),
  }),
  /** Those that others share, with any role, for whoever removes them. */
  sharedByOthers: endpoint({
    method: "GET",
    path: "/api/saved-views/shared",
    access: { roles: ["ADMIN"] },
    query: z.object({ list }),
    response: z.object({ items: z.array(SharedView) }),
  }),
  create: endpoint({ method: "POST", path: "/api/saved-views", access, body: SavedViewDraft, response: SavedView, status: 201 }),
  remove: endpoint({ method: "DELETE", path: "/api/saved-views/:id", access, params: z.object({ id: z.uuid() }), response: Done }),
};

import * as z from "zod";
import { Done, endpoint } from "../api/endpoint.ts";
import { locales } from "../formats/locale.ts";

/** The fixed pages whose texts staff may change: each takes its texts from the namespace of its name. */
export const editablePages = ["home", "story", "delivraide", "dressed", "euro-solidaire", "donate", "contact", "jobs"] as const;
export type EditablePage = (typeof editablePages)[number];

/** The path of an editable page. */
export const pathOfPage = (page: EditablePage) => (page === "home" ? "/" : `/${page}`);

/** The longest that any page text may be; its place may have less room. */
export const longestPageText = 2000;

/** Page texts that replace the default ones, by key; an empty text means the default. */
export const TextsByKey = z.record(
  z.string().regex(/^[\w.-]{1,100}$/),
  z.string().trim().max(longestPageText, `pages:tooLong?max=${longestPageText}`),
);
export type TextsByKey = z.infer<typeof TextsByKey>;

export const PageTextsRecord = z.object({
  page: z.enum(editablePages),
  texts: z.object({ fr: TextsByKey, en: TextsByKey }),
  version: z.int(),
  updatedAt: z.iso.datetime().nullable(),
  updatedBy: z.string().nullable(),
});
export type PageTextsRecord = z.infer<typeof PageTextsRecord>;

/** All page texts of a page in one language. `version` is the one the editor started from. */
export const PageTextsEdit = z.object({ locale: z.enum(locales), texts: TextsByKey, version: z.int() });

const admins = { roles: ["ADMIN"] } as const;
const byPage = z.object({ page: z.enum(editablePages) });

export const pageTextsApi = {
  read: endpoint({
    method: "GET",
    path: "/api/page-texts/:page",
    access: "public",
    params: byPage,
    response: z.object({ texts: TextsByKey }),
    shows: ["page_texts"],
  }),
  list: endpoint({
    method: "GET",
    path: "/api/admin/page-texts",
    access: admins,
    response: z.object({ items: z.array(PageTextsRecord) }),
  }),
  get: endpoint({ method: "GET", path: "/api/admin/page-texts/:page", access: admins, params: byPage, response: PageTextsRecord }),
  update: endpoint({
    method: "PUT",
    path: "/api/admin/page-texts/:page",
    access: admins,
    params: byPage,
    body: PageTextsEdit,
    response: Done,
  }),
};

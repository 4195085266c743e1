import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { LinkState, Token } from "../api/mail-links.ts";
import { locales } from "../formats/locale.ts";
import { Postcode } from "../formats/postal-address.ts";
import { filled } from "../formats/validation.ts";
import { NewPassword } from "./passwords.ts";

/** Optional contents for a new installation; each can also be added later. */
export const startingContents = [
  "terms",
  "privacy",
  "charter",
  "driverCharter",
  "accessibility",
  "criteria",
  "countries",
  "themes",
  "support",
  "questions",
  "synonyms",
] as const;
export const StartingContent = z.enum(startingContents);
export type StartingContent = z.infer<typeof StartingContent>;

/** The first administrator's account; the e-mail address is the link's. */
export const SetupAccount = z
  .object({
    firstName: filled("setup:error.firstName", 80),
    lastName: filled("setup:error.lastName", 80),
    password: NewPassword,
    again: z.string("register:error.again").max(256, "register:error.mismatch"),
    locale: z.enum(locales).default("fr"),
    terms: z.literal(true, "register:error.terms"),
  })
  .refine(({ password, again }) => password === again, { path: ["again"], error: "register:error.mismatch" });
export type SetupAccount = z.output<typeof SetupAccount>;

/** The first local team. */
export const FirstSector = z.object({
  name: filled("setup:error.sectorName", 80),
  city: filled("setup:error.city", 80),
  postcode: Postcode,
});
export type FirstSector = z.output<typeof FirstSector>;

export const ChosenContents = z.object({ contents: z.array(StartingContent).default([]) });

const admins = { roles: ["ADMIN"] } as const;

/** The steps before a site can open, in order. */
export const openingSteps = [
  "organisation",
  "legal",
  "bank",
  "contact",
  "mailServer",
  "sector",
  "terms",
  "privacy",
  "charter",
  "criteria",
  "support",
  "secondAdministrator",
] as const;
export type OpeningStep = (typeof openingSteps)[number];

export const setupApi = {
  /** Whether a link is valid, and whose it is; an invalid one reveals no e-mail address. */
  link: endpoint({
    method: "POST",
    path: "/api/setup/link",
    access: "public",
    body: z.object({ token: Token }),
    response: z.object({ state: LinkState, email: z.string().nullable(), hasAccount: z.boolean() }),
  }),
  /** Creates the account, invalidates the link and opens a session. */
  begin: endpoint({
    method: "POST",
    path: "/api/setup/account",
    access: "public",
    body: z.object({
      token: Token,
      firstName: z.string().trim().min(1).max(80),
      lastName: z.string().trim().min(1).max(80),
      password: NewPassword,
      locale: z.enum(locales),
    }),
    response: z.object({ state: LinkState }),
  }),
  /** Which steps are done, for administrators. */
  progress: endpoint({
    method: "GET",
    path: "/api/admin/setup",
    access: admins,
    response: z.object({ done: z.array(z.enum(openingSteps)), contents: z.array(StartingContent) }),
  }),
  addSector: endpoint({
    method: "POST",
    path: "/api/admin/setup/sector",
    access: admins,
    body: FirstSector,
    response: z.object({ id: z.uuid() }),
    status: 201,
  }),
  /** Writes the chosen contents; those that are there already stay as they are. */
  addContents: endpoint({
    method: "POST",
    path: "/api/admin/setup/contents",
    access: admins,
    body: ChosenContents,
    response: z.object({ added: z.array(StartingContent) }),
  }),
};

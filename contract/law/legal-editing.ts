import * as z from "zod";
import { roles } from "../accounts/roles.ts";
import { Done, endpoint, listQuery, pageOf } from "../api/endpoint.ts";
import { Localized, localizedField, localizedText } from "../formats/localized.ts";
import { markdownText } from "../formats/markdown-pictures.ts";
import { knownLegalKeys } from "./legal-keys.ts";

const access = { roles: ["ADMIN"] } as const;
const byId = z.object({ id: z.uuid() });

export const textStates = ["draft", "published", "superseded"] as const;
export type TextState = (typeof textStates)[number];

/** What an administrator writes. The version's number is the database's. */
export const TextDraft = z.object({
  key: z
    .string("signing:form.keyForm")
    .trim()
    .regex(/^[a-z][a-z0-9_]{1,39}$/, "signing:form.keyForm"),
  title: localizedText("signing:form.titleMissing", 160),
  body: localizedField(markdownText(60_000, "signing:form.bodyMissing").min(1, "signing:form.bodyMissing"), markdownText(60_000)),
  appliesTo: z.array(z.enum(roles)).max(roles.length).default([]),
  blocking: z.coerce.boolean().default(false),
  minorChange: z.coerce.boolean().default(false),
});
export type TextDraft = z.infer<typeof TextDraft>;

const keyForm = TextDraft.shape.key;

/** The form of a new text: one of those that the software knows, or another with a key of its own. */
export const NewText = TextDraft.extend({
  knownKey: z.enum(["", ...knownLegalKeys]).default(""),
  key: z.string().trim().max(40, { error: "signing:form.keyForm", abort: true }).default(""),
}).refine(({ knownKey, key }) => knownKey !== "" || keyForm.safeParse(key).success, { path: ["key"], error: "signing:form.keyForm" });

export const TextEdit = TextDraft.extend({ version: z.int() });

export const TextRow = z.object({
  id: z.uuid(),
  key: z.string(),
  number: z.int(),
  title: Localized,
  status: z.enum(textStates),
  appliesTo: z.array(z.enum(roles)),
  blocking: z.boolean(),
  minorChange: z.boolean(),
  publishedAt: z.iso.datetime().nullable(),
  updatedAt: z.iso.datetime(),
});
export type TextRow = z.infer<typeof TextRow>;

export const TextRecord = TextRow.extend({
  body: Localized,
  version: z.int(),
  /** SHA-256 of the text in each language. */
  frenchHash: z.string(),
  englishHash: z.string().nullable(),
  signed: z.int(),
  mustSign: z.int(),
  /** Every version of the same text, the newest first. */
  versions: z.array(z.object({ id: z.uuid(), number: z.int(), status: z.enum(textStates) })),
});
export type TextRecord = z.infer<typeof TextRecord>;

export const Signer = z.object({
  id: z.uuid(),
  name: z.string(),
  role: z.enum(roles),
  signedAt: z.iso.datetime().nullable(),
  locale: z.string().nullable(),
  number: z.int().nullable(),
});
export type Signer = z.infer<typeof Signer>;

export const TextQuery = listQuery(["updatedAt", "key"], { status: z.enum(textStates).optional().catch(undefined) });
export const SignerQuery = listQuery(["lastName"], { signed: z.enum(["yes", "no"]).optional().catch(undefined) }, { order: "asc" });
export type SignerQuery = z.infer<typeof SignerQuery>;

/** A text that a person signed, with the address of its PDF. */
export const OwnSignature = z.object({ id: z.uuid(), title: z.string(), number: z.int(), signedAt: z.iso.datetime() });
export type OwnSignature = z.infer<typeof OwnSignature>;

const path = "/api/admin/legal-texts";

export const legalEditingApi = {
  list: endpoint({ method: "GET", path, access, query: TextQuery, response: pageOf(TextRow) }),
  get: endpoint({ method: "GET", path: `${path}/:id`, access, params: byId, response: TextRecord }),
  create: endpoint({ method: "POST", path, access, body: TextDraft, response: byId, status: 201 }),
  update: endpoint({ method: "PUT", path: `${path}/:id`, access, params: byId, body: TextEdit, response: byId }),
  remove: endpoint({ method: "DELETE", path: `${path}/:id`, access, params: byId, response: Done }),
  /** Publishing a text that people must sign takes `stops`, the number of people concerned: it confirms that the number was read. */
  publish: endpoint({
    method: "POST",
    path: `${path}/:id/publish`,
    access,
    params: byId,
    query: z.object({ stops: z.coerce.number().int().optional().catch(undefined) }),
    response: Done,
  }),
  nextVersion: endpoint({ method: "POST", path: `${path}/:id/next-version`, access, params: byId, response: byId, status: 201 }),
  signers: endpoint({ method: "GET", path: `${path}/:id/signers`, access, params: byId, query: SignerQuery, response: pageOf(Signer) }),
  mine: endpoint({
    method: "GET",
    path: "/api/account/signatures",
    access: "authenticated",
    response: z.object({ items: z.array(OwnSignature) }),
  }),
};

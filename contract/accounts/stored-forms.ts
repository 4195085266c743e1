import * as z from "zod";
import { Done, endpoint } from "../api/endpoint.ts";

/** How long a form that was sent without a session is stored, in seconds. */
export const storedFormLifetime = 30 * 60;
/** The maximum size of a stored form: bytes of names and answers, and number of fields. */
export const maxStored = { bytes: 64 * 1024, fields: 1_000 } as const;

/** The cookie with the key of the forms stored for a browser: nobody can read them without it. */
export function storedFormsCookie(secure: boolean): string {
  return `${secure ? "__Host-" : ""}stored-forms`;
}

/** Bytes of the names and answers of a form. */
export function sizeOfFields(fields: [string, string][]): number {
  const encoder = new TextEncoder();
  return fields.reduce((sum, [name, value]) => sum + encoder.encode(name + value).length, 0);
}

/** What was in a form. `cut` says that it was too long, and that its answers are not stored. */
export const StoredForm = z.object({
  /** The form's name on its page, when it has one. */
  form: z.string().max(100),
  fields: z
    .array(z.tuple([z.string().max(300), z.string().max(maxStored.bytes)]))
    .max(maxStored.fields)
    .refine((fields) => sizeOfFields(fields) <= maxStored.bytes),
  /** Whether there were files, which are not stored. */
  files: z.boolean(),
  /** Whether there were passwords, or data about health, which are not stored. */
  secrets: z.boolean(),
  cut: z.boolean(),
});
export type StoredForm = z.infer<typeof StoredForm>;

/** A page's path without its language and query. */
const path = z.string().max(1_000).startsWith("/");

export const storedFormsApi = {
  /** Keeps a form for the account that its page was made for, as the page's mark says. */
  store: endpoint({
    method: "POST",
    path: "/api/stored-forms",
    access: "public",
    body: StoredForm.extend({ mark: z.string().max(200), path }),
    response: z.object({ stored: z.boolean() }),
  }),
  /** The mark of this person's pages, and what is stored for the page; `ofOther` when something is stored for somebody else. */
  ofPage: endpoint({
    method: "GET",
    path: "/api/stored-forms",
    access: "authenticated",
    query: z.object({ path: path.optional() }),
    response: z.object({ mark: z.string(), stored: StoredForm.nullable(), ofOther: z.boolean() }),
  }),
  /** Erases what is stored for a form of a page; without one, what is stored in this browser for other people. */
  forget: endpoint({
    method: "DELETE",
    path: "/api/stored-forms",
    access: "authenticated",
    query: z.object({ path: path.optional(), form: z.string().max(100).optional() }),
    response: Done,
  }),
};

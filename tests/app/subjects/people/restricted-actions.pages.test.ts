import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { documents } from "#backend/modules/documents/tables";
import { trackingEntries } from "#backend/modules/tracking/tables";
import { users } from "#backend/modules/users/tables";
import { beneficiaryFiles } from "#backend/modules/verification/tables";
import { everywherePermissions } from "#contract/accounts/permissions";
import { startBackend } from "#tests/support/backend";
import { everyEndpoint, examplesOf } from "#tests/support/endpoints";
import { noLimits } from "#tests/support/no-limits";
import { formsIn, type PageForm } from "#tests/support/page-forms";
import { signIn } from "#tests/support/people";
import { addEntrusted, addressesOf, entrustedIn, textOf } from "#tests/support/restricted";
import { servedPages } from "#tests/support/served-pages";
import { type Site, startSite } from "#tests/support/site";

const patience = 600_000;

let site: Site;
let reader: string;
let other: string;
let added: Awaited<ReturnType<typeof addEntrusted>>;

beforeAll(async () => {
  // why: the limits would refuse most of what is sent before anybody reads it.
  site = await startSite({}, await startBackend({ limits: noLimits }));
  const all = await signIn(site.backend, { role: "ADMIN", permissions: everywherePermissions });
  const most = everywherePermissions.filter((one) => one !== "BENEFICIARY_READ_RESTRICTED");
  reader = all.cookie;
  other = (await signIn(site.backend, { role: "ADMIN", permissions: most })).cookie;
  added = await addEntrusted(site, all.id);
});
afterAll(() => site.backend.close());

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** What is wrong with an answer: a fault of the server, or what was entrusted. */
async function wrongWith(answer: Response): Promise<string> {
  const text = await textOf(answer);
  return [...(answer.status >= 500 ? [String(answer.status)] : []), ...entrustedIn(text)].join(", ");
}

/** It takes no right to read a person's file to erase them, which ends what there is to find. */
const erasing = "/api/admin/people/:id/data-requests";

/** Changes that the contract knows, about each of the student's records: its id is in the path, or in the body. The bodies are those of one endpoint. */
async function changes() {
  const endpoints = (await everyEndpoint()).filter(
    ({ method, path }) => method !== "GET" && !path.startsWith("/api/auth/") && path !== erasing,
  );
  return endpoints.flatMap(({ method, path, body }) => {
    const bodies = examplesOf(body).map((example) => JSON.stringify(example) ?? "");
    const names = /:\w+/.test(path) || bodies.some((written) => written.search(uuid) >= 0);
    const bodiesOf = (id: string) => bodies.map((written) => (written ? JSON.parse(written.replace(uuid, id)) : undefined));
    return names ? added.ids.map((id) => ({ method, path: path.replace(/:\w+/g, id), bodies: bodiesOf(id) })) : [];
  });
}

/** What only a reader of restricted files decides about, as it is stored. */
async function stored() {
  const { db } = site.backend.services;
  const { id } = added.student;
  const [file] = await db.select().from(beneficiaryFiles).where(eq(beneficiaryFiles.userId, id));
  const [student] = await db.select().from(users).where(eq(users.id, id));
  const [entry] = await db.select().from(trackingEntries).where(eq(trackingEntries.subjectUserId, id));
  const files = await db.select().from(documents).where(eq(documents.ownerId, id)).orderBy(documents.storageKey);
  return {
    account: [student?.accountState, student?.birthDate],
    file: [file?.status, file?.answers, file?.allergies],
    entry: [entry?.title, entry?.body, entry?.visibility],
    documents: files.map(({ verification, rejectReason, purgedAt }) => [verification, rejectReason, purgedAt]),
  };
}

/** The forms on all pages behind the login that a reader of everything sees for the student's records, and each page's action without a form. */
async function shownForms(): Promise<PageForm[]> {
  const pages = servedPages(site.build).filter(({ path, hasPage }) => hasPage && /^\/(dashboard|account)/.test(path));
  const forms: PageForm[] = [];
  for (const served of pages) {
    const { path, hasAction } = served;
    for (const address of await addressesOf(site, served, added.ids, reader)) {
      const page = await site.visit(address, { cookie: reader });
      if (page.status !== 200) continue;
      const names = ({ action, fields }: PageForm) =>
        added.ids.some((id) => action.includes(id) || fields.some(({ value }) => value.includes(id)));
      const found = formsIn(await page.text(), address).filter((form) => names(form) && !form.action.endsWith("/logout"));
      forms.push(...found, ...(hasAction && address !== path ? [{ action: address, fields: [] }] : []));
    }
  }
  return forms;
}

/** A form with its empty fields filled in, and without what its sender does not know: once for each of its buttons and choices. */
function fillings({ fields }: PageForm): Record<string, string>[] {
  const written = fields.filter(({ type }) => type !== "button");
  const sentFor = ({ value, type }: (typeof written)[number]) =>
    entrustedIn(value).length > 0 ? "" : value || (type === "hidden" ? "" : "Texte");
  const values = Object.fromEntries(written.map((field) => [field.name, sentFor(field)]));
  const choices = fields.filter(({ type }) => ["button", "radio", "select", "submit"].includes(type));
  return choices.length > 0 ? choices.map(({ name, value }) => ({ ...values, [name]: value })) : [values];
}

const isLoggedIn = async (cookie: string) => (await site.backend.request("/api/admin/people/beneficiaries", { cookie })).status === 200;

test("an administrator without the right to restricted files reads and changes nothing of them by any form", {
  timeout: patience,
}, async () => {
  const before = await stored();
  const wrong: string[] = [];
  const statuses = new Set<number>();
  for (const form of await shownForms())
    for (const filled of fillings(form)) {
      const answer = await site.visit(form.action, { cookie: other, form: filled });
      statuses.add(answer.status);
      const next = answer.headers.get("location");
      const found = await wrongWith(answer);
      const after = next?.startsWith("/") ? await wrongWith(await site.visit(next, { cookie: other })) : "";
      if (found || after) wrong.push(`${form.action} ${JSON.stringify(filled)}: ${found}, ${next}: ${after}`);
    }
  expect(wrong).toEqual([]);
  expect(await stored()).toEqual(before);
  expect([await isLoggedIn(other), statuses.has(303), statuses.has(403)]).toEqual([true, true, true]);
  // The same form, sent by somebody who may, is answered with the file: it would have been found.
  const file = `/dashboard/admin/users/pending-approval/${added.student.id}`;
  expect(await wrongWith(await site.visit(file, { cookie: reader, form: {} }))).toContain("income");
});

test("nor by any change through the API", { timeout: patience }, async () => {
  const before = await stored();
  const wrong: string[] = [];
  const statuses = new Set<number>();
  for (const { method, path, bodies } of await changes())
    for (const json of bodies) {
      const answer = await site.backend.request(path, { method, cookie: other, json });
      statuses.add(answer.status);
      const found = await wrongWith(answer);
      if (found) wrong.push(`${method} ${path} ${JSON.stringify(json)}: ${found}`);
      // It is no record of this kind, whatever is sent.
      if (answer.status === 404) break;
    }
  expect(wrong).toEqual([]);
  expect(await stored()).toEqual(before);
  expect([await isLoggedIn(other), statuses.has(200), statuses.has(403)]).toEqual([true, true, true]);
});

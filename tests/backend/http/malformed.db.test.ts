import { randomBytes } from "node:crypto";
import { ne } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { partsOf } from "#backend/module";
import { modules } from "#backend/modules";
import { articleSlugs, articles, tags } from "#backend/modules/articles/tables";
import { auditLog } from "#backend/modules/audit/tables";
import { campaigns } from "#backend/modules/campaigns/tables";
import { messageReplies, messages } from "#backend/modules/contact/tables";
import { documents } from "#backend/modules/documents/tables";
import { sheetRows, sheets } from "#backend/modules/imports/tables";
import { legalDocuments } from "#backend/modules/legal-documents/tables";
import { savedViews } from "#backend/modules/saved-views/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { tasks } from "#backend/modules/tasks/tables";
import { hashOf } from "#backend/secrets";
import { peopleImportApi } from "#contract/accounts/people-import";
import type { Endpoint } from "#contract/api/endpoint";
import { Token } from "#contract/api/mail-links";
import { Problem } from "#contract/api/problem";
import { articleRecordsApi } from "#contract/publishing/articles";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { addCallers, roleFor } from "#tests/support/callers";
import { everyEndpoint, exampleOf, formats, withElsewhere } from "#tests/support/endpoints";
import { addPerson, cookiesOf } from "#tests/support/people";
import { restoreRecords } from "#tests/support/records";

const endpoints = await everyEndpoint();
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const withBody = endpoints.filter(({ body, bodyType }) => body && bodyType !== "multipart").map((one) => [nameOf(one), one] as const);
const withInput = endpoints.filter(({ params, query }) => params || query).map((one) => [nameOf(one), one] as const);

const deep = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

/** The id of one record of each kind, which the examples of the schemas name too. */
const anId = formats.uuid;

/** Values of unexpected types, and values of the right type that are invalid. */
const hostile: unknown[] = [
  null,
  true,
  -1,
  1.5,
  1e308,
  2 ** 31,
  Number.MAX_SAFE_INTEGER,
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "\udc00 a",
  "a".repeat(200_000),
  "'; drop table users; --",
  "%_\\",
  "\\u0000",
  "0000-01-01",
  "9999-12-31",
  "0000-01-01T00:00:00Z",
  "9999-12-31T23:59:59Z",
  anId,
  [],
  {},
  [[null]],
  [anId, anId],
  JSON.parse(deep(2_000)),
  JSON.parse(`{"__proto__":{"role":"ADMIN"},"constructor":{"prototype":{"role":"ADMIN"}},"toString":1}`),
];

/** Large ones are read before it is known for which endpoint: every twelfth gets them. */
const largeBodies = [deep(200_000), '{"a":'.repeat(100_000), `"${"é".repeat(600_000)}"`];

/** Bodies that are no JSON, or JSON that no endpoint expects. */
const rawBodies = [
  "",
  "{",
  "null",
  "[]",
  "1",
  '"text"',
  "undefined",
  "NaN",
  "{}{}",
  "\ufeff{}",
  '{"__proto__":null}',
  '{"title":"\\ud800"}',
  '{"\\u0000":1}',
];

const texts = [
  "",
  "%00",
  "%ED%A0%80",
  "%E0%A4%A",
  "..",
  "a".repeat(5_000),
  "-1",
  "2147483648",
  "9007199254740991",
  "1e99",
  anId,
  "0000-01-01",
  "9999-12-31T23:59:59Z",
  "%25_%5C",
  "__proto__",
  "[object%20Object]",
];

let backend: TestBackend;
let callers: Awaited<ReturnType<typeof addCallers>>;
let adminId = "";
let personId = "";
beforeAll(async () => {
  backend = await startBackend();
  const { db } = backend.services;
  callers = await addCallers(backend);
  adminId = callers.idOf("ADMIN");
  personId = (await addPerson(backend, { role: "BENEFICIARY" })).id;
  const title = { fr: "Un texte" };
  const charter = { key: "charter", documentVersion: 1, appliesTo: ["ADMIN"], blocking: false, publishedAt: new Date("2026-01-01") };
  const picture = { kind: "PUBLIC_MEDIA", visibility: "public", storageKey: "none", mime: "image/webp", bytes: 1, sha256: "" } as const;
  await db.insert(sectors).values({ id: anId, slug: "une-equipe", name: "Une équipe" });
  await db.insert(tags).values({ id: anId, slug: "un-theme", label: title });
  await db.insert(documents).values({ id: anId, ownerId: adminId, ...picture });
  await db.insert(articles).values({ id: anId, title, lead: title, body: title, authorId: adminId, updatedBy: adminId });
  await db.insert(legalDocuments).values({ id: anId, ...charter, title, body: title });
  const byAdmin = { createdBy: adminId, updatedBy: adminId };
  const texts = { title, sentence: title, body: title, label: title };
  await db
    .insert(campaigns)
    .values({ id: anId, ...byAdmin, ...texts, topic: "association", roles: ["VOLUNTEER"], sectorIds: [], channels: ["inbox"] });
  const at = new Date("2026-01-01");
  const over = { state: "done", total: 0, startedAt: at, finishedAt: at } as const;
  await db
    .insert(tasks)
    .values({ id: anId, ownerId: adminId, kind: peopleImportApi.run.path, query: {}, requestId: anId, createdAt: at, ...over });
  await db.insert(sheets).values({ id: anId, ownerId: adminId, subject: peopleImportApi.run.path, fileName: "a.csv", columns: ["E-mail"] });
  await db.insert(sheetRows).values({ sheetId: anId, line: 2, cells: ["aya@maillon.example"] });
  const writer = { name: "Aya", email: "aya@maillon.example", locale: "fr", topic: "other", dedupeKey: "aya" } as const;
  await db.insert(messages).values({ id: anId, ...writer, body: "Un texte" });
  const answer = { authorId: adminId, tokenHash: hashOf(String(exampleOf(Token))), at };
  await db.insert(messageReplies).values({ threadId: anId, body: "Un texte", ...answer });
});
afterAll(() => backend.close());

/** Undoes the effects of an accepted request, so that the next one gets as far. */
async function freshDraft() {
  const { db } = backend.services;
  await db.delete(articles).where(ne(articles.id, anId));
  await db.delete(articleSlugs);
  await db.update(articles).set({ version: 1, status: "draft" });
  await db.delete(savedViews);
  await db.insert(savedViews).values({ id: anId, list: "/dashboard/list", name: "Une vue", query: "", ownerId: adminId });
  await db.update(sheets).set({ mapping: null, startedAt: null, undoneAt: null });
  await db.update(messages).set({ version: 1 });
  await db.update(campaigns).set({ version: 1 });
  await restoreRecords(db, { id: anId, participantId: adminId, personId });
}

/** The address of an endpoint with a record that is there, or with these parameters. */
function urlOf({ path }: Endpoint, given: Record<string, string> = {}) {
  const known: Record<string, string> = { id: anId, number: "1", ...given };
  return path.replace(/:(\w+)/g, (_, name: string) => known[name] ?? "1");
}

/** Whether the last request was accepted, and so may have left something. */
let accepted = false;

/** Sends a request, and returns the faults of the response. */
async function faultOf(what: string, address: string, init: Parameters<TestBackend["request"]>[1]) {
  const before = backend.logged.length;
  const answer = await backend.request(address, init);
  const body = await answer.text();
  accepted = answer.ok;
  if (answer.status >= 500) {
    const { err } = (backend.logged.slice(before).find(({ msg }) => msg === "request failed") ?? {}) as { err?: { message: string } };
    return [`${what}: ${answer.status} ${err?.message.slice(0, 300)}`];
  }
  if (answer.status >= 400 && !Problem.safeParse(JSON.parse(body)).success) return [`${what}: ${answer.status} is no problem`];
  return [];
}

const shown = (value: unknown) => JSON.stringify(value)?.slice(0, 60);

describe("unexpected input is refused, never a server error", () => {
  test("the list covers every endpoint", () => {
    expect(endpoints.length).toBeGreaterThan(30);
    expect(withBody.length).toBeGreaterThan(5);
  });

  test.each([articleRecordsApi.create, articleRecordsApi.update])(
    "what is changed field by field would be accepted: $method $path",
    async (endpoint) => {
      await freshDraft();
      const cookie = await cookiesOf(backend, adminId);
      const answer = await backend.request(urlOf(endpoint), { method: endpoint.method, cookie, json: exampleOf(endpoint.body) });
      expect([answer.ok, await answer.text()]).toEqual([true, expect.stringContaining("un-texte")]);
    },
  );

  test.each(withBody)("bodies of other types: %s", async (_, endpoint) => {
    const faults: string[] = [];
    for (const cookie of [await callers.cookieFor(endpoint)])
      for (const body of [...rawBodies, ...(withBody.findIndex(([, one]) => one === endpoint) % 12 === 0 ? largeBodies : [])]) {
        const headers = { "content-type": "application/json" };
        const who = roleFor(endpoint) ?? "visitor";
        faults.push(...(await faultOf(`${who} ${shown(body)}`, urlOf(endpoint), { method: endpoint.method, cookie, body, headers })));
      }
    expect(faults).toEqual([]);
  });

  test.each(withBody)("each field in turn: %s", { timeout: 120_000 }, async (_, endpoint) => {
    const cookie = await callers.cookieFor(endpoint);
    const example = exampleOf(endpoint.body);
    expect(endpoint.body?.safeParse(example).success, JSON.stringify(example)).toBe(true);
    const faults: string[] = [];
    await freshDraft();
    // Every value and every field, in a sixth of all pairs; near-misses of all kinds are sent by chance in malformed-forms.
    for (const [at, other] of hostile.entries())
      for (const [turn, { place, value }] of [...withElsewhere(example, other)].entries()) {
        if ((at + turn) % 6 > 0) continue;
        if (accepted) await freshDraft();
        faults.push(...(await faultOf(`${place}: ${shown(other)}`, urlOf(endpoint), { method: endpoint.method, cookie, json: value })));
      }
    expect(faults).toEqual([]);
  });

  test.each(withInput)("addresses: %s", async (_, endpoint) => {
    const faults: string[] = [];
    const names = (part: unknown) => Object.keys((part as { shape?: object } | undefined)?.shape ?? {});
    for (const cookie of [await callers.cookieFor(endpoint)])
      for (const [at, text] of texts.entries()) {
        const addresses = [
          ...names(endpoint.params).map((name) => urlOf(endpoint, { [name]: text })),
          ...names(endpoint.query)
            .flatMap((name) => [`?${name}=${text}`, `?${name}=${text}&${name}=${text}`, `?${name}[a]=${text}`])
            // A sixth of them, another sixth for each text: some endpoints read a dozen parameters.
            .filter((_, turn) => (at + turn) % 6 === 0)
            .map((query) => urlOf(endpoint) + query),
        ];
        for (const address of addresses)
          faults.push(
            ...(await faultOf(`${roleFor(endpoint) ?? "visitor"} ${address.slice(0, 200)}`, address, {
              method: endpoint.method,
              cookie,
              ...(endpoint.method !== "GET" && { json: exampleOf(endpoint.body) ?? {} }),
            })),
          );
      }
    expect(faults).toEqual([]);
  });

  test("cookies and headers", async () => {
    const faults: string[] = [];
    for (const endpoint of endpoints)
      for (const value of ["%00", "%E0%A4%A", "a".repeat(4_000), "a.b.c", "{}", "=;="]) {
        const cookie = `access=${value}; refresh=${value}; login=${value}; _interaction=${value}`;
        const headers = { "idempotency-key": value, "accept-language": value, "x-request-id": value, "content-type": value };
        const body = endpoint.method === "GET" ? undefined : value;
        faults.push(
          ...(await faultOf(`${nameOf(endpoint)} ${value.slice(0, 20)}`, urlOf(endpoint), {
            method: endpoint.method,
            cookie,
            headers,
            body,
          })),
        );
      }
    expect(faults).toEqual([]);
  });

  test("a request id of another form is replaced, in the log and in the audit log", async () => {
    const needle = `needle@maillon.example ${randomBytes(6_000).toString("base64url")}`;
    const cookie = await cookiesOf(backend, adminId);
    const json = { name: "Une session", type: "public", redirectUris: ["https://agenda.example/"], scopes: [] };
    const headers = { "x-request-id": needle };
    expect((await backend.request("/api/admin/oauth-clients", { method: "POST", cookie, json, headers })).status).toBe(201);
    const rows = await backend.services.db.select({ id: auditLog.requestId }).from(auditLog);
    expect(JSON.stringify([rows, backend.logged])).not.toContain("needle");
  });

  test("uploads", async () => {
    const cookie = await cookiesOf(backend, adminId);
    const faults: string[] = [];
    const forms: (FormData | string)[] = ["", "{}", "--x\r\n", "file=x"];
    for (const file of [
      "a text",
      new File([], ""),
      new File(["x"], "\0.png", { type: "image/png" }),
      new File(["x"], "../../a", { type: "text/html" }),
    ]) {
      const form = new FormData();
      form.append("file", file);
      form.append("__proto__", "x");
      forms.push(form);
    }
    for (const { method, path } of endpoints.filter(({ bodyType }) => bodyType === "multipart"))
      for (const body of forms)
        for (const type of typeof body === "string"
          ? ["multipart/form-data", "multipart/form-data; boundary=x", "application/json"]
          : [null])
          faults.push(...(await faultOf(`${path} ${type}`, path, { method, cookie, body, headers: type ? { "content-type": type } : {} })));
    expect(faults).toEqual([]);
  });

  test("no prototype was polluted", () => {
    expect(({} as { role?: string }).role).toBeUndefined();
  });
});

describe("an id that no record can have is not found", () => {
  const impossible = ["-".repeat(36), "0".repeat(36), "a".repeat(36), anId.replaceAll("-", "")];

  /** The addresses of all that is no endpoint of the contract and has an id, such as files: those of the routers of the modules. */
  async function filesWithId() {
    const parts = await partsOf(modules, backend.services);
    const paths = parts.flatMap(
      ({ routers }) => routers?.flatMap(({ routes }) => routes.map(({ method, path }) => `${method} ${path}`)) ?? [],
    );
    return [...new Set(paths)].flatMap((one) => (/^GET .*\/:/.test(one) ? [one.slice(4)] : []));
  }

  test("in the address of a file", async () => {
    const paths = await filesWithId();
    expect(paths).toEqual(expect.arrayContaining(["/api/press/:id/file", "/api/documents/:id/content", "/api/admin/applications/:id/cv"]));
    const cookie = await cookiesOf(backend, adminId);
    const faults: string[] = [];
    for (const path of paths)
      for (const id of impossible)
        for (const who of [undefined, cookie]) {
          const address = path.replace(/:id\b/, id).replace(/:\w+(\{[^}]*\})?/g, "1");
          const { status } = await backend.request(address, { cookie: who });
          if (![401, 403, 404].includes(status)) faults.push(`${address}: ${status}`);
        }
    expect(faults).toEqual([]);
  });

  test("among the pictures of a text, and in the place at which a page of the timeline begins", async () => {
    const cookie = await cookiesOf(backend, adminId);
    for (const id of impossible.slice(0, 2)) {
      const pictures = await backend.request(`/api/admin/article-pictures?ids=${id},${anId}`, { cookie });
      const timeline = await backend.request(`/api/account/timeline?before=2026-01-01T00:00:00.000Z_${id}`, { cookie });
      expect([pictures.status, timeline.status]).toEqual([400, 200]);
    }
  });
});

test("a text may contain the escape sequences of forbidden characters", async () => {
  const cookie = await cookiesOf(backend, adminId);
  const json = { list: "/dashboard/admin/mails", name: "Le code \\u0000 et \\ud800" };
  const answer = await backend.request("/api/saved-views", { method: "POST", cookie, json });
  expect([answer.status, (await answer.json()).name]).toEqual([201, json.name]);
});

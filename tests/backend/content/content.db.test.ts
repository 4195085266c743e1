import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { press } from "#backend/modules/press/tables";
import { backendForTest, type TestBackend } from "#tests/support/backend";
import { addContent } from "#tests/support/content";
import { signIn } from "#tests/support/people";

const piece = {
  title: { fr: "Un pari", en: "A bet" },
  outlet: "La Gazette",
  kind: "article",
  day: "2026-11-01",
  quote: { fr: "" },
  body: { fr: "" },
};

async function asAdmin() {
  const backend = await backendForTest();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const send = (method: string, path: string, json?: unknown) => backend.request(`/api/admin/press${path}`, { method, cookie, json });
  const create = async (more = {}) => (await (await send("POST", "", { ...piece, ...more })).json()) as { id: string; version: number };
  return { backend, send, create };
}

const titlesOnLine = async (backend: TestBackend) =>
  ((await (await backend.request("/api/press")).json()) as { items: { title: { fr: string } }[] }).items.map(({ title }) => title.fr);

test("content is a draft first, visible once published, hidden when withdrawn or archived, and each step is in the audit log", async () => {
  const { backend, send, create } = await asAdmin();
  const { id } = await create();
  expect(await titlesOnLine(backend)).toEqual([]);
  for (const [status, shown] of [
    ["published", ["Un pari"]],
    ["draft", []],
    ["published", ["Un pari"]],
    ["archived", []],
  ] as const) {
    expect((await send("POST", `/${id}/status`, { status })).status).toBe(200);
    expect([status, await titlesOnLine(backend)]).toEqual([status, shown]);
  }
  const log = await backend.services.db.select().from(auditLog).where(eq(auditLog.entityId, id)).orderBy(auditLog.seq);
  expect(log.map(({ action }) => action)).toEqual(["press.create", "press.publish", "press.withdraw", "press.publish", "press.archive"]);
});

test("the state of the translation follows the edits: none, incomplete, up to date, outdated, and up to date again", async () => {
  const { send } = await asAdmin();
  const created = (await (await send("POST", "", { ...piece, title: { fr: "Un pari" } })).json()) as {
    id: string;
    version: number;
    english: string;
  };
  let { version } = created;
  const states = [created.english];
  const edits = [
    { title: { fr: "Un pari", en: "A bet" }, quote: { fr: "Bravo." } },
    { title: { fr: "Un pari", en: "A bet" }, quote: { fr: "Bravo.", en: "Well done." } },
    { title: { fr: "Un beau pari", en: "A bet" }, quote: { fr: "Bravo.", en: "Well done." } },
    { outlet: "Le Courrier", title: { fr: "Un beau pari", en: "A bet" }, quote: { fr: "Bravo.", en: "Well done." } },
    { title: { fr: "Un beau pari", en: "A fine bet" }, quote: { fr: "Bravo.", en: "Well done." } },
  ];
  for (const edit of edits) {
    const answer = (await (await send("PATCH", `/${created.id}`, { ...piece, ...edit, version })).json()) as {
      version: number;
      english: string;
    };
    version = answer.version;
    states.push(answer.english);
  }
  expect(states).toEqual(["none", "draft", "reviewed", "outdated", "outdated", "reviewed"]);
});

test("an edit that started from an older version is refused with the current record, and changes nothing", async () => {
  const { backend, send, create } = await asAdmin();
  const { id, version } = await create();
  expect((await send("PATCH", `/${id}`, { ...piece, outlet: "Le Courrier", version })).status).toBe(200);
  const late = await send("PATCH", `/${id}`, { ...piece, outlet: "Perdu", version });
  expect(late.status).toBe(409);
  expect(await late.json()).toMatchObject({ code: "stale", current: { outlet: "Le Courrier", version: version + 1 } });
  const [row] = await backend.services.db.select().from(press).where(eq(press.id, id));
  expect(row?.outlet).toBe("Le Courrier");
});

test("two concurrent edits of one version: one is saved, the other refused", async () => {
  const { send, create } = await asAdmin();
  const { id, version } = await create();
  const answers = await Promise.all(["A", "B"].map((outlet) => send("PATCH", `/${id}`, { ...piece, outlet, version })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("records move up or down by one, and the first and last stay at the ends", async () => {
  const { backend, send, create } = await asAdmin();
  const [a, b, c] = [await create({ outlet: "A" }), await create({ outlet: "B" }), await create({ outlet: "C" })];
  const order = async () => (await backend.services.db.select().from(press).orderBy(press.position)).map(({ outlet }) => outlet).join("");
  expect(await order()).toBe("ABC");
  for (const [id, to, expected] of [
    [c.id, "up", "ACB"],
    [a.id, "down", "CAB"],
    [b.id, "down", "CAB"],
    [c.id, "up", "CAB"],
  ]) {
    expect((await send("POST", `/${id}/position`, { to })).status).toBe(200);
    expect(await order()).toBe(expected);
  }
});

test("a published record cannot be deleted; a draft can", async () => {
  const { send, create } = await asAdmin();
  const { id } = await create();
  await send("POST", `/${id}/status`, { status: "published" });
  expect((await send("DELETE", `/${id}`)).status).toBe(409);
  await send("POST", `/${id}/status`, { status: "draft" });
  expect((await send("DELETE", `/${id}`)).status).toBe(200);
  expect((await send("GET", `/${id}`)).status).toBe(404);
});

test("a search folds accents and escapes special characters; a filter narrows", async () => {
  const { send, create } = await asAdmin();
  await create({ outlet: "L’Étudiant 100 %" });
  await create({ outlet: "Radio", kind: "radio" });
  const found = async (query: string) => ((await (await send("GET", query)).json()) as { total: number }).total;
  expect([
    await found("?q=etudiant"),
    await found("?q=100+%25"),
    await found("?q=_"),
    await found("?kind=radio"),
    await found("?kind=x"),
  ]).toEqual([1, 1, 0, 1, 2]);
});

test.each(["VOLUNTEER", "BENEFICIARY", "DONATOR_MERCHANT", "DONATOR_INDIVIDUAL"] as const)("%s may not write content", async (role) => {
  const backend = await backendForTest();
  const { cookie } = await signIn(backend, { role });
  expect((await backend.request("/api/admin/press", { cookie })).status).toBe(403);
  expect((await backend.request("/api/admin/press", { method: "POST", cookie, json: piece })).status).toBe(403);
});

test("a list is sorted by any of its columns: texts as the reader knows them, choices in their order, references by name", async () => {
  const { backend, send, create } = await asAdmin();
  await create({ title: { fr: "Zèbre", en: "Ant" }, outlet: "b", kind: "radio", day: "2026-11-02" });
  const { id } = await create({ title: { fr: "Éloge" }, outlet: "A", kind: "tv", day: "2026-11-03" });
  await create({ title: { fr: "abri", en: "Shelter" }, outlet: "É", kind: "article", day: "2026-11-01" });
  await send("POST", `/${id}/status`, { status: "published" });
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const sorted = async (query: string, language = "fr") => {
    const answer = await backend.request(`/api/admin/press?${query}`, { cookie, headers: { "accept-language": language } });
    return ((await answer.json()) as { items: { title: { fr: string } }[] }).items.map(({ title }) => title.fr[0]).join("");
  };
  expect([await sorted("sort=title&order=asc"), await sorted("sort=title&order=asc", "en")]).toEqual(["aÉZ", "ZÉa"]);
  expect([await sorted("sort=outlet&order=asc"), await sorted("sort=day&order=desc")]).toEqual(["ÉZa", "ÉZa"]);
  expect([await sorted("sort=kind&order=asc"), await sorted("sort=status&order=desc")]).toEqual(["aÉZ", expect.stringMatching(/^É/)]);
});

test("records that refer to another are sorted by its name, also where it is one of their own kind", async () => {
  const { backend } = await asAdmin();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const sector = (name: string, more = {}) => addContent(backend, "sectors", cookie, { name, ...more });
  const [west, east] = [await sector("Ouest"), await sector("Est")];
  await sector("1", { parentId: west.id });
  await sector("2", { parentId: east.id });
  const answer = await backend.request("/api/admin/sectors?sort=parentId&order=asc", { cookie });
  const { items } = (await answer.json()) as { items: { name: string }[] };
  expect(items.slice(0, 2).map(({ name }) => name)).toEqual(["2", "1"]);
});

import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { faqQuestions } from "#backend/modules/faq/tables";
import { backendForTest } from "#tests/support/backend";
import { addContent } from "#tests/support/content";
import { signIn } from "#tests/support/people";

async function questions() {
  const backend = await backendForTest();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const [from, to] = [await addContent(backend, "faq/categories", cookie), await addContent(backend, "faq/categories", cookie)];
  const ids: string[] = [];
  for (let at = 0; at < 3; at += 1) ids.push((await addContent(backend, "faq/questions", cookie, { categoryId: from.id })).id);
  const set = async (body: object, as: string | undefined = cookie) => {
    const answer = await backend.request("/api/admin/faq-questions/set", { method: "POST", cookie: as, json: body });
    return { status: answer.status, body: await answer.json() };
  };
  const inCategory = (id: string) => backend.services.db.$count(faqQuestions, eq(faqQuestions.categoryId, id));
  return { backend, cookie, from: from.id, to: to.id, ids, set, inCategory };
}

test("questions change their category together, so that the old one can be deleted; each change is in the log", async () => {
  const { backend, cookie, from, to, ids, set, inCategory } = await questions();
  const all = { all: true, query: { categoryId: from } };
  const chosen = { field: "categoryId", value: to, selection: all };
  expect((await set({ ...chosen, dryRun: true })).body).toMatchObject({ count: 3, names: Array(3).fill(expect.any(String)) });
  expect(await inCategory(to)).toBe(0);
  expect(await set({ ...chosen, selection: { ids: ids.slice(0, 1) } })).toMatchObject({
    status: 200,
    body: { count: 1, changed: 1, unchanged: 0 },
  });
  expect((await set({ ...chosen, selection: { ids } })).body).toMatchObject({ count: 3, changed: 2, unchanged: 1 });
  expect([await inCategory(from), await inCategory(to)]).toEqual([0, 3]);
  const edits = and(eq(auditLog.action, "faq_question.edit"), eq(auditLog.entityId, ids[2] ?? ""));
  expect(await backend.services.db.$count(auditLog, edits)).toBe(1);
  expect((await backend.request(`/api/admin/faq-categories/${from}`, { method: "DELETE", cookie })).status).toBe(200);
});

test("a value that the field does not take, a field that may not be set, and people who may not, change nothing", async () => {
  const { backend, ids, from, to, set, inCategory } = await questions();
  const selection = { ids };
  for (const body of [
    { field: "categoryId", value: "x", selection },
    { field: "categoryId", value: null, selection },
    { field: "categoryId", value: crypto.randomUUID(), selection },
    { field: "audience", value: "public", selection },
  ])
    expect((await set(body)).status).toBe(422);
  for (const role of ["VOLUNTEER", "BENEFICIARY"] as const) {
    const { cookie } = await signIn(backend, { role });
    expect((await set({ field: "categoryId", value: to, selection }, cookie)).status).toBe(403);
  }
  expect(await inCategory(from)).toBe(3);
});

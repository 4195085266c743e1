import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { recordChange } from "#backend/audit/recording";
import { createLimits } from "#backend/http/limits";
import { rateLimits } from "#backend/http/tables";
import { articles } from "#backend/modules/articles/tables";
import { auditLog } from "#backend/modules/audit/tables";
import { firstBrokenAuditRow } from "#backend/modules/audit/verification";
import { legalDocuments } from "#backend/modules/legal-documents/tables";
import { memberships } from "#backend/modules/memberships/tables";
import { backendForTest } from "#tests/support/backend";
import { addPerson, signIn } from "#tests/support/people";

/** The name of the rule, or the text of the trigger, that the database refused a statement with. */
async function refusalOf(statement: PromiseLike<unknown>): Promise<string> {
  try {
    await statement;
  } catch (error) {
    const { cause } = error as { cause?: { constraint?: string; message: string } };
    return cause?.constraint ?? cause?.message ?? String(error);
  }
  return "accepted";
}

const frozen = "audit_log rows are only added";

test("audit rows are never changed, removed or emptied; only their personal values can be blanked", async () => {
  const { db } = (await backendForTest()).services;
  for (const entityId of ["1", "2", "3"])
    await recordChange(db, null, { action: "test", entityType: "list", entityId, after: { name: "Aya" } });
  expect(await refusalOf(db.update(auditLog).set({ action: "other" }).where(eq(auditLog.seq, 2)))).toBe(frozen);
  expect(await refusalOf(db.delete(auditLog))).toBe(frozen);
  expect(await refusalOf(db.execute(sql`truncate audit_log`))).toBe(frozen);
  await db.update(auditLog).set({ changes: null });
  expect(await db.$count(auditLog)).toBe(4);
  expect(await firstBrokenAuditRow(db)).toBeNull();
});

test.each([
  ["a changed row", sql`update audit_log set action = 'forged' where seq = 2`, 2],
  ["a removed row", sql`delete from audit_log where seq = 2`, 2],
] as const)("verification finds %s, even when the guard was switched off", async (_, tampering, broken) => {
  const { db } = (await backendForTest()).services;
  for (const entityId of ["1", "2", "3"]) await recordChange(db, null, { action: "test", entityType: "list", entityId });
  expect(await firstBrokenAuditRow(db)).toBeNull();
  await db.execute(sql`alter table audit_log disable trigger audit_log_frozen`);
  await db.execute(tampering);
  expect(await firstBrokenAuditRow(db)).toBe(broken);
});

test("two active memberships of one person never overlap, not even by a day; a cancelled one does not count", async () => {
  const backend = await backendForTest();
  const { db } = backend.services;
  const { id: userId } = await addPerson(backend, { role: "VOLUNTEER" });
  const add = (startDate: string, endDate: string, status: "active" | "cancelled" = "active") =>
    refusalOf(db.insert(memberships).values({ userId, startDate, endDate, status }));
  expect(await add("2026-01-01", "2026-12-31")).toBe("accepted");
  expect(await add("2026-12-31", "2027-12-31")).toBe("memberships_no_overlap");
  expect(await add("2026-06-01", "2026-07-01", "cancelled")).toBe("accepted");
  expect(await add("2027-01-01", "2027-12-31")).toBe("accepted");
  expect(await add("2029-01-01", "2028-12-31")).not.toBe("accepted");
});

test("a published legal text can be retired, but neither changed nor removed", async () => {
  const { db } = (await backendForTest()).services;
  const values = {
    key: "charter",
    documentVersion: 1,
    title: { fr: "Charte" },
    body: { fr: "Texte" },
    appliesTo: ["VOLUNTEER"],
    publishedAt: new Date(),
  };
  await db.insert(legalDocuments).values(values);
  const refused = "a published legal text does not change";
  expect(await refusalOf(db.update(legalDocuments).set({ body: { fr: "Autre" } }))).toBe(refused);
  expect(await refusalOf(db.delete(legalDocuments))).toBe(refused);
  expect(await refusalOf(db.update(legalDocuments).set({ retiredAt: new Date() }))).toBe("accepted");
  expect(await refusalOf(db.insert(legalDocuments).values(values))).toBe("legal_documents_version");
});

test("the database stores the five roles and no other", async () => {
  const backend = await backendForTest();
  const { db } = backend.services;
  const { id } = await addPerson(backend, { role: "ADMIN" });
  const become = (role: string) => refusalOf(db.execute(sql`update users set role = ${role} where id = ${id}`));
  for (const role of ["ADMIN", "VOLUNTEER", "BENEFICIARY", "DONATOR_MERCHANT", "DONATOR_INDIVIDUAL"])
    expect(await become(role)).toBe("accepted");
  for (const role of ["admin", "DONATOR", "SUPERADMIN", ""]) expect(await become(role)).toBe("users_role");
});

test("an article on line has a date and a French text; its state is a known one", async () => {
  const backend = await backendForTest();
  const { db } = backend.services;
  const { id } = await addPerson(backend, { role: "ADMIN" });
  await db.insert(articles).values({ title: { fr: "Titre" }, lead: { fr: "" }, body: { fr: "Texte" }, authorId: id, updatedBy: id });
  const set = (part: ReturnType<typeof sql>) => refusalOf(db.execute(sql`update articles set ${part}`));
  expect(await set(sql`status = 'published'`)).toBe("articles_published_since");
  expect(await set(sql`status = 'gone'`)).toBe("articles_status");
  expect(await set(sql`status = 'in_review', body = '{"fr": ""}'`)).toBe("articles_french_needed");
  expect(await set(sql`status = 'published', published_at = now()`)).toBe("accepted");
});

test("a hundred equal requests at once with one key write one row, and all get its answer", async () => {
  const backend = await backendForTest();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const json = { title: { fr: "Une fois" }, lead: { fr: "" }, body: { fr: "Texte" } };
  const send = (body: unknown) =>
    backend.request("/api/admin/articles", { method: "POST", cookie, json: body, headers: { "idempotency-key": "a-key-of-one-form" } });
  const answers = await Promise.all(Array.from({ length: 100 }, () => send(json)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(await Promise.all(answers.map(async (answer) => (await answer.json()).id))).size).toBe(1);
  expect(await backend.services.db.$count(articles)).toBe(1);
  expect((await send({ ...json, title: { fr: "Autre" } })).status).toBe(422);
});

test("what is counted is stored as a hash, without IP or e-mail addresses", async () => {
  const { db } = (await backendForTest()).services;
  const limits = createLimits(db);
  const [ip, email] = ["203.0.113.77", "aya.needle@maillon.example"];
  await limits.take("publicFormByNetwork", `contact ${ip}`);
  await limits.take("passwordByAccount", email);
  await limits.take("linkMailByRecipient", email);
  const rows = JSON.stringify(await db.select().from(rateLimits));
  expect([rows.split("expire").length > 3, rows.includes(ip), rows.includes(email)]).toEqual([true, false, false]);
});

test("tries are counted in the database, so that two processes share one limit", async () => {
  const { db } = (await backendForTest()).services;
  const [one, two] = [createLimits(db), createLimits(db)];
  for (let number = 0; number < 5; number += 1) {
    await one.take("passwordByAccount", "aya@maillon.example");
    await two.take("passwordByAccount", "aya@maillon.example");
  }
  await expect(two.take("passwordByAccount", "aya@maillon.example")).rejects.toMatchObject({ code: "too_many_requests", status: 429 });
  await expect(one.take("passwordByAccount", "aya@maillon.example")).rejects.toMatchObject({ code: "too_many_requests" });
  await one.take("passwordByAccount", "someone-else@maillon.example");
});

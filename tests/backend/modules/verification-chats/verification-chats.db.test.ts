import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { verificationChats } from "#backend/modules/verification-chats/tables";
import { backendForTest } from "#tests/support/backend";
import { serverUrl } from "#tests/support/database";
import { signIn } from "#tests/support/people";

test.runIf(serverUrl)("of many who take a chat at once, each is in the log with whom it was taken from", async () => {
  const backend = await backendForTest();
  const { db } = backend.services;
  const person = await signIn(backend, { role: "BENEFICIARY", accountState: "to_validate" });
  const written = await backend.request("/api/account/chat", { method: "POST", cookie: person.cookie, json: { body: "Bonjour" } });
  expect(written.status).toBe(201);
  const [chat] = await db.select({ id: verificationChats.id }).from(verificationChats);
  const id = chat?.id ?? "";
  const staff = await Promise.all(Array.from({ length: 8 }, () => signIn(backend, { role: "ADMIN" })));
  const take = ({ cookie }: { cookie: string }) =>
    backend.request(`/api/admin/verification-chats/${id}/owner`, { method: "POST", cookie, json: { mine: true } });
  const answers = await Promise.all(staff.map(take));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const rows = await db.select({ changes: auditLog.changes }).from(auditLog).where(eq(auditLog.entityId, id)).orderBy(asc(auditLog.seq));
  const owners = rows.map(({ changes }) => (changes as Record<string, { before: unknown; after: unknown }>).ownerId);
  expect(owners).toHaveLength(staff.length);
  expect(owners.map((owner) => owner?.before)).toEqual([null, ...owners.slice(0, -1).map((owner) => owner?.after)]);
});

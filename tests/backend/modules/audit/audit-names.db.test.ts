import { expect, test } from "vitest";
import type { AuditRow } from "#contract/law/audit";
import { backendForTest } from "#tests/support/backend";
import { signIn } from "#tests/support/people";

const path = "/api/admin/faq-questions";

test("the log has the current names of references, in one query, and only where values may be read", async () => {
  const backend = await backendForTest();
  const reader = await signIn(backend, { role: "ADMIN", permissions: ["AUDIT_READ"] });
  const other = await signIn(backend, { role: "ADMIN" });
  const send = async (to: string, json: unknown, method = "POST") =>
    (await (await backend.request(to, { method, cookie: reader.cookie, json })).json()) as { id: string; version: number };
  const kits = await send("/api/admin/faq-categories", { name: { fr: "Les kits", en: "Kits" } });
  const gifts = await send("/api/admin/faq-categories", { name: { fr: "Les dons" } });
  const draft = { question: { fr: "Où ?" }, answer: { fr: `Ici : ${kits.id}` }, audience: "public" };
  const { id, version } = await send(path, { ...draft, categoryId: kits.id });
  await send(`${path}/${id}`, { ...draft, categoryId: gifts.id, version }, "PATCH");
  const linesFor = async (cookie: string) => {
    const answer = await backend.request(`/api/admin/audit-log?entityId=${id}&order=asc`, { cookie });
    return ((await answer.json()) as { items: AuditRow[] }).items;
  };
  const [created, moved] = await linesFor(reader.cookie);
  expect(created?.names).toEqual({ [kits.id]: { fr: "Les kits", en: "Kits" } });
  expect(moved?.changes?.categoryId).toEqual({ before: kits.id, after: gifts.id });
  expect(moved?.names).toEqual({ [kits.id]: { fr: "Les kits", en: "Kits" }, [gifts.id]: { fr: "Les dons" } });
  expect((await linesFor(other.cookie)).map(({ changes, names }) => [changes, names])).toEqual([
    [null, {}],
    [null, {}],
  ]);
});

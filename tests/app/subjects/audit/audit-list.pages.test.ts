import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { recordChange } from "#backend/audit/recording";
import { signIn } from "#tests/support/people";
import { startSite } from "#tests/support/site";

test("a log filtered by another page to one record or person shows that filter, and keeps it with further filters", async () => {
  const site = await startSite();
  onTestFinished(() => site.backend.close());
  const { cookie, id } = await signIn(site.backend, { role: "ADMIN", permissions: ["AUDIT_READ"] });
  const log = "/dashboard/admin/audit-log";
  const read = async (query = "") => (await site.visit(log + query, { cookie })).text();
  const narrowed = await read(`?entityId=lyon&actorId=${id}`);
  expect(narrowed).toContain('<option value="lyon" selected="">Une seule fiche</option>');
  expect(narrowed).toContain(`<option value="${id}" selected="">Une seule personne</option>`);
  const chips = [...narrowed.matchAll(/<a [^>]*class="chip"[^>]*>/g)].map(([chip]) => /href="([^"]+)"/.exec(chip)?.[1]);
  expect(chips).toEqual([`${log}?actorId=${id}`, `${log}?entityId=lyon`]);
  expect(await read()).not.toContain(">Une seule");
});

test("the log's page says what the last verification found and when, and verifies at the press of a button without reading the log otherwise", async () => {
  const site = await startSite();
  onTestFinished(() => site.backend.close());
  const { db } = site.backend.services;
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  const log = "/dashboard/admin/audit-log";
  for (const entityId of ["1", "2", "3"]) await recordChange(db, null, { action: "page.edit", entityType: "page_texts", entityId });
  const read = async () => (await site.visit(log, { cookie })).text();
  const verify = () => site.visit(`${log}?order=asc`, { method: "POST", cookie, form: {} });
  expect(await read()).toContain("Pas encore vérifié");
  const answer = await verify();
  expect([answer.status, answer.headers.get("location")]).toEqual([303, `${log}?order=asc`]);
  expect(await read()).toMatch(/Journal intact \(\d+\u00a0lignes, tout le journal\)/);
  await db.execute(sql`alter table audit_log disable trigger audit_log_frozen`);
  await db.execute(sql`update audit_log set action = 'forged' where seq = 2`);
  expect(await read()).toContain("Journal intact");
  await verify();
  expect(await read()).toContain("La ligne 2 a été modifiée. Prévenez la personne qui gère le serveur.");
});

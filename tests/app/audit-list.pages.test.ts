import { expect, onTestFinished, test } from "vitest";
import { signIn } from "#tests/support/people";
import { startSite } from "#tests/support/site";

test("the log that another page narrowed to one record or person says so, and stays so when it is narrowed further", async () => {
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

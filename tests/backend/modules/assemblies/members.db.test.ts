import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { PageOf } from "#contract/api/endpoint";
import type { AssemblyMember } from "#contract/charity/assemblies";
import { backendForTest } from "#tests/support/backend";
import { openTestDatabase } from "#tests/support/database";
import { signIn } from "#tests/support/people";
import { plansOf } from "#tests/support/statements-sent";

test("the members of an assembly are found in the order of an index, page after page, without sorting all of them", async () => {
  const database = await openTestDatabase();
  const backend = await backendForTest({ database });
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const draft = { title: { fr: "Assemblée ordinaire" }, day: "2027-06-12", place: "Mairie", maxProxies: 1 };
  const created = await backend.request("/api/admin/assemblies", { method: "POST", cookie, json: draft });
  const { id } = (await created.json()) as { id: string };
  const { jobs } = database;
  await jobs.execute(sql`with people as (insert into users (email, role, account_state, first_name, last_name, email_verified_at)
      select 'm' || i || '@exemple.org', 'VOLUNTEER', 'validated', 'Zoé', 'Nom' || lpad(i::text, 5, '0'), now() from generate_series(1, 12000) i returning id)
    insert into memberships (user_id, start_date, end_date) select id, '2027-01-01', '2027-12-31' from people`);
  for (const table of ["users", "memberships"]) await jobs.execute(sql.raw(`analyze ${table}`));
  const read = async (query: string) => {
    const answer = await backend.request(`/api/admin/assemblies/${id}/members?${query}`, { cookie });
    expect(answer.status).toBe(200);
    return (await answer.json()) as PageOf<AssemblyMember>;
  };
  const names = ({ items }: PageOf<AssemblyMember>) => items.map(({ name }) => name);
  const first = await read("");
  expect([first.items.length, names(first)[0]]).toEqual([50, "Nom00001 Zoé"]);
  const second = await read(`page=2&after=${encodeURIComponent(first.next ?? "")}`);
  expect(names(second).slice(0, 2)).toEqual(["Nom00051 Zoé", "Nom00052 Zoé"]);
  const found = await read("q=nom00777");
  expect(found).toMatchObject({ total: 1, items: [{ counts: true, held: 0, attendance: null }] });
  for (const show of ["present", "represented", "lapsed"]) expect((await read(`show=${show}`)).items).toEqual([]);
  const plans = await plansOf(database, /with page as/, () => read(""));
  expect(plans).toHaveLength(1);
  expect(plans[0]).toContain("users_last_name");
});

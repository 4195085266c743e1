import { type SQL, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { declarationsOf } from "#backend/declarations";
import { modules } from "#backend/modules";
import { loggedAbout } from "#backend/modules/privacy/erasure";
import type { Whom } from "#backend/privacy/personal-data";
import { backendForTest } from "#tests/support/backend";
import { addPerson } from "#tests/support/people";

/** A log of forty thousand rows of others, and a row of each kind about somebody. */
async function longLog() {
  const { services } = await backendForTest();
  const { db } = services;
  const person = await addPerson({ services }, { role: "VOLUNTEER" });
  const values = (name: string) =>
    JSON.stringify({ [name]: { before: null, after: `x ${name === "owner" ? person.id : "Zoe%1@Example.org"}.` } });
  await db.transaction(async (tx) => {
    // Without the chain of hashes, which takes a minute for so many.
    await tx.execute(sql`set local session_replication_role = replica`);
    const row = (from: number, to: number, changes: SQL, entity: SQL, actor: SQL) => sql`
      insert into audit_log (seq, at, actor_id, actor_kind, action, entity_type, entity_id, fields, changes)
      select n, now(), ${actor}, 'user', 'x', 'document', ${entity}, '{status}', ${changes}
      from generate_series(${sql.raw(String(from))}, ${sql.raw(String(to))}) n`;
    const [others, somebody, nothing] = [sql`gen_random_uuid()`, sql`gen_random_uuid()::text`, sql`'{"a": {"after": 1}}'::jsonb`];
    const unlike = sql`jsonb_build_object('a', gen_random_uuid(), 'b', 'zoe81@example.org')`;
    // In parts, of which none takes as long as a statement may.
    for (let from = 1_000_000; from < 1_040_000; from += 5_000) await tx.execute(row(from, from + 4_999, unlike, somebody, others));
    await tx.execute(row(2_000_000, 2_000_000, nothing, sql`${person.id}`, others));
    await tx.execute(row(2_000_001, 2_000_001, nothing, somebody, sql`${person.id}::uuid`));
    await tx.execute(row(2_000_002, 2_000_002, sql`${values("owner")}::jsonb`, somebody, others));
    await tx.execute(row(3_000_000, 3_000_000, sql`${values("address")}::jsonb`, somebody, others));
  });
  await db.execute(sql`analyze audit_log`);
  const { personalData } = declarationsOf(modules);
  const found = async (whom: Whom) => {
    const query = loggedAbout(personalData, whom);
    const { rows } = await db.execute<{ seq: string }>(sql`${query} order by seq`);
    const plan = (await db.execute(sql`explain (format json) ${query}`)).rows;
    return { seqs: rows.map(({ seq }) => Number(seq)).filter((seq) => seq >= 1_000_000), plan: JSON.stringify(plan) };
  };
  return { person, found };
}

test("an erasure reads the rows of the log about a person or an address by indexes, and not the whole log", async () => {
  const { person, found } = await longLog();
  const ofPerson = await found([person.id]);
  expect(ofPerson.seqs).toEqual([2_000_000, 2_000_001, 2_000_002]);
  const ofEmail = await found({ email: "ZOE%1@example.org" });
  expect(ofEmail.seqs).toEqual([3_000_000]);
  for (const { plan } of [ofPerson, ofEmail]) expect(plan).not.toMatch(/"Seq Scan"[^}]*"Relation Name":"audit_log"/);
  expect(ofPerson.plan).toContain("audit_log_by_named_id");
  expect(ofEmail.plan).toContain("audit_log_by_named_address");
});

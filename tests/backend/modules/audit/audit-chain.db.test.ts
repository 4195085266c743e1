import { desc, eq, lte, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { anchorNewest, checkAndAnchor, verifyAuditLog } from "#backend/modules/audit/anchor";
import { verifyNewest } from "#backend/modules/audit/checks";
import { lastCheck } from "#backend/modules/audit/last-check";
import { verifyAndSign } from "#backend/modules/audit/signing";
import { auditHead, auditLog } from "#backend/modules/audit/tables";
import { hashOf, verifyRows } from "#backend/modules/audit/verification";
import { backendForTest } from "#tests/support/backend";
import { serverUrl } from "#tests/support/database";
import { deadlocksIn } from "#tests/support/two-offices";

const change = (entityId: string) => ({
  action: "test.edit",
  entityType: "list" as const,
  entityId,
  before: { n: 1 },
  after: { n: 2 },
  reason: "why",
});

const auditFault = async (db: Db) => (await verifyRows(db, new Date())).fault;

async function logOf(rows: number) {
  const backend = await backendForTest();
  const { db } = backend.services;
  for (let at = 1; at <= rows; at += 1) await recordChange(db, null, change(String(at)));
  return backend;
}

const unguarded = async (db: Db, statement: string) => {
  await db.execute(sql`alter table audit_log disable trigger audit_log_frozen`);
  await db.execute(sql.raw(statement));
};

test.each([
  ["a forged value after", `update audit_log set changes = '{"n":{"before":1,"after":3}}' where seq = 30`, "value_changed", 30],
  ["a forged reason", "update audit_log set reason = 'because' where seq = 30", "value_changed", 30],
  ["a value put back where it was blanked", `update audit_log set changes = '{}', salt = null where seq = 30`, "value_changed", 30],
  ["a value with a digest made for it", forgedDigest(), "row_changed", 30],
  ["a changed action", "update audit_log set action = 'forged' where seq = 30", "row_changed", 30],
  ["a row removed", "delete from audit_log where seq = 30", "row_removed", 30],
  ["the first row removed", "delete from audit_log where seq = 1", "row_removed", 1],
  ["the newest fifty rows removed", "delete from audit_log where seq > 10", "end_cut", 11],
  ["a row numbered as if its change had not ended", insertedAs(-7), "row_added", -7],
  ["a row before the first one", insertedAs(0), "row_added", 0],
] as const)("verification finds %s", async (_, forged, kind, seq) => {
  const { db } = (await logOf(60)).services;
  expect(await auditFault(db)).toBeNull();
  await unguarded(db, forged);
  expect(await auditFault(db)).toEqual({ kind, seq });
});

function insertedAs(seq: number) {
  return `set session_replication_role = replica; insert into audit_log
    select (jsonb_populate_record(entry, '{"seq": ${seq}}')).* from audit_log entry where seq = 30; reset session_replication_role`;
}

function forgedDigest() {
  const changes = `'{"n":{"before":1,"after":3}}'::jsonb`;
  return `update audit_log set changes = ${changes}, changes_digest = audit_digest(${changes}::text, salt) where seq = 30`;
}

test("a truncated end is still found after more rows were written, and so is a row inserted beyond the end", async () => {
  const { db } = (await logOf(20)).services;
  await unguarded(db, "delete from audit_log where seq > 10");
  await recordChange(db, null, change("later"));
  expect(await auditFault(db)).toEqual({ kind: "row_removed", seq: 11 });
  const whole = (await logOf(3)).services.db;
  await unguarded(whole, "update audit_head set seq = 2, hash = (select hash from audit_log where seq = 2)");
  expect(await auditFault(whole)).toEqual({ kind: "row_added", seq: 3 });
});

test("blanking by retention breaks nothing, and leaves nothing to guess the values by", async () => {
  const { db } = (await logOf(5)).services;
  await db.update(auditLog).set({ changes: null }).where(eq(auditLog.seq, 2));
  await db.update(auditLog).set({ changes: null, reason: null }).where(eq(auditLog.seq, 3));
  expect(await auditFault(db)).toBeNull();
  const rows = await db.select().from(auditLog).where(lte(auditLog.seq, 5)).orderBy(auditLog.seq);
  expect(rows.map(({ salt }) => salt === null)).toEqual([false, false, true, false, false]);
});

test("rows written and blanked in one transaction are chained as they were written", async () => {
  const { db } = (await logOf(1)).services;
  await db.transaction(async (tx) => {
    await recordChange(tx, null, change("a"));
    await tx.update(auditLog).set({ changes: null, reason: null }).where(eq(auditLog.entityId, "a"));
    await recordChange(tx, null, change("b"));
  });
  const rows = await db.select({ seq: auditLog.seq, entityId: auditLog.entityId }).from(auditLog).orderBy(auditLog.seq);
  expect(rows.map(({ seq, entityId }) => [seq, entityId])).toEqual([
    [1, "1"],
    [2, "a"],
    [3, "audit_log"],
    [4, "b"],
  ]);
  expect(await auditFault(db)).toBeNull();
});

test("a change that is rolled back leaves no gap", async () => {
  const { db } = (await logOf(1)).services;
  await expect(
    db.transaction(async (tx) => {
      await recordChange(tx, null, change("never"));
      throw new Error("taken back");
    }),
  ).rejects.toThrow("taken back");
  await recordChange(db, null, change("2"));
  expect(await auditFault(db)).toBeNull();
});

test("the anchor outside the database reveals a rewritten chain, a forged anchor and a missing one", async () => {
  const { services } = await logOf(10);
  const { db, files } = services;
  await checkAndAnchor(services);
  expect(await verifyAuditLog(services)).toMatchObject({ rows: 10, anchor: { seq: 10 }, fault: null });
  await recordChange(db, null, change("11"));
  expect((await verifyAuditLog(services)).fault).toBeNull();
  const anchor = (await files.get("audit/head.json")) ?? new Uint8Array();
  const put = (bytes: Uint8Array) => files.put("audit/head.json", bytes, "application/json");
  await put(new TextEncoder().encode(new TextDecoder().decode(anchor).replace('"seq":10', '"seq":11')));
  expect((await verifyAuditLog(services)).fault).toEqual({ kind: "anchor_forged", seq: 11 });
  await files.remove("audit/head.json");
  expect((await verifyAuditLog(services)).fault?.kind).toBe("anchor_missing");
  await put(anchor);
  // Whoever may write everything in the database cuts the end off and moves the head back.
  await unguarded(db, "delete from audit_log where seq > 8");
  await db.execute(sql`update audit_head set seq = 8, hash = (select hash from audit_log where seq = 8)`);
  expect((await verifyAuditLog(services)).fault).toEqual({ kind: "end_cut", seq: 9 });
  for (const id of ["a", "b", "c"]) await recordChange(db, null, change(id));
  expect((await verifyAuditLog(services)).fault).toEqual({ kind: "chain_rewritten", seq: 10 });
});

test("an empty log is signed on its first night and stays intact", async () => {
  const { services } = await logOf(0);
  await checkAndAnchor(services);
  expect(await verifyAuditLog(services)).toMatchObject({ rows: 0, anchor: { seq: 0 }, fault: null });
  await recordChange(services.db, null, change("1"));
  expect((await verifyAuditLog(services)).fault).toBeNull();
  await checkAndAnchor(services);
  expect(await verifyAuditLog(services)).toMatchObject({ rows: 1, anchor: { seq: 1 }, fault: null });
});

test("the nightly check reports the fault and keeps the last anchor", async () => {
  const { services, logged } = await logOf(5);
  await checkAndAnchor(services);
  const before = await services.files.get("audit/head.json");
  await unguarded(services.db, "delete from audit_log where seq = 2");
  await checkAndAnchor(services);
  expect(logged).toContainEqual(expect.objectContaining({ msg: "the audit log is broken", kind: "row_removed", seq: 2 }));
  expect(await services.files.get("audit/head.json")).toEqual(before);
});

test("a verification on request covers the newest rows only, and clears no older fault", async () => {
  const { services } = await logOf(30);
  const { db, files } = services;
  expect(await lastCheck(files)).toBeNull();
  await checkAndAnchor(services);
  expect(await lastCheck(files)).toMatchObject({ from: 1, to: 30, fault: null });
  await unguarded(db, "update audit_log set action = 'forged' where seq in (5, 29)");
  await verifyNewest(services, 10);
  const broken = { from: 21, to: 30, fault: { kind: "row_changed", seq: 29 } };
  expect(await lastCheck(files)).toMatchObject(broken);
  await checkAndAnchor(services);
  const oldest = { from: 1, to: 30, fault: { kind: "row_changed", seq: 5 } };
  expect(await lastCheck(files)).toMatchObject(oldest);
  for (let at = 1; at <= 10; at += 1) await recordChange(db, null, change(`later ${at}`));
  await verifyNewest(services, 10);
  expect(await lastCheck(files)).toMatchObject(oldest);
});

test("the newest rows are compared with an anchor that is older than all of them", async () => {
  const { services } = await logOf(5);
  await checkAndAnchor(services);
  for (let at = 1; at <= 10; at += 1) await recordChange(services.db, null, change(`later ${at}`));
  await verifyNewest(services, 5);
  expect(await lastCheck(services.files)).toMatchObject({ from: 11, to: 15, fault: null });
  await unguarded(services.db, "delete from audit_log where seq = 5");
  await verifyNewest(services, 5);
  expect(await lastCheck(services.files)).toMatchObject({ fault: { kind: "chain_rewritten", seq: 5 } });
});

const plain: typeof auditLog.$inferInsert = { actorKind: "system", action: "test.edit", entityType: "list", entityId: "1", fields: [] };

test("the program calculates the hash that the database does, for rows of every kind", async () => {
  const { services } = await logOf(1);
  const { db } = services;
  const texts = [
    `"quoted", back\\slash, tab\t, line\n\r\f\b, bell \u0007, delete \u007f`,
    "é € 𝒳 \u2028 \u2029 </script>",
    "",
    "{}",
    "[1, 2]",
  ];
  const id = crypto.randomUUID();
  await db.insert(auditLog).values([
    {
      ...plain,
      actorKind: "user",
      actorId: id,
      requestId: id,
      reason: texts[0],
      fields: texts,
      changes: { n: { before: 1.5, after: texts[1] } },
    },
    ...texts.map((text) => ({
      ...plain,
      actorKind: "api_client" as const,
      action: text,
      entityType: text,
      entityId: text,
      requestId: text,
      fields: [text],
    })),
    ...["1970-01-01T00:00:00.000Z", "2026-02-28T23:59:59.999Z", "2026-03-29T01:00:00.010Z", "9999-12-31T00:00:00.001Z"].map((at) => ({
      ...plain,
      at: new Date(at),
    })),
    { ...plain, changes: {} },
  ]);
  const rows = await db.select({ row: auditLog, expected: sql<string>`audit_log_hash(audit_log)` }).from(auditLog).orderBy(auditLog.seq);
  expect(rows).toHaveLength(12);
  expect(rows.map(({ row }) => hashOf(row))).toEqual(rows.map(({ expected }) => expected));
  expect(await auditFault(db)).toBeNull();
});

test("functions of the database that say what a forger wants change nothing", async () => {
  const { db } = (await logOf(10)).services;
  await db.execute(
    sql`create or replace function audit_log_hash(entry audit_log) returns text language sql stable as $$ select entry.hash $$`,
  );
  await db.execute(
    sql`create or replace function audit_log_values_stand(entry audit_log) returns boolean language sql as $$ select true $$`,
  );
  await db.execute(sql`create or replace function audit_digest(value text, salt text) returns text language sql as $$ select 'same' $$`);
  expect(await auditFault(db)).toBeNull();
  await unguarded(db, "update audit_log set action = 'forged' where seq = 7");
  expect(await auditFault(db)).toEqual({ kind: "row_changed", seq: 7 });
  await db.execute(sql`update audit_log set action = 'test.edit', reason = 'because' where seq = 7`);
  expect(await auditFault(db)).toEqual({ kind: "value_changed", seq: 7 });
});

test("the hash of the last row is compared with the head, and a missing head is said", async () => {
  const { db } = (await logOf(4)).services;
  await db.execute(sql`update audit_head set hash = 'another'`);
  expect(await auditFault(db)).toEqual({ kind: "row_changed", seq: 4 });
  await db.execute(sql`alter table audit_head disable trigger audit_head_kept`);
  await db.delete(auditHead);
  expect(await auditFault(db)).toEqual({ kind: "head_missing", seq: 4 });
});

test("a chain that was rewritten from the signed row on is found by a verification of the rows after it", async () => {
  const { services } = await logOf(5);
  const { db, files } = services;
  await checkAndAnchor(services);
  for (let at = 1; at <= 5; at += 1) await recordChange(db, null, change(`later ${at}`));
  await unguarded(db, "update audit_log set action = 'forged' where seq = 5");
  for (let at = 5; at <= 10; at += 1)
    await db.execute(sql`update audit_log entry set prev_hash = before.hash,
      hash = audit_log_hash(jsonb_populate_record(entry, jsonb_build_object('prev_hash', before.hash)))
      from audit_log before where before.seq = ${at - 1} and entry.seq = ${at}`);
  await db.execute(sql`update audit_head set hash = (select hash from audit_log where seq = 10)`);
  expect(await auditFault(db)).toBeNull();
  await verifyNewest(services, 5);
  expect(await lastCheck(files)).toMatchObject({ from: 6, fault: { kind: "chain_rewritten", seq: 5 } });
});

test("a verification of the newest rows does not clear the fault of the row just before them", async () => {
  const { services } = await logOf(30);
  await unguarded(services.db, "update audit_log set action = 'forged' where seq = 20");
  await checkAndAnchor(services);
  await verifyNewest(services, 10);
  expect(await lastCheck(services.files)).toMatchObject({ from: 1, fault: { kind: "row_changed", seq: 20 } });
});

test("each hour the new rows are signed, so that few can be cut off; a broken log is not signed", async () => {
  const { services, logged } = await logOf(3);
  const { db, files } = services;
  await anchorNewest(services);
  expect(await verifyAuditLog(services)).toMatchObject({ rows: 3, unsigned: 0, anchor: { seq: 3 } });
  for (const id of ["4", "5", "6"]) await recordChange(db, null, change(id));
  expect(await verifyAuditLog(services)).toMatchObject({ rows: 6, unsigned: 3, fault: null });
  await anchorNewest(services);
  expect(await verifyAuditLog(services)).toMatchObject({ unsigned: 0, anchor: { seq: 6 } });
  await recordChange(db, null, change("7"));
  await unguarded(db, "update audit_log set action = 'forged' where seq = 7");
  const signed = await files.get("audit/head.json");
  await anchorNewest(services);
  expect(await lastCheck(files)).toMatchObject({ from: 7, to: 7, fault: { kind: "row_changed", seq: 7 } });
  expect(logged).toContainEqual(expect.objectContaining({ msg: "the audit log is broken", seq: 7 }));
  await db.execute(sql`update audit_log set action = 'test.edit' where seq = 7`);
  await anchorNewest(services);
  expect(await files.get("audit/head.json")).toEqual(signed);
});

test("a log that was never signed is broken once it has rows of more than a day ago", async () => {
  const { services } = await logOf(3);
  const { db, files } = services;
  expect((await verifyAuditLog(services)).fault).toBeNull();
  await anchorNewest(services);
  await files.remove("audit/head.json");
  await db.update(auditHead).set({ anchoredAt: null });
  const tomorrow = { ...services, clock: () => new Date(Date.now() + 2 * 86_400_000) };
  expect((await verifyAuditLog(tomorrow)).fault).toEqual({ kind: "never_signed", seq: 3 });
  await anchorNewest(tomorrow);
  expect(await files.get("audit/head.json")).toBeNull();
});

const yearsAgo = (years: number) => {
  const then = new Date();
  then.setUTCFullYear(then.getUTCFullYear() - years);
  return then;
};

test("values that go within twelve months are named by a row of the log; older ones go without", async () => {
  const { db } = (await logOf(3)).services;
  await db.insert(auditLog).values({ ...plain, entityId: "old", changes: { n: {} }, reason: "why", at: yearsAgo(2) });
  await db.update(auditLog).set({ changes: null, reason: null }).where(eq(auditLog.entityId, "old"));
  expect(await db.$count(auditLog)).toBe(4);
  await db.update(auditLog).set({ changes: null }).where(eq(auditLog.seq, 2));
  await db.update(auditLog).set({ changes: null, reason: null }).where(sql`${auditLog.seq} in (2, 3)`);
  const named = await db.select().from(auditLog).where(eq(auditLog.action, "audit_log.blank")).orderBy(auditLog.seq);
  const rows = await db.select().from(auditLog).orderBy(auditLog.seq);
  const [, second, third] = rows.map(({ changesDigest, reasonDigest }) => [changesDigest?.slice(0, 16), reasonDigest?.slice(0, 16)]);
  expect(named.map(({ seq, fields }) => [seq, [...fields].sort()])).toEqual([
    [5, [second?.[0]]],
    [6, [second?.[1], ...(third ?? [])].sort()],
  ]);
  expect(await verifyRows(db, new Date())).toMatchObject({ fault: null, gone: 3, goneYoung: 2 });
});

test.each([
  ["changes", "changes = null"],
  ["reason", "reason = null"],
])("values blanked past the trigger are found while they are younger than twelve months: %s", async (_, set) => {
  const { db } = (await logOf(3)).services;
  await db.execute(sql`alter table audit_log disable trigger audit_log_blanked`);
  await db.execute(sql.raw(`update audit_log set ${set} where seq = 2`));
  expect(await verifyRows(db, new Date())).toMatchObject({ fault: { kind: "values_gone", seq: 2 }, gone: 1, goneYoung: 1 });
  const later = new Date(yearsAgo(-1).getTime() + 86_400_000);
  expect(await verifyRows(db, later)).toMatchObject({ fault: null, gone: 1, goneYoung: 0 });
});

/** The files, with an act between a verification of the night and its signature. */
const beforeSigning = (files: Services["files"], act: () => Promise<unknown>): Services["files"] =>
  Object.assign(Object.create(files), {
    put: async (...put: Parameters<typeof files.put>) => {
      if (put[0] === "audit/check.json") await act();
      return files.put(...put);
    },
  });

const cutAfter = async (db: Db, seq: number) => {
  await unguarded(db, `delete from audit_log where seq > ${seq}`);
  await unguarded(db, `update audit_head set seq = ${seq}, hash = (select hash from audit_log where seq = ${seq})`);
};

test("the row that was verified is signed, not one that the head was set back to meanwhile", async () => {
  const { services } = await logOf(10);
  const { db, files } = services;
  await checkAndAnchor({ ...services, files: beforeSigning(files, () => cutAfter(db, 8)) });
  expect(await verifyAuditLog(services)).toMatchObject({ anchor: { seq: 10 }, fault: { kind: "end_cut", seq: 9 } });
});

test.each([
  ["stays", false, null],
  ["reveals that the end was cut off meanwhile", true, { kind: "end_cut", seq: 9 }],
])("a signature of later rows than the verified ones %s", async (_, cut, fault) => {
  const { services, logged } = await logOf(10);
  const { db, files } = services;
  let acted = false;
  const act = async () => {
    if (acted) return;
    acted = true;
    await recordChange(db, null, change("11"));
    await anchorNewest(services);
    if (cut) await cutAfter(db, 8);
  };
  await checkAndAnchor({ ...services, files: beforeSigning(files, act) });
  expect(await verifyAuditLog(services)).toMatchObject({ anchor: { seq: 11 }, fault });
  expect((await lastCheck(files))?.fault).toEqual(fault);
  expect(logged.some(({ msg }) => msg === "the audit log is broken")).toBe(cut);
});

test.each([
  ["of a whole log is made, and the command ends well", async () => {}, true, "Its end, row 11, is signed as it is."],
  [
    "is refused where the end was cut off since, and the command ends badly",
    (db: Db) => cutAfter(db, 8),
    false,
    "It is not signed: the end was cut off: row 9 and what came after are missing.",
  ],
])("a signature that is asked for %s", async (_, alter, isWell, last) => {
  const { services } = await logOf(10);
  const { db, files } = services;
  let acted = false;
  const act = async () => {
    if (acted) return;
    acted = true;
    await recordChange(db, null, change("11"));
    await anchorNewest(services);
    await alter(db);
  };
  const lines: string[] = [];
  const signing = () => verifyAndSign({ ...services, files: beforeSigning(files, act) }, { sign: true }, (line) => lines.push(line));
  expect([await signing(), lines[0]]).toEqual([isWell, expect.stringMatching(/^The audit log is whole: 10 rows/)]);
  if (isWell) await verifyAndSign(services, { sign: true }, (line) => lines.push(line));
  expect(lines.at(-1)).toBe(last);
});

/** The database, with an act just before the rows of the log are read to be verified. */
function beforeRows(db: Db, act: () => Promise<unknown>): Db {
  const select = (columns: object) => ({
    from: (table: typeof auditLog) => {
      const query = db.select(columns as never).from(table) as unknown as { execute(): Promise<unknown> };
      const read = query.execute.bind(query);
      return "salt" in columns ? Object.assign(query, { execute: () => act().then(() => read()) }) : query;
    },
  });
  return Object.assign(Object.create(db), { select });
}

test("an erasure during a verification is no fault", async () => {
  const { db } = (await logOf(3)).services;
  const erasure = async () => {
    await db.update(auditLog).set({ changes: null, reason: null }).where(eq(auditLog.seq, 2));
  };
  expect(await verifyRows(beforeRows(db, erasure), new Date())).toMatchObject({ fault: null, gone: 1, goneYoung: 1 });
});

test("a row whose values are named as gone, and its reason not, is found", async () => {
  const { db } = (await logOf(3)).services;
  await db.execute(sql`alter table audit_log disable trigger audit_log_blanked`);
  await db.update(auditLog).set({ reason: null }).where(eq(auditLog.seq, 2));
  await db.execute(sql`alter table audit_log enable trigger audit_log_blanked`);
  await db.update(auditLog).set({ changes: null }).where(eq(auditLog.seq, 2));
  expect(await auditFault(db)).toEqual({ kind: "values_gone", seq: 2 });
});

test("values that the database took for twelve months old in its time zone are no fault", async () => {
  const { db } = (await logOf(1)).services;
  const at = new Date(yearsAgo(1).getTime() + 3_600_000);
  await db.insert(auditLog).values({ ...plain, changes: { n: {} }, at });
  // Summer time begins between the two dates: the database's year is an hour shorter than that of the program.
  await db.execute(sql`alter table audit_log disable trigger audit_log_blanked`);
  await db.update(auditLog).set({ changes: null }).where(eq(auditLog.seq, 2));
  expect(await verifyRows(db, new Date())).toMatchObject({ fault: null, gone: 1, goneYoung: 0 });
});

/** How many of a hundred audited changes at once fail. */
async function failuresOf(db: Db): Promise<number> {
  const done = await Promise.allSettled(
    Array.from({ length: 100 }, (_, at) =>
      db.transaction(async (tx) => {
        await tx.execute(sql`select pg_sleep(0.002)`);
        await recordChange(tx, null, change(`at once ${at}`));
      }),
    ),
  );
  return done.filter(({ status }) => status === "rejected").length;
}

test.runIf(serverUrl)("a hundred audited changes at once are chained without an error; without the lock they are not", async () => {
  const { db } = (await backendForTest()).services;
  expect([await failuresOf(db), await db.$count(auditLog), await auditFault(db)]).toEqual([0, 100, null]);
  const [newest] = await db.select().from(auditLog).orderBy(desc(auditLog.seq)).limit(1);
  expect(newest?.seq).toBe(100);
  const { rows } = await db.execute<{ source: string }>(sql`select pg_get_functiondef('audit_log_chain'::regproc) as source`);
  const unlocked = rows[0]?.source.replace(/PERFORM pg_advisory_xact_lock[^;]*;/, "") ?? "";
  expect(unlocked).not.toContain("pg_advisory");
  await db.execute(sql.raw(unlocked));
  expect(await failuresOf(db)).toBeGreaterThan(0);
});

test.runIf(serverUrl)("changes that lock the same rows around their audit rows never deadlock", async () => {
  const { db } = (await backendForTest()).services;
  await db.execute(sql`create table things (id int primary key, n int not null default 0)`);
  await db.execute(sql`insert into things select generate_series(1, 2)`);
  const step = (tx: Db, id: number) => tx.execute(sql`update things set n = n + 1 where id = ${id}`);
  const one = () =>
    db.transaction(async (tx) => {
      await step(tx, 2);
      await tx.execute(sql`select pg_sleep(0.01)`);
      await recordChange(tx, null, change("one"));
    });
  const many = () =>
    db.transaction(async (tx) => {
      for (const id of [1, 2]) {
        await step(tx, id);
        await recordChange(tx, null, change(`many ${id}`));
        await tx.execute(sql`select pg_sleep(0.01)`);
      }
    });
  const before = await deadlocksIn(db);
  await Promise.all(Array.from({ length: 20 }, (_, at) => (at % 2 ? one() : many())));
  expect([(await deadlocksIn(db)) - before, await auditFault(db)]).toEqual([0, null]);
});

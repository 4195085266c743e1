import { setTimeout as pause } from "node:timers/promises";
import { count, eq, sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { recordChange } from "#backend/audit/recording";
import { openServer } from "#backend/db/client";
import { auditLog } from "#backend/modules/audit/tables";
import { payments } from "#backend/modules/payments/tables";
import { pledges } from "#backend/modules/pledges/tables";
import { backendForTest, testClock } from "#tests/support/backend";
import { openTestDatabase, serverUrl } from "#tests/support/database";
import { signIn } from "#tests/support/people";
import { bank } from "#tests/support/statements";

const lines = 10_000;
/** Milliseconds: on a machine that does nothing else it is a tenth of this. */
const longestWait = 2_000;

/** A statement of which each line is the gift of a pledge, ready to be imported. */
async function readyStatement() {
  const database = await openTestDatabase();
  const backend = await backendForTest({ database, ...testClock(new Date("2026-11-20T10:00:00Z")) });
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  await backend.services.db.execute(sql`
    insert into pledges (name, email, locale, reference, dedupe_key, amount_cents, rhythm, donor, allocation, method, receipt)
    select 'Lou', 'lou@maillon.example', 'fr', 'DON-BBBB-' || translate(lpad(n::text, 4, '0'), '01', 'ZY'), 'gift ' || n, 5000,
      'one_off', 'person', 'any', 'transfer', false
    from generate_series(0, ${lines - 1}::int) n`);
  await backend.services.db.execute(sql`analyze pledges`);
  const references = await backend.services.db.select({ reference: pledges.reference }).from(pledges);
  const ofBank = bank(backend, cookie);
  const sheet = await ofBank.store(references.map(({ reference }) => ({ day: "18/11/2026", amount: "50", text: reference })));
  return { database, backend, ofBank, sheet };
}

test.runIf(serverUrl)(
  "ten thousand matched lines are imported within the limits of statements, one change of the log, and no other office waits for them",
  async () => {
    const { database, backend, ofBank, sheet } = await readyStatement();
    const second = await openServer("url" in database ? database.url : "", 2);
    onTestFinished(second.close);
    let longest = 0;
    let over = false;
    const write = async () => {
      while (!over) {
        const begun = performance.now();
        await recordChange(second.db, null, {
          action: "project.edit",
          entityType: "project",
          entityId: crypto.randomUUID(),
          after: { at: begun },
        });
        longest = Math.max(longest, performance.now() - begun);
        await pause(20);
      }
    };
    const writing = Promise.allSettled([write()]);
    const changed = new Set<string | null>();
    onTestFinished(await backend.changes.subscribe((kind) => void changed.add(kind)));
    const { status, body } = await ofBank.run(sheet);
    over = true;
    expect((await writing).map(({ status: written }) => written)).toEqual(["fulfilled"]);
    expect([status, body]).toMatchObject([201, { matched: lines, waiting: 0 }]);
    expect(longest).toBeLessThan(longestWait);
    await expect.poll(() => [...changed]).toContain("payment");
    const { db } = backend.services;
    expect(await db.$count(payments)).toBe(lines);
    expect(await db.$count(pledges, eq(pledges.status, "received"))).toBe(lines);
    const actions = await db.select({ action: auditLog.action, rows: count() }).from(auditLog).groupBy(auditLog.action);
    expect(actions.filter(({ action }) => /payment|pledge|statement/.test(action))).toEqual([{ action: "bank_statement.import", rows: 1 }]);
  },
);

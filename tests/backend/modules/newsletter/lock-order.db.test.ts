import { desc, eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { Db } from "#backend/db/client";
import { recordBounce } from "#backend/modules/mails/bounces";
import { bouncedMailboxes } from "#backend/modules/mails/tables";
import { unsubscribeToken } from "#backend/modules/mails/unsubscribe-links";
import { undoUnsubscribing, unsubscribe } from "#backend/modules/mails/unsubscribing";
import { confirmSubscription } from "#backend/modules/newsletter/requesting";
import { newsletterRequests, newsletterSubscribers } from "#backend/modules/newsletter/tables";
import { consents } from "#backend/modules/privacy/tables";
import { verifyEmail } from "#backend/modules/registration/emails";
import { emailVerifications } from "#backend/modules/registration/tables";
import { users } from "#backend/modules/users/tables";
import { hashOf } from "#backend/secrets";
import { backendForTest } from "#tests/support/backend";
import { serverUrl } from "#tests/support/database";
import { newsletterVisitor } from "#tests/support/newsletter";
import { addPerson } from "#tests/support/people";

const email = "zoe@example.org";

async function opened() {
  const backend = await backendForTest();
  const { db } = backend.services;
  let tries = 0;
  // A transaction that PostgreSQL breaks off because two wait for each other is tried again: then there is one more.
  const counted: Db = Object.assign(Object.create(db), {
    transaction: (run: (tx: Db) => Promise<unknown>) =>
      db.transaction((tx) => {
        tries += 1;
        return run(tx);
      }),
  });
  const services = { ...backend.services, db: counted };
  const inLine = () => db.$count(sql`pg_stat_activity`, sql`datname = current_database() and wait_event_type = 'Lock'`);
  return {
    ...{ backend, db, services, visitor: newsletterVisitor(backend) },
    tries: () => tries,
    /** Until so many transactions wait. */
    waiting: (count: number) => expect.poll(inLine).toBe(count),
  };
}

describe.runIf(serverUrl)("while an account is opened with the address of a subscriber", () => {
  /** Opens it, and does something else before that is committed; answers the account and the link of the newsletter. */
  async function opening(before: (parts: Awaited<ReturnType<typeof opened>>, id: string) => Promise<void>, act: "stop" | "undo") {
    const parts = await opened();
    const { backend, db, services, visitor } = parts;
    const { id: subscriberId } = await visitor.subscribe(email);
    await before(parts, subscriberId);
    const { id: userId } = await addPerson(backend, { role: "VOLUNTEER", email, accountState: "to_validate" });
    const token = unsubscribeToken(services.settings, { topic: "newsletter", subscriberId });
    const call = { ...backend.services, network: "192.0.2.1" };
    const inLine = () => db.$count(sql`pg_stat_activity`, sql`datname = current_database() and wait_event_type = 'Lock'`);
    let isDone = false;
    let other: Promise<unknown> | undefined;
    await db.transaction(async (tx) => {
      await tx.update(users).set({ accountState: "validated" }).where(eq(users.id, userId));
      other ??= (act === "stop" ? unsubscribe(call, token) : undoUnsubscribing(call, token, undefined)).finally(() => {
        isDone = true;
      });
      await expect.poll(async () => isDone || (await inLine()) > 0).toBe(true);
    });
    await other;
    const [last] = await db.select().from(consents).where(eq(consents.userId, userId)).orderBy(desc(consents.at)).limit(1);
    return { given: last?.given, row: await visitor.row(email), userId };
  }

  test("who stops the newsletter by its link gets none in the account, either", async () => {
    const { given, row, userId } = await opening(async () => {}, "stop");
    expect([given, row?.userId]).toEqual([false, userId]);
  });

  test("who takes a withdrawal back gets it in the account, also long after the request was erased", async () => {
    const { given, row, userId } = await opening(async ({ db }, id) => {
      await db.update(newsletterSubscribers).set({ withdrawnAt: new Date() }).where(eq(newsletterSubscribers.id, id));
      await db.delete(newsletterRequests);
    }, "undo");
    expect([given, row?.userId, row?.withdrawnAt]).toEqual([true, userId, null]);
  });
});

describe.runIf(serverUrl)("no two that concern one address wait for each other", () => {
  test("a complaint, and the opening of the account", async () => {
    const { backend, db, services, visitor, tries, waiting } = await opened();
    await visitor.subscribe(email);
    const { id } = await addPerson(backend, { role: "VOLUNTEER", email, accountState: "to_validate" });
    let complaint: Promise<unknown> | undefined;
    await services.db.transaction(async (tx) => {
      await tx.select().from(users).where(eq(users.id, id)).for("update");
      complaint ??= services.db.transaction((within) =>
        recordBounce({ ...services, db: within }, { id: "1", type: "complaint", address: email }),
      );
      await waiting(1);
      await tx.update(users).set({ accountState: "validated" }).where(eq(users.id, id));
    });
    await complaint;
    expect(tries()).toBe(2);
    const choices = await db.select({ given: consents.given }).from(consents).where(eq(consents.userId, id)).orderBy(consents.at);
    expect(choices.at(-1)).toEqual({ given: false });
  });

  test("the link of a registration, and the one of the newsletter", async () => {
    const { backend, db, services, visitor, tries, waiting } = await opened();
    const person = { role: "DONATOR_INDIVIDUAL", email, accountState: "registered", emailVerifiedAt: null } as const;
    const { id: userId } = await addPerson(backend, person);
    const token = "a".repeat(43);
    const expiresAt = new Date(Date.now() + 3_600_000);
    await db.insert(emailVerifications).values({ userId, email, tokenHash: hashOf(token), expiresAt });
    await visitor.ask(email);
    const ofLetter = await visitor.tokenFor(email);
    const at = new Date();
    await db.insert(bouncedMailboxes).values({ email, createdAt: at, lastReportAt: at });
    const opening: Promise<unknown>[] = [];
    await db.transaction(async (tx) => {
      await tx.select().from(bouncedMailboxes).for("update");
      opening.push(verifyEmail(services, token, { requestId: "one", actor: null }));
      await waiting(1);
      opening.push(confirmSubscription(services, ofLetter));
      await waiting(2);
    });
    expect(await Promise.all(opening)).toEqual(["valid", "valid"]);
    expect(tries()).toBe(2);
    expect(await db.select({ state: users.accountState }).from(users)).toEqual([{ state: "validated" }]);
    expect(await db.$count(consents, eq(consents.given, true))).toBe(1);
  });
});

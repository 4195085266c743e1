import { eq, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { queueMailTo } from "#backend/modules/mails/outbox";
import { users } from "#backend/modules/users/tables";
import type { PersonalData } from "#backend/privacy/personal-data";
import { Refusal } from "#backend/refusal";
import type { Locale } from "#contract/formats/locale";
import { type ByEmailAnswer, mayCopyForOthers, type PrivacyRecord } from "#contract/law/privacy";
import { eraseEmail } from "./erasure.ts";
import { dataRequests } from "./tables.ts";

type Request = typeof dataRequests.$inferSelect;

const waiting = ["open", "running"];

/** The data about an e-mail address of a request without account; empty once the request is closed. */
export async function whatIsHeld(
  { db, declarations }: Pick<Services, "db" | "declarations">,
  { userId, email, status }: Request,
): Promise<PrivacyRecord["byEmail"]> {
  if (userId || !email || !waiting.includes(status)) return null;
  return { accountId: await accountWith(db, email), held: await countHeld(db, declarations.personalData, email) };
}

async function accountWith(db: Db, email: string): Promise<string | null> {
  const [account] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  return account?.id ?? null;
}

/** How many rows of each table an erasure would delete, put under a pseudonym or keep, in one statement. */
async function countHeld(db: Db, personalData: PersonalData[], email: string) {
  const counts = personalData.map(
    ({ table, erasure, about }, at) =>
      sql`select ${at}::int as at, ${table}::text as "table", ${erasure}::text as fate, count(*)::int as count from ${sql.identifier(table)} it where ${about({ email })}`,
  );
  const { rows } = await db.execute<NonNullable<PrivacyRecord["byEmail"]>["held"][number]>(
    sql`select "table", fate, count from (${sql.join(counts, sql` union all `)}) held where count > 0 order by "table", at`,
  );
  return rows;
}

/**
 * Carries out a request without account, after staff have verified the identity. An e-mail address that has an account is
 * answered from the account, which holds more. The log records how the identity was verified.
 */
export async function answerByEmail(services: Services, actor: Actor, request: Request, { outcome, identity }: ByEmailAnswer, now: Date) {
  const { db } = services;
  const { id, userId, email, kind } = request;
  const fits = kind === (outcome === "erasedByEmail" ? "erase" : "access");
  if (userId || !email || !fits || (await accountWith(db, email))) throw new Refusal("wrong_state");
  if (outcome === "copiedByEmail") {
    if (!mayCopyForOthers(actor)) throw new Refusal("forbidden");
    await db.update(dataRequests).set({ status: "running", requestedBy: actor.id, updatedAt: now }).where(eq(dataRequests.id, id));
  } else {
    const locale = await languageOf(db, email);
    await eraseEmail(services, email, now);
    await queueMailTo(services, { email, locale }, "erasure_done", {}, `erased ${id}`);
  }
  const action = outcome === "copiedByEmail" ? "data_request.copied" : "data_request.erased";
  await recordChange(db, actor, { action, entityType: "data_request", entityId: id, reason: identity });
}

/** The language in which someone last wrote, applied, gave or signed up for the newsletter. */
export async function languageOf(db: Db, email: string): Promise<Locale> {
  const written = ["messages", "applications", "pledges", "testimonials", "newsletter_subscribers"].map(
    (table) => sql`select locale, created_at from ${sql.identifier(table)} where lower(email::text) = ${email.toLowerCase()}`,
  );
  const { rows } = await db.execute<{ locale: Locale }>(
    sql`select locale from (${sql.join(written, sql` union all `)}) written order by created_at desc limit 1`,
  );
  return rows[0]?.locale ?? "fr";
}

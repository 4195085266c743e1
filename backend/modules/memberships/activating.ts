import { and, eq, inArray, ne } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { queueMail } from "#backend/modules/mails/outbox";
import { nextNumber } from "#backend/modules/sequences/numbering";
import { users } from "#backend/modules/users/tables";
import { isForLife } from "#contract/charity/lifetime";
import { franceDay, writtenDay } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import { formatEuros } from "#contract/giving/money";
import { cancelDuesMails } from "./dues-mails.ts";
import { memberships } from "./tables.ts";

type MembershipRow = typeof memberships.$inferSelect;
type Deps = Pick<Services, "db" | "clock" | "settings" | "translate" | "wakeMail">;

/** Until when a membership is, in words: `until 14 December 2026`, or for life. */
export const untilText = (translate: Services["translate"], locale: Locale, row: Pick<MembershipRow, "endDate">) =>
  isForLife(row)
    ? translate(locale, "memberships:forLife")
    : translate(locale, "memberships:until", { date: writtenDay(locale, row.endDate) });

/** Makes a locked membership active, with a number of the series without gaps unless it has one, which it answers. */
export async function makeActive({ db: tx, clock }: Pick<Deps, "db" | "clock">, actor: Actor | null, row: MembershipRow): Promise<string> {
  const now = clock();
  const number = row.number ?? (await nextNumber(tx, "MEM", Number(franceDay(now).slice(0, 4))));
  await tx.update(memberships).set({ status: "active", statusAt: now, updatedAt: now, number }).where(eq(memberships.id, row.id));
  await recordChange(tx, actor, {
    ...({ action: "membership.activate", entityType: "membership", entityId: row.id } as const),
    before: { status: row.status },
    after: { status: "active", number },
  });
  return number;
}

/** The same, and writes to its member. */
export async function activate(services: Deps, actor: Actor | null, row: MembershipRow): Promise<void> {
  const { db: tx, translate } = services;
  const number = await makeActive(services, actor, row);
  await cancelDuesMails(services, row);
  if (!row.userId) return;
  const { locale, earlier, state } = await memberOf(tx, row.userId, row.id);
  if (state === "left") return;
  const values = { number, until: untilText(translate, locale, row), price: formatEuros(locale, row.priceCents) };
  await queueMail(
    services,
    row.userId,
    earlier && row.priceCents > 0 ? "membership_renewed" : "membership_active",
    values,
    `membership:${row.id}:${number}`,
    { record: { subject: "membership", subjectId: row.id } },
  );
}

/** The language of a member, and whether there was a membership before this one. */
async function memberOf(tx: Db, userId: string, id: string) {
  const [person] = await tx.select({ locale: users.locale, state: users.accountState }).from(users).where(eq(users.id, userId));
  const others = and(
    eq(memberships.userId, userId),
    ne(memberships.id, id),
    inArray(memberships.status, ["active", "cancelled", "refunded"]),
  );
  return { locale: person?.locale ?? ("fr" as const), state: person?.state, earlier: (await tx.$count(memberships, others)) > 0 };
}

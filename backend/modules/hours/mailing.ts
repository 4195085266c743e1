import { and, between, eq, inArray, ne, sql } from "drizzle-orm";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { queueMail, queueMails } from "#backend/modules/mails/outbox";
import { users } from "#backend/modules/users/tables";
import { franceDay, writtenDay } from "#contract/formats/france-time";
import { hoursText } from "#contract/formats/hours";
import type { Locale } from "#contract/formats/locale";
import { isCounted } from "./counted.ts";
import { type volunteerCertificates, volunteerHours } from "./tables.ts";

type Entry = typeof volunteerHours.$inferSelect;
type Decided = { decision: "validate" | "reject"; reason: string; batch: string };

/** Writes to whoever has given these hours: one mail for all of them that were decided on together. */
export async function mailDecisions(services: Services, actor: Actor, entries: Entry[], { decision, reason, batch }: Decided) {
  if (entries.length === 0) return;
  const { db, clock, translate } = services;
  const ids = [...new Set(entries.map(({ userId }) => userId))];
  const year = franceDay(clock()).slice(0, 4);
  // A query of its own: columns that stand in the selection of one table are written without the name of theirs.
  const counted = db
    .select({ minutes: sql`coalesce(sum(${volunteerHours.minutes}), 0)` })
    .from(volunteerHours)
    .where(and(eq(volunteerHours.userId, users.id), between(volunteerHours.date, `${year}-01-01`, `${year}-12-31`), isCounted));
  const ofYear = sql<number>`${counted}`.mapWith(Number);
  const { id, email, locale, firstName } = users;
  const people = await db.select({ id, email, locale, firstName, ofYear }).from(users).where(inArray(id, ids));
  const mails = people.map(({ ofYear: yearTotal, ...person }) => {
    const theirs = entries.filter(({ userId }) => userId === person.id).sort((one, other) => one.date.localeCompare(other.date));
    const days = theirs.map(({ date }) => writtenDay(person.locale, date));
    const total = theirs.reduce((sum, { minutes }) => sum + minutes, 0);
    const lines = theirs.map(
      ({ activity, minutes }, at) =>
        `${translate(person.locale, `hours:activity.${activity}`)}, ${days[at]}, ${hoursText(person.locale, minutes)}`,
    );
    const validated = {
      hours: hoursText(person.locale, total),
      from: days[0] ?? "",
      to: days.at(-1) ?? "",
      yearTotal: hoursText(person.locale, yearTotal),
    };
    const rejected = { lines: lines.join("\n"), reason, validatorName: actor.firstName };
    return {
      to: { ...person, userId: person.id },
      values: decision === "validate" ? validated : rejected,
      dedupeKey: `hours:${batch}:${person.id}:${theirs[0]?.id}`,
    };
  });
  for (let at = 0; at < mails.length; at += 200)
    await queueMails(services, decision === "validate" ? "hours_validated" : "hours_rejected", mails.slice(at, at + 200));
}

/** Writes to the holder of a certificate that it was withdrawn, and why. Who was erased, or has left, is not written to. */
export async function mailWithdrawn(services: Services, { id, userId, number, ...why }: typeof volunteerCertificates.$inferSelect) {
  const locale = await localeOf(services, userId);
  if (!locale) return;
  const reason = why.withdrawCause
    ? services.translate(locale, `hours:certificate.cause.${why.withdrawCause}`)
    : (why.withdrawReason ?? "");
  await queueMail(services, userId, "certificate_withdrawn", { number, reason }, `certificate-withdrawn:${id}`);
}

/** Writes to whoever gave hours of a closed year that these were corrected, and which of their certificates do not count any more. */
export async function mailCorrection(services: Services, entry: Entry, { minutes, withdrawn }: { minutes: number; withdrawn: string[] }) {
  const locale = await localeOf(services, entry.userId);
  if (!locale) return;
  const what = services.translate(locale, `hours:activity.${entry.activity}`);
  const values = {
    lines: `${what}, ${writtenDay(locale, entry.date)}`,
    hours: hoursText(locale, entry.minutes),
    corrected: hoursText(locale, minutes),
    certificates: toReplace(services, locale, withdrawn),
  };
  await queueMail(services, entry.userId, "hours_corrected", values, `hours-corrected:${entry.id}`);
}

/** Writes to whoever gave hours that these are not validated any more, why, and which of their certificates do not count any more. */
export async function mailTakenBack(
  services: Services,
  actor: Actor,
  { id, userId, date, activity, minutes, version }: Entry,
  { reason, withdrawn }: { reason: string; withdrawn: string[] },
) {
  const locale = await localeOf(services, userId);
  if (!locale) return;
  const what = services.translate(locale, `hours:activity.${activity}`);
  const values = {
    lines: `${what}, ${writtenDay(locale, date)}, ${hoursText(locale, minutes)}`,
    reason,
    validatorName: actor.firstName,
    certificates: toReplace(services, locale, withdrawn),
  };
  await queueMail(services, userId, "hours_taken_back", values, `hours-taken-back:${id}:${version}`);
}

/** Writes to those for whom hours were imported, or whose imported hours are gone with their import: once for each file, whatever it has of theirs. */
export async function mailImported(
  services: Services & { sheetId: string },
  topic: "hours_imported" | "hours_removed",
  userIds: readonly string[],
): Promise<void> {
  const { id, email, locale, firstName } = users;
  const people = await services.db
    .select({ id, email, locale, firstName })
    .from(users)
    .where(and(inArray(id, [...new Set(userIds)]), ne(users.accountState, "left")));
  const mails = people.map((person) => ({
    to: { ...person, userId: person.id },
    values: {},
    dedupeKey: `${topic}:${services.sheetId}:${person.id}`,
  }));
  await queueMails(services, topic, mails);
}

/** Which certificates are not valid any more, those with these numbers; an empty text where there are none. */
function toReplace({ translate }: Pick<Services, "translate">, locale: Locale, withdrawn: string[]): string {
  if (withdrawn.length === 0) return "";
  return translate(locale, "hours:certificate.replace", {
    count: withdrawn.length,
    numbers: new Intl.ListFormat(locale).format(withdrawn),
  });
}

async function localeOf({ db }: Pick<Services, "db">, userId: string) {
  const [person] = await db
    .select({ locale: users.locale })
    .from(users)
    .where(and(eq(users.id, userId), ne(users.accountState, "left")));
  return person?.locale;
}

import { eq } from "drizzle-orm";
import type { Services } from "#backend/http/services";
import { queueMailTo } from "#backend/modules/mails/outbox";
import { outgoingMails } from "#backend/modules/mails/tables";
import { outsideQuietHours } from "#backend/modules/notices/quiet-hours";
import type { SummaryFrequency } from "#contract/accounts/notifications";
import { franceDay } from "#contract/formats/france-time";
import { claim, readersAfter, settle, waitingFor } from "./summary-claims.ts";
import { type DueSummary, summariesDue } from "./summary-days.ts";
import { type Happened, recordsFor, summaryTopicOf } from "./summary-items.ts";
import { lockReader, type Wishes } from "./summary-reader.ts";
import { summaryMail } from "./summary-text.ts";
import { readWorkQueues } from "./work-queues.ts";

type Deps = Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail" | "log" | "declarations">;

/** How many people are read at a time. */
const atOnce = 100;
const beforeAll = "00000000-0000-0000-0000-000000000000";

/**
 * Mails what happened since the last summary, and what waits, to those who chose to read it so, in one mail. Each person is one transaction: a
 * process that ends, or a second one, neither repeats nor loses anything. What is written between 21:00 and 8:00 is sent at 8:00.
 */
export async function mailSummaries(services: Deps, run: SummaryFrequency): Promise<void> {
  const { db, clock, log } = services;
  const at = outsideQuietHours(clock());
  const due = summariesDue(run, franceDay(at));
  if (due.length === 0) return;
  let failure: unknown;
  let after: string | undefined = beforeAll;
  while (after) {
    const people: { id: string }[] = await readersAfter(db, due, after, atOnce);
    for (const { id } of people) {
      try {
        await db.transaction((tx) => mailSummary({ ...services, db: tx }, id, due, at));
      } catch (error) {
        log.error({ err: error }, "a summary could not be written");
        failure ??= error;
      }
    }
    after = people.length === atOnce ? people.at(-1)?.id : undefined;
  }
  // The queue retries the job, for those who are missing.
  if (failure) throw failure;
}

async function mailSummary(services: Deps, id: string, due: readonly DueSummary[], at: Date) {
  const { db, clock } = services;
  const now = clock();
  const reader = await lockReader(db, id, franceDay(at));
  if (!reader) return settle(db, await waitingFor(db, id), now, null);
  const claims = await claim(db, id, due, at);
  if (claims.length === 0) return;
  const frequencies = claims.map(({ frequency }) => frequency);
  const { listed, leftOut } = sorted(await waitingFor(db, id), reader.wishes, frequencies);
  const records = await recordsFor(services, reader, listed);
  const shown = listed.filter(({ recordId }) => recordId && records.has(recordId));
  await settle(db, [...leftOut, ...listed.filter((one) => !shown.includes(one))], now, null);
  const { queues } = isOneOf(frequencies, reader.wishes.waiting) ? await readWorkQueues(services, reader, now) : { queues: {} };
  const since = [...claims.flatMap(({ before }) => before ?? []), ...shown.map(({ createdAt }) => createdAt)];
  const mail = summaryMail(services.translate, reader.locale, { happened: shown, records, queues, since, at });
  if (!mail) return;
  const dedupeKey = `summary:${id}:${claims.map(({ frequency, due }) => `${frequency} ${due}`).join(":")}`;
  const { topic, values, text } = mail;
  const own = { body: { text, locale: reader.locale } };
  await queueMailTo(services, { ...reader, userId: id }, topic, values, dedupeKey, { own, notBefore: at });
  const [queued] = await db.select({ id: outgoingMails.id }).from(outgoingMails).where(eq(outgoingMails.dedupeKey, dedupeKey));
  if (queued) await settle(db, shown, now, queued.id);
}

const isOneOf = (frequencies: readonly string[], wish: string) => frequencies.includes(wish);

/**
 * What a summary lists: topics whose time has come, and the rest of one that now comes by single mails. What was stopped or paused meanwhile is left
 * out for good; the rest waits for its own summary.
 */
function sorted(happened: Happened[], wishes: Wishes, frequencies: readonly SummaryFrequency[]) {
  const wishFor = ({ topic }: Happened) => {
    const name = summaryTopicOf(topic);
    return name ? wishes[name] : "never";
  };
  return {
    listed: happened.filter((one) => isOneOf([...frequencies, "each"], wishFor(one))),
    leftOut: happened.filter((one) => isOneOf(["never", "paused"], wishFor(one))),
  };
}

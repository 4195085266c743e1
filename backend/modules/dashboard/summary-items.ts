import { and, inArray } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { referenceNumber } from "#backend/db/reference-numbers";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { articles } from "#backend/modules/articles/tables";
import { visibleTo } from "#backend/modules/articles/visibility";
import { messageThread } from "#backend/modules/contact/receiving";
import { messageLetter, messages } from "#backend/modules/contact/tables";
import { applicationThread } from "#backend/modules/jobs/applications";
import { applicationLetter, applications } from "#backend/modules/jobs/tables";
import { summarisedMails } from "#backend/modules/mails/inbox-topics";
import { type SummaryTopic, summaryTopics } from "#contract/accounts/notifications";
import type { Locale } from "#contract/formats/locale";
import { readIn } from "#contract/formats/localized-text";

type Reader = Pick<Actor, "id" | "role" | "permissions"> & { locale: Locale };
export type Happened = { id: string; topic: string; recordId: string | null; path: string | null; createdAt: Date };

/** A record as a summary names it: without the names of people, who may have their data erased while the mail is under way. */
type Shown = { name: string; isDone: boolean };
export type Records = Map<string, Shown>;

/** The topic of a summary that a mail belongs to. */
export const summaryTopicOf = (mail: string): SummaryTopic | undefined =>
  summaryTopics.find((topic) => summarisedMails(topic).some((one) => one === mail));

/** The records that still exist and that the reader may open, as they are now. Every reader of summaries may open messages and applications. */
export async function recordsFor(
  { db, translate }: Pick<Services, "db" | "translate">,
  reader: Reader,
  happened: readonly Happened[],
): Promise<Records> {
  const of = (topic: SummaryTopic) => [
    ...new Set(happened.flatMap((one) => (one.recordId && summaryTopicOf(one.topic) === topic ? one.recordId : []))),
  ];
  const letters = of("messages");
  const numbered = (kind: "message" | "application", number: string) =>
    translate(reader.locale, `mails:frame.summary.${kind}`, { ticket: number });
  const found = [
    ...(await articlesFor(db, reader, of("articles"))),
    ...(await threads(db, messages, letters, messageThread.waiting, (number) =>
      numbered("message", referenceNumber(messageLetter, number)),
    )),
    ...(await threads(db, applications, letters, applicationThread.waiting, (number) =>
      numbered("application", referenceNumber(applicationLetter, number)),
    )),
  ];
  return new Map(found);
}

async function articlesFor(db: Db, reader: Reader, ids: string[]): Promise<[string, Shown][]> {
  if (ids.length === 0) return [];
  const { id, title, status } = articles;
  const rows = await db
    .select({ id, title, status })
    .from(articles)
    .where(and(inArray(id, ids), visibleTo(reader)));
  return rows.map((row) => [row.id, { name: readIn(reader.locale, row.title).text, isDone: row.status !== "in_review" }]);
}

async function threads(
  db: Db,
  { id, number, status }: typeof messages | typeof applications,
  ids: string[],
  waiting: string,
  nameOf: (number: number) => string,
): Promise<[string, Shown][]> {
  if (ids.length === 0) return [];
  const rows = await db.select({ id, number, status }).from(id.table).where(inArray(id, ids));
  return rows.map((row) => [row.id, { name: nameOf(row.number), isDone: row.status !== waiting }]);
}

import { and, desc, eq, inArray, isNull, type SQL } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { documents } from "#backend/modules/documents/tables";
import { press } from "#backend/modules/press/tables";
import { users } from "#backend/modules/users/tables";
import { type Mail, MailFailure } from "#backend/ports/mailer";
import type { PublishedDocument } from "#contract/accounts/campaigns";
import type { Locale } from "#contract/formats/locale";
import { readIn } from "#contract/formats/localized-text";
import { subscriberWith } from "./subscribers.ts";
import type { outgoingMails } from "./tables.ts";

/**
 * Documents that may be attached to a mail: the files of published press items, which everyone can download. Files of people, and those of records
 * that are not published, are never among them.
 */
const isPublished = and(eq(press.status, "published"), eq(documents.kind, "RECORD_FILE"), isNull(documents.purgedAt));
const shown = { id: documents.id, title: press.title, mime: documents.mime, bytes: documents.bytes };

/** Those documents for a part of a statement, the latest first; two press items may have the same file. */
export function publishedDocuments(db: Db, which?: SQL, limit = 100) {
  const latest = db
    .selectDistinctOn([documents.id], { ...shown, day: press.day })
    .from(press)
    .innerJoin(documents, eq(documents.id, press.fileId))
    .where(and(isPublished, which))
    .orderBy(documents.id, desc(press.day), desc(press.id))
    .as("latest");
  const { id, title, mime, bytes, day } = latest;
  return db.select({ id, title, mime, bytes }).from(latest).orderBy(desc(day), desc(id)).limit(limit).as("published");
}

/** Those of some documents that are published now, in this order. */
export async function publishedAmong(db: Db, ids: readonly string[]): Promise<(PublishedDocument & { storageKey: string })[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ ...shown, storageKey: documents.storageKey })
    .from(press)
    .innerJoin(documents, eq(documents.id, press.fileId))
    .where(and(isPublished, inArray(documents.id, [...ids])))
    .orderBy(press.day, press.id);
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

type Row = Pick<typeof outgoingMails.$inferSelect, "attachmentIds" | "userId" | "recipient">;
export type AttachmentReader = (mail: Row) => Promise<Mail["attachments"]>;

/**
 * Reads the attachments of a mail when it is sent, without those that are not published any more. Only the files of the last mail are cached, so that
 * thousands of mails with the same attachments read them once.
 */
export function attachmentReader({ db, files, log }: Pick<Services, "db" | "files" | "log">): AttachmentReader {
  // Mails that are sent at the same time wait for the same reading.
  let last = new Map<string, Promise<Buffer | null>>();
  return async ({ attachmentIds, ...reader }) => {
    if (!attachmentIds?.length) return undefined;
    const found = await publishedAmong(db, attachmentIds);
    const locale = await localeOf(db, reader);
    const next = new Map(found.map(({ id, storageKey }) => [id, last.get(id) ?? contentOf(files, storageKey)]));
    // One that fails after another one is awaited by nobody.
    void Promise.allSettled(next.values());
    last = next;
    const attached: NonNullable<Mail["attachments"]> = [];
    for (const { id, title, mime } of found) {
      const content = await next.get(id)?.catch((error) => {
        if (last === next) last = new Map();
        throw error;
      });
      if (content) attached.push({ filename: fileNameOf(readIn(locale, title).text, mime), content, contentType: mime });
      else log.error({ document: id }, "a published document has no file");
    }
    return attached;
  };
}

/** The bytes of a file; null when there are none. Where they cannot be read now, the mail is tried again. */
async function contentOf(files: Services["files"], storageKey: string): Promise<Buffer | null> {
  const bytes = await files.get(storageKey).catch(() => {
    throw new MailFailure("EATTACHMENT", false);
  });
  return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The language of an account, or of a subscriber without one. */
async function localeOf(db: Db, { userId, recipient }: Omit<Row, "attachmentIds">): Promise<Locale> {
  const [account] = userId ? await db.select({ locale: users.locale }).from(users).where(eq(users.id, userId)) : [];
  const reader = account ?? (await subscriberWith(db, recipient));
  return reader?.locale ?? "fr";
}

/** A title as the name of a file, on any system. */
export function fileNameOf(title: string, mime: string): string {
  const name = title
    .replace(/[\p{C}\\/:*?"<>|.]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return `${[...name].slice(0, 80).join("").trim() || "document"}.${mime.split("/").at(-1)}`;
}

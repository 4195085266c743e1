import { and, count, desc, eq, inArray, isNotNull, isNull, max, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { lockVersion, pageOfRows } from "#backend/db/lists";
import { contains } from "#backend/db/word-search";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { queueMails } from "#backend/modules/mails/outbox";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import type { Role } from "#contract/accounts/roles";
import { readIn } from "#contract/formats/localized-text";
import type { SignerQuery, TextDraft, TextRecord, TextRow, TextState } from "#contract/law/legal-editing";
import { legalDocuments, signatures } from "./tables.ts";

type Row = typeof legalDocuments.$inferSelect;

export const stateOf = ({ publishedAt, retiredAt }: Pick<Row, "publishedAt" | "retiredAt">): TextState =>
  retiredAt ? "superseded" : publishedAt ? "published" : "draft";

const isState: Record<TextState, SQL | undefined> = {
  draft: isNull(legalDocuments.publishedAt),
  published: and(isNotNull(legalDocuments.publishedAt), isNull(legalDocuments.retiredAt)),
  superseded: isNotNull(legalDocuments.retiredAt),
};

function rowOf(row: Row): TextRow {
  const { id, key, documentVersion: number, title, blocking, minorChange, publishedAt, updatedAt } = row;
  const times = { publishedAt: publishedAt?.toISOString() ?? null, updatedAt: updatedAt.toISOString() };
  return { id, key, number, title, blocking, minorChange, status: stateOf(row), appliesTo: row.appliesTo as Role[], ...times };
}

type ListQuery = { q: string; sort: "updatedAt" | "key"; order: "asc" | "desc"; page: number; perPage: number; status?: TextState };

export function listTexts(db: Db, query: ListQuery) {
  const where = and(contains(legalDocuments, query.q), query.status && isState[query.status]);
  const sorts = { updatedAt: legalDocuments.updatedAt, key: legalDocuments.key };
  return pageOfRows(db, legalDocuments, query, { where, sorts }, async (found, order) => {
    const rows = await db
      .select({ text: legalDocuments })
      .from(legalDocuments)
      .innerJoin(found, eq(found.id, legalDocuments.id))
      .orderBy(...order);
    return rows.map(({ text }) => rowOf(text));
  });
}

async function find(db: Db, id: string): Promise<Row> {
  const [row] = await db.select().from(legalDocuments).where(eq(legalDocuments.id, id));
  if (!row) throw new Refusal("not_found");
  return row;
}

export async function getText(db: Db, id: string): Promise<TextRecord> {
  const row = await find(db, id);
  const [people] = await db
    .select({ mustSign: count(), signed: sql<number>`count(*) filter (where ${hasSigned(db, row)})`.mapWith(Number) })
    .from(users)
    .where(mustSign(row));
  const versions = await db
    .select()
    .from(legalDocuments)
    .where(eq(legalDocuments.key, row.key))
    .orderBy(desc(legalDocuments.documentVersion))
    .limit(100);
  return {
    ...rowOf(row),
    body: row.body,
    version: row.version,
    frenchHash: row.frenchHash ?? "",
    englishHash: row.englishHash,
    signed: people?.signed ?? 0,
    mustSign: people?.mustSign ?? 0,
    versions: versions.map((one) => ({ id: one.id, number: one.documentVersion, status: stateOf(one) })),
  };
}

function mustSign({ appliesTo }: Row): SQL | undefined {
  return appliesTo.length > 0 ? and(inArray(users.role, appliesTo as Role[]), eq(users.accountState, "validated")) : sql`false`;
}

const other = alias(legalDocuments, "other_versions");

/** Whether a person signed this version, or one that only minor changes came after. */
function hasSigned(db: Db, { key, documentVersion, countsFrom }: Row): SQL {
  const signed = db
    .select({ one: sql`1` })
    .from(signatures)
    .innerJoin(other, eq(other.id, signatures.legalDocumentId))
    .where(
      and(
        eq(other.key, key),
        sql`${other.documentVersion} between ${countsFrom ?? documentVersion} and ${documentVersion}`,
        eq(signatures.userId, users.id),
      ),
    );
  return sql`exists ${signed}`;
}

/** The people whom a text concerns, with their signature if any. */
export async function listSigners(db: Db, id: string, query: SignerQuery) {
  const row = await find(db, id);
  const signed = hasSigned(db, row);
  const where = and(mustSign(row), contains(users, query.q), query.signed && (query.signed === "yes" ? signed : sql`not ${signed}`));
  return pageOfRows(db, users, query, { where, sorts: { lastName: users.lastName } }, async (found, order) => {
    const rows = await db
      .select({
        user: users,
        at: sql<string | null>`last_signed.signed_at`,
        locale: sql<string | null>`last_signed.locale`,
        number: sql<number | null>`last_signed.number`,
      })
      .from(users)
      .innerJoin(found, eq(found.id, users.id))
      .leftJoin(
        sql`lateral (select s.signed_at, s.locale, d.document_version as number from signatures s join legal_documents d on d.id = s.legal_document_id
          where s.user_id = ${users.id} and d.key = ${row.key} and d.document_version <= ${row.documentVersion}
          order by d.document_version desc limit 1) last_signed`,
        sql`true`,
      )
      .orderBy(...order);
    return rows.map(({ user, at, locale, number }) => ({
      id: user.id,
      name: `${user.firstName} ${user.lastName}`,
      role: user.role,
      signedAt: at && new Date(at).toISOString(),
      locale,
      number,
    }));
  });
}

/** A new text, or the next version of one: only one is being written at a time. */
export async function createDraft(tx: Db, actor: Actor, draft: TextDraft): Promise<{ id: string }> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`legal text ${draft.key}`}))`);
  const [last] = await tx
    .select({ number: max(legalDocuments.documentVersion) })
    .from(legalDocuments)
    .where(eq(legalDocuments.key, draft.key));
  const [row] = await tx
    .insert(legalDocuments)
    .values({ ...draft, documentVersion: (last?.number ?? 0) + 1 })
    .onConflictDoNothing()
    .returning();
  if (!row) throw fieldRefusal("key", "signing:form.draftWaits");
  await recordChange(tx, actor, {
    action: "legal_document.create",
    entityType: "legal_document",
    entityId: row.id,
    after: { key: row.key, version: row.documentVersion },
  });
  return { id: row.id };
}

export async function nextVersion(tx: Db, actor: Actor, id: string): Promise<{ id: string }> {
  const { key, title, body, appliesTo, blocking } = await find(tx, id);
  const [waiting] = await tx
    .select()
    .from(legalDocuments)
    .where(and(eq(legalDocuments.key, key), isNull(legalDocuments.publishedAt)));
  if (waiting) return { id: waiting.id };
  return createDraft(tx, actor, { key, title, body, appliesTo: appliesTo as Role[], blocking, minorChange: false });
}

type Edit = TextDraft & { version: number };

/** Changes a draft; its key and its number stay. A published version is immutable. */
export async function updateDraft(tx: Db, actor: Actor, id: string, { version, key: _, ...draft }: Edit, now: Date) {
  const row = await lockVersion(tx, legalDocuments, { id, version }, () => getText(tx, id));
  if (row.publishedAt) throw new Refusal("wrong_state");
  await tx
    .update(legalDocuments)
    .set({ ...draft, version: version + 1, updatedAt: now })
    .where(eq(legalDocuments.id, id));
  await recordChange(tx, actor, {
    action: "legal_document.update",
    entityType: "legal_document",
    entityId: id,
    before: { appliesTo: row.appliesTo, blocking: row.blocking, minorChange: row.minorChange },
    after: { appliesTo: draft.appliesTo, blocking: draft.blocking, minorChange: draft.minorChange },
  });
  return { id };
}

export async function removeDraft(tx: Db, actor: Actor, id: string) {
  const [row] = await tx.select().from(legalDocuments).where(eq(legalDocuments.id, id)).for("update");
  if (!row) throw new Refusal("not_found");
  if (row.publishedAt) throw new Refusal("wrong_state");
  await tx.delete(legalDocuments).where(eq(legalDocuments.id, id));
  await recordChange(tx, actor, { action: "legal_document.remove", entityType: "legal_document", entityId: id, before: { key: row.key } });
}

/**
 * Puts a draft in force in place of the version before it. After a minor change the signatures of that one still count;
 * otherwise everyone it concerns signs again; a blocking text stops them at their next request, and a mail announces it.
 */
export async function publish(services: Deps, actor: Actor, id: string, stops: number | undefined) {
  const { db: tx, clock } = services;
  const now = clock();
  const [row] = await tx.select().from(legalDocuments).where(eq(legalDocuments.id, id)).for("update");
  if (!row) throw new Refusal("not_found");
  if (row.publishedAt) throw new Refusal("wrong_state");
  const stopped = row.blocking && !row.minorChange ? await tx.select().from(users).where(mustSign(row)) : [];
  if (stopped.length > 0 && stopped.length !== stops) throw fieldRefusal("stops", "signing:publish.countChanged");
  const inForce = and(eq(legalDocuments.key, row.key), isState.published);
  const [before] = await tx.update(legalDocuments).set({ retiredAt: now, updatedAt: now }).where(inForce).returning();
  const countsFrom = row.minorChange && before ? (before.countsFrom ?? before.documentVersion) : null;
  await tx.update(legalDocuments).set({ publishedAt: now, countsFrom, updatedAt: now }).where(eq(legalDocuments.id, id));
  await recordChange(tx, actor, {
    action: "legal_document.publish",
    entityType: "legal_document",
    entityId: id,
    after: { key: row.key, version: row.documentVersion, minorChange: row.minorChange, blocking: row.blocking, hash: row.frenchHash },
  });
  await notifyStopped(services, row, stopped);
}

type Deps = Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail">;
const mailsAtOnce = 500;

/** Notifies each person whom a text blocks until they sign it, in their language. */
async function notifyStopped(services: Deps, { id, title }: Row, stopped: (typeof users.$inferSelect)[]) {
  const mails = stopped.map((person) => ({
    to: { ...person, userId: person.id },
    values: { title: readIn(person.locale, title).text },
    dedupeKey: `text_to_sign:${id}:${person.id}`,
  }));
  for (let at = 0; at < mails.length; at += mailsAtOnce) await queueMails(services, "text_to_sign", mails.slice(at, at + mailsAtOnce));
}

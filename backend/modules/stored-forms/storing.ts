import { and, desc, eq, gt, inArray, lte, ne, notInArray } from "drizzle-orm";
import * as z from "zod";
import type { Db } from "#backend/db/client";
import { users } from "#backend/modules/users/tables";
import { hashOf, newToken, openWith, sealFor } from "#backend/secrets";
import { StoredForm, storedFormLifetime } from "#contract/accounts/stored-forms";
import { storedForms } from "./tables.ts";

/** The maximum number of forms stored for an account; a further one replaces the oldest. */
const maxPerAccount = 5;

const Content = StoredForm.extend({ path: z.string() });
type Content = z.infer<typeof Content>;

/** What is sealed for one account cannot be opened as another's. */
const purposeOf = (userId: string) => `maillon stored form of ${userId}`;

type Stored = { token: string | null; userId: string; content: Content };

/**
 * Keeps a form for an account, and returns the key of the browser; null when there is no such account. The browser's key is used again
 * only while everything under it is this account's; what another account has under it is erased.
 */
export function storeForm(db: Db, now: Date, { token: known, userId, content }: Stored): Promise<string | null> {
  return db.transaction(async (tx) => {
    // Two forms at once follow each other, so that the limit holds.
    const [owner] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
    if (!owner) return null;
    const { opened, ofOther } = known ? await openStored(tx, now, { token: known, userId }) : { opened: [], ofOther: false };
    if (known && ofOther) await forgetAllUnder(tx, known);
    const token = known && opened.length > 0 && !ofOther ? known : newToken();
    const replaced = opened.filter((before) => isFor(before.content, content)).map(({ id }) => id);
    if (replaced.length > 0) await tx.delete(storedForms).where(inArray(storedForms.id, replaced));
    await tx.insert(storedForms).values({
      tokenHash: hashOf(token),
      userId,
      sealed: sealFor(token, JSON.stringify(content), purposeOf(userId)),
      createdAt: now,
      expiresAt: new Date(now.getTime() + storedFormLifetime * 1000),
    });
    const newest = tx
      .select({ id: storedForms.id })
      .from(storedForms)
      .where(eq(storedForms.userId, userId))
      .orderBy(desc(storedForms.createdAt), desc(storedForms.id))
      .limit(maxPerAccount);
    await tx.delete(storedForms).where(and(eq(storedForms.userId, userId), notInArray(storedForms.id, newest)));
    return token;
  });
}

/** What a browser's key opens for an account, newest first, and whether something is stored under the key for another one. */
export async function openStored(db: Db, now: Date, { token, userId }: { token: string; userId: string }) {
  const rows = await rowsOf(db, now, token);
  const opened = rows.filter((row) => row.userId === userId).flatMap((row) => openRow(row, token));
  return { opened, ofOther: rows.some((row) => row.userId !== userId) };
}

/** Erases what is stored under a browser's key for a form of a page. */
export async function forgetForm(db: Db, now: Date, { token, userId, ...place }: { token: string; userId: string } & Place) {
  const { opened } = await openStored(db, now, { token, userId });
  const ids = opened.filter(({ content }) => isFor(content, place)).map(({ id }) => id);
  if (ids.length > 0) await db.delete(storedForms).where(inArray(storedForms.id, ids));
}

/** Erases what other people have under a browser's key. */
export function forgetOthers(db: Db, { token, userId }: { token: string; userId: string }) {
  return db.delete(storedForms).where(and(eq(storedForms.tokenHash, hashOf(token)), ne(storedForms.userId, userId)));
}

export function forgetAllUnder(db: Db, token: string) {
  return db.delete(storedForms).where(eq(storedForms.tokenHash, hashOf(token)));
}

export function purgeStoredForms(db: Db, now: Date) {
  return db.delete(storedForms).where(lte(storedForms.expiresAt, now));
}

type Place = Pick<Content, "path" | "form">;
const isFor = (content: Place, { path, form }: Place) => content.path === path && content.form === form;

function rowsOf(db: Db, now: Date, token: string) {
  return db
    .select()
    .from(storedForms)
    .where(and(eq(storedForms.tokenHash, hashOf(token)), gt(storedForms.expiresAt, now)))
    .orderBy(desc(storedForms.createdAt), desc(storedForms.id))
    .limit(50);
}

/** A row that was changed, or moved to another account, opens nothing. */
function openRow({ id, userId, sealed }: typeof storedForms.$inferSelect, token: string): { id: string; content: Content }[] {
  try {
    return [{ id, content: Content.parse(JSON.parse(openWith(token, sealed, purposeOf(userId)))) }];
  } catch {
    return [];
  }
}

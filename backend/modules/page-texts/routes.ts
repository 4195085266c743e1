import { eq, sql } from "drizzle-orm";
import type * as z from "zod";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { done, on } from "#backend/http/routes";
import { fullNameIfAny } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import { type EditablePage, editablePages, type PageTextsEdit, type PageTextsRecord, pageTextsApi } from "#contract/publishing/page-texts";
import { pageTexts } from "./tables.ts";

export const pageTextRoutes = [
  on(pageTextsApi.read, async ({ db, params, locale }) => {
    const [own] = await db.select({ texts: pageTexts.texts }).from(pageTexts).where(eq(pageTexts.page, params.page));
    return { texts: own?.texts[locale] ?? {} };
  }),
  on(pageTextsApi.list, async ({ db }) => {
    const own = await recordsOf(db);
    return { items: editablePages.map((page) => own.find((one) => one.page === page) ?? untouched(page)) };
  }),
  on(pageTextsApi.get, ({ db, params }) => recordOf(db, params.page)),
  on(pageTextsApi.update, async ({ db, actor, params, body, clock }) => {
    await db.transaction((tx) => save(tx, actor, params.page, body, clock()));
    return done;
  }),
];

type Edit = z.output<typeof PageTextsEdit>;

/** One page at a time: the lock makes the version check reliable, also for the first save of a page. */
async function save(tx: Db, actor: Actor, page: EditablePage, { locale, texts, version }: Edit, now: Date) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`page_texts ${page}`}))`);
  const before = await recordOf(tx, page);
  if (before.version !== version) throw new Refusal("stale", { current: before });
  const stored = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ""));
  const row = { page, texts: { ...before.texts, [locale]: stored }, version: version + 1, updatedAt: now, updatedBy: actor.id };
  await tx.insert(pageTexts).values(row).onConflictDoUpdate({ target: pageTexts.page, set: row });
  const named = (of: Record<string, string>) => Object.fromEntries(Object.entries(of).map(([key, text]) => [`${locale}.${key}`, text]));
  await recordChange(tx, actor, {
    action: "page_texts.edit",
    entityType: "page_texts",
    entityId: page,
    before: named(before.texts[locale]),
    after: named(stored),
  });
}

async function recordOf(db: Db, page: EditablePage): Promise<PageTextsRecord> {
  return (await recordsOf(db)).find((one) => one.page === page) ?? untouched(page);
}

async function recordsOf(db: Db): Promise<PageTextsRecord[]> {
  const rows = await db
    .select({ own: pageTexts, updatedBy: fullNameIfAny(users) })
    .from(pageTexts)
    .leftJoin(users, eq(users.id, pageTexts.updatedBy));
  return rows.map(({ own, updatedBy }) => ({ ...own, updatedAt: own.updatedAt.toISOString(), updatedBy }));
}

function untouched(page: EditablePage): PageTextsRecord {
  return { page, texts: { fr: {}, en: {} }, version: 0, updatedAt: null, updatedBy: null };
}

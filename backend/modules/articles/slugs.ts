import { and, eq, ne, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { fieldRefusal } from "#backend/refusal";
import { type Locale, locales } from "#contract/formats/locale";
import type { Localized } from "#contract/formats/localized";
import { articleSlugs } from "./tables.ts";

const maxSlugLength = 80;

/** A title as a slug: lower case, no accents, joined by hyphens, cut at a word. */
export function slugOf(title: string): string {
  const words = title
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/œ/gi, "oe")
    .replace(/æ/gi, "ae")
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  let slug = "";
  for (const word of words ?? ["article"]) {
    if (slug && slug.length + word.length + 1 > maxSlugLength) break;
    slug = slug ? `${slug}-${word}` : word.slice(0, maxSlugLength);
  }
  return slug;
}

/**
 * Gives an article its slug in each language that has a title. A requested slug must be free; one made from
 * the title gets a number when it is taken. The previous slug still redirects to it.
 */
export async function nameArticle(tx: Db, articleId: string, title: Localized, wanted: { fr?: string; en?: string }) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('article_slugs'))`);
  for (const locale of locales) {
    const text = title[locale];
    if (!text) continue;
    const [now] = await tx
      .select({ slug: articleSlugs.slug })
      .from(articleSlugs)
      .where(and(eq(articleSlugs.articleId, articleId), eq(articleSlugs.locale, locale), eq(articleSlugs.current, true)));
    const wantedSlug = wanted[locale];
    if (wantedSlug ? wantedSlug === now?.slug : now) continue;
    await setCurrent(
      tx,
      articleId,
      locale,
      wantedSlug ? await requireFree(tx, articleId, locale, wantedSlug) : await firstFree(tx, articleId, locale, text),
    );
  }
}

async function setCurrent(tx: Db, articleId: string, locale: Locale, slug: string) {
  await tx
    .update(articleSlugs)
    .set({ current: false })
    .where(and(eq(articleSlugs.articleId, articleId), eq(articleSlugs.locale, locale)));
  await tx
    .insert(articleSlugs)
    .values({ articleId, locale, slug })
    .onConflictDoUpdate({ target: [articleSlugs.locale, articleSlugs.slug], set: { current: true } });
}

async function requireFree(tx: Db, articleId: string, locale: Locale, slug: string): Promise<string> {
  const [taken] = await tx
    .select({ one: sql`1` })
    .from(articleSlugs)
    .where(and(eq(articleSlugs.locale, locale), eq(articleSlugs.slug, slug), ne(articleSlugs.articleId, articleId)));
  if (taken) throw fieldRefusal(`slug.${locale}`, "articles:slug.taken");
  return slug;
}

async function firstFree(tx: Db, articleId: string, locale: Locale, title: string): Promise<string> {
  const base = slugOf(title);
  const rows = await tx
    .select({ slug: articleSlugs.slug })
    .from(articleSlugs)
    .where(
      and(eq(articleSlugs.locale, locale), ne(articleSlugs.articleId, articleId), sql`${articleSlugs.slug} ~ ${`^${base}(-[0-9]+)?$`}`),
    );
  const taken = new Set(rows.map((row) => row.slug));
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? base : `${base}-${number}`;
    if (!taken.has(slug)) return slug;
  }
}

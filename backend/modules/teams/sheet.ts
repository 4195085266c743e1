import { and, asc, eq, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { Refusal } from "#backend/http/refusal";
import type { Services } from "#backend/http/services";
import { articles } from "#backend/modules/articles/tables";
import { sectorManagers } from "#backend/modules/sector-managers/tables";
import { users } from "#backend/modules/users/tables";
import { blocksOf, type PaperBlock, taggedPdf } from "#backend/papers/tagged-pdf";
import { franceDay, writtenDay } from "#contract/france-time";
import type { Locale } from "#contract/locale";
import { readIn } from "#contract/read-in";
import { sectors } from "./tables.ts";

/** All that stands on the sheet of a sector. */
export async function sheetOf(db: Db, id: string) {
  const [sector] = await db.select().from(sectors).where(eq(sectors.id, id));
  if (!sector) throw new Refusal("not_found");
  const people = sql<number>`count(*)::int`;
  const [parent, children, managers, headcount, written] = await Promise.all([
    db
      .select()
      .from(sectors)
      .where(eq(sectors.id, sector.parentId ?? sector.id)),
    db.select().from(sectors).where(eq(sectors.parentId, sector.id)).orderBy(asc(sectors.position), asc(sectors.name)).limit(100),
    managersOf(db, sector.id),
    db
      .select({ role: users.role, people })
      .from(users)
      .where(and(eq(users.sectorId, sector.id), eq(users.accountState, "validated")))
      .groupBy(users.role)
      .orderBy(users.role),
    db.$count(articles, eq(articles.sectorId, sector.id)),
  ]);
  return { ...sector, parent: sector.parentId ? (parent[0] ?? null) : null, children, managers, headcount, articles: written };
}

/** Who answers for a sector, by their open accounts. */
export function managersOf(db: Db, sectorId: string) {
  return db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email, phone: users.phone })
    .from(sectorManagers)
    .innerJoin(users, eq(users.id, sectorManagers.userId))
    .where(and(eq(sectorManagers.sectorId, sectorId), eq(users.accountState, "validated")))
    .orderBy(asc(users.firstName), asc(users.id))
    .limit(20);
}

type Needs = Pick<Services, "db" | "translate" | "settings" | "clock">;

/** The sheet as a PDF, with the day it was made. */
export async function sheetPdf({ db, translate, settings, clock }: Needs, id: string, locale: Locale): Promise<Uint8Array> {
  const sheet = await sheetOf(db, id);
  const t = (key: string, values = {}) => translate(locale, key, values);
  const line = (label: string, text: string | number | null) =>
    ({ tag: "P", text: t("sectors:pdf.line", { label, text: text || "–" }) }) as const;
  const section = (title: string, blocks: PaperBlock[]): PaperBlock[] => (blocks.length > 0 ? [{ tag: "H2", text: title }, ...blocks] : []);
  const address = [sheet.addressLine, [sheet.postcode, sheet.city].filter(Boolean).join(" ")].filter(Boolean).join(", ");
  const words = (text: { fr: string } | null) => blocksOf(text ? readIn(locale, text).text : "");
  return taggedPdf({
    title: sheet.name,
    author: settings.organisation,
    locale,
    at: clock(),
    blocks: [
      { tag: "P", text: t("sectors:pdf.made", { day: writtenDay(locale, franceDay(clock())) }) },
      ...words(sheet.slogan),
      line(t("sectors:kind"), t(`content:sectors.choice.kind.${sheet.kind}`)),
      ...(sheet.parent ? [line(t("sectors:parent"), sheet.parent.name)] : []),
      line(t("sectors:address"), address),
      line(t("sectors:email"), sheet.email),
      line(t("sectors:phone"), sheet.phone),
      ...sheet.headcount.map(({ role, people }) => line(t(`content:shortcuts.choice.roles.${role}`), people)),
      line(t("sectors:articles"), String(sheet.articles)),
      ...section(
        t("sectors:managers.title"),
        sheet.managers.map(({ firstName, lastName, email, phone }) => ({
          tag: "P",
          text: [`${firstName} ${lastName}`, email, phone].filter(Boolean).join(", "),
        })),
      ),
      ...section(t("sectors:pdf.presentation"), words(sheet.presentation)),
      ...section(t("sectors:objectives"), words(sheet.objectives)),
      ...section(
        t("sectors:children"),
        sheet.children.map(({ name, kind }) => line(name, t(`content:sectors.choice.kind.${kind}`))),
      ),
    ],
  });
}

import { inArray } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Locale } from "#contract/formats/locale";
import type { ImportSubject } from "./subject.ts";
import { sheetRows } from "./tables.ts";

const lineOf: Record<Locale, string> = { fr: "Ligne", en: "Line" };

/** What the page of a task calls rows of a file, and where it says more about them. */
export async function describeRows(db: Db, { list, page = `${list}/import` }: ImportSubject, locale: Locale, ids: string[]) {
  const { id, sheetId, line, label } = sheetRows;
  const rows = await db.select({ id, sheetId, line, label }).from(sheetRows).where(inArray(id, ids));
  return new Map(
    rows.map((row) => [
      row.id,
      {
        name: [`${lineOf[locale]} ${row.line}`, row.label].filter(Boolean).join(", "),
        path: `${page}?sheet=${row.sheetId}#line-${row.line}`,
      },
    ]),
  );
}

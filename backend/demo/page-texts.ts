import { readFileSync } from "node:fs";
import { pageTexts } from "#backend/modules/page-texts/tables";
import { editablePages, type PageTextsRecord } from "#contract/publishing/page-texts";
import type { Db } from "../db/client.ts";

/** The demonstration charity's own story and figures, in place of the default texts. */
export async function addPageTexts(tx: Db, now: Date) {
  const own = JSON.parse(readFileSync("backend/demo/page-texts.json", "utf8")) as Partial<Record<string, PageTextsRecord["texts"]>>;
  const rows = editablePages.flatMap((page) => {
    const texts = own[page];
    return texts ? [{ page, texts, version: 1, updatedAt: now }] : [];
  });
  await tx.insert(pageTexts).values(rows);
}

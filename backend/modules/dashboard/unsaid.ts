import { eq } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { BackendSettings } from "#backend/http/services";
import { pageTexts } from "#backend/modules/page-texts/tables";
import type { Dashboard } from "#contract/dashboard";

/** What visitors do not read because nobody has said it: settings that are missing, and a history without a date. */
export async function unsaidOf(db: Db, { missing }: BackendSettings): Promise<NonNullable<Dashboard["unsaid"]>> {
  const [story] = await db.select({ texts: pageTexts.texts }).from(pageTexts).where(eq(pageTexts.page, "story"));
  const history = Object.keys(story?.texts.fr ?? {}).some((key) => key.startsWith("timeline."));
  return { settings: [...missing], history };
}

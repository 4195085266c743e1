import { and, eq, sql } from "drizzle-orm";
import { onLine } from "#backend/content/routes";
import { contentSource, hasEnglish } from "#backend/search/source";
import { searchedInSectors, sectors } from "./tables.ts";

export const searchSource = contentSource({
  kind: "team",
  types: ["team"],
  table: sectors,
  searched: searchedInSectors(sectors),
  title: { name: sectors.name },
  body: { names: [sectors.city], texts: [sectors.slogan, sectors.presentation] },
  english: sql`(${hasEnglish(sectors.slogan)} or ${hasEnglish(sectors.presentation)} or coalesce(${sectors.slogan}->>'fr', '') = '' and ${sectors.presentation}->>'fr' = '')`,
  path: sql`'/team/' || ${sectors.slug}`,
  ownPage: true,
  visible: () => and(eq(sectors.kind, "local_team"), onLine(sectors)),
});

import { and, sql } from "drizzle-orm";
import { contentSource, hasEnglish } from "#backend/search/source";
import { press, searchedInReleases } from "./tables.ts";
import { releasesOnLine } from "./visibility.ts";

export const searchSource = contentSource({
  kind: "release",
  types: ["press"],
  table: press,
  searched: searchedInReleases(press),
  title: { text: press.title },
  body: { texts: [press.quote, press.body] },
  english: and(hasEnglish(press.title), hasEnglish(press.body)) ?? sql`false`,
  path: sql`'/press/' || ${press.id}`,
  ownPage: true,
  visible: () => releasesOnLine(),
});

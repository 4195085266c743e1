import { and, eq, type SQL, sql } from "drizzle-orm";
import { onLine } from "#backend/content/routes";
import { press } from "./tables.ts";

/** Whether it is a release with a text, and so with its own page. */
export const hasOwnPage: SQL<boolean> = sql`(${press.kind} = 'release' and ${press.body}->>'fr' <> '')`;

/** Releases that anyone may read. */
export function releasesOnLine(): SQL | undefined {
  return and(onLine(press), eq(press.kind, "release"), hasOwnPage);
}

import { and, desc, eq, sql } from "drizzle-orm";
import type { OfficeSearchSource } from "#backend/dashboard/office-search";
import { contains } from "#backend/db/word-search";
import { events } from "#backend/modules/events/tables";
import { foundOfKind } from "#contract/charity/office-search";
import { knownTo } from "./own-events.ts";

/** Events: all of them for administrators, for others those that they may know of. */
export const eventsInOffice: OfficeSearchSource = {
  kind: "events",
  moment: "startsAt",
  find: (db, reader, q) =>
    db
      .select({ id: sql`${events.id}`.as("id"), title: sql`${events.title}`.as("title"), startsAt: sql`${events.startsAt}`.as("startsAt") })
      .from(events)
      .where(and(contains(events, q), reader.role === "ADMIN" ? undefined : and(eq(events.status, "published"), knownTo(db, reader))))
      .orderBy(desc(events.startsAt), desc(events.id))
      .limit(foundOfKind)
      .getSQL(),
};

import { and, desc, eq, or, sql } from "drizzle-orm";
import type { OfficeSearchSource } from "#backend/dashboard/office-search";
import { contains } from "#backend/db/word-search";
import { eventsManagedBy } from "#backend/identity/event-scope";
import { events } from "#backend/modules/events/tables";
import { foundOfKind } from "#contract/charity/office-search";
import { knownTo } from "./own-events.ts";

/** Events: those that the reader looks after, all of them for administrators, and for others those that they may know of. */
export const eventsInOffice: OfficeSearchSource = {
  kind: "events",
  moment: "startsAt",
  find(db, reader, q) {
    const managed = eventsManagedBy(reader);
    return db
      .select({
        ...{ id: sql`${events.id}`.as("id"), title: sql`${events.title}`.as("title"), startsAt: sql`${events.startsAt}`.as("startsAt") },
        managed: sql`coalesce(${managed ?? sql`true`}, false)`.as("managed"),
      })
      .from(events)
      .where(and(contains(events, q), managed && or(managed, and(eq(events.status, "published"), knownTo(db, reader)))))
      .orderBy(desc(events.startsAt), desc(events.id))
      .limit(foundOfKind)
      .getSQL();
  },
};

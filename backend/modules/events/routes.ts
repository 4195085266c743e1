import { contentRoutes } from "#backend/content/routes";
import { on, type ServedEndpoint } from "#backend/http/routes";
import { projects } from "#backend/modules/projects/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { fieldRefusal } from "#backend/refusal";
import { eventsApi } from "#contract/charity/events";
import { announcedEvent, comingEvents } from "./coming.ts";
import { events } from "./tables.ts";

export const eventRoutes: ServedEndpoint[] = [
  ...contentRoutes(eventsApi.admin, {
    table: events,
    entityType: "event",
    label: events.title,
    references: { sectorId: sectors.name, projectId: projects.name },
    check: (_, { startsAt, endsAt }: typeof events.$inferSelect) => {
      if (endsAt <= startsAt) throw fieldRefusal("endsAt", "content:error.endsFirst");
    },
  }),

  on(eventsApi.coming, async ({ db, query, clock }) => ({ items: await comingEvents(db, clock(), query) })),
  on(eventsApi.get, ({ db, params }) => announcedEvent(db, params.id)),
];

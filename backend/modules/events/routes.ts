import { contentRoutes } from "#backend/content/routes";
import { on, type ServedEndpoint } from "#backend/http/routes";
import { onEvent } from "#backend/identity/event-endpoints";
import { checkScope, eventsManagedBy } from "#backend/identity/event-scope";
import { followChange } from "#backend/modules/event-registrations/attendance";
import { notifyOfEventChange } from "#backend/modules/event-registrations/changes";
import { hasRequests, placesFacts } from "#backend/modules/event-registrations/list-facts";
import { projects } from "#backend/modules/projects/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { fieldRefusal } from "#backend/refusal";
import { eventSeriesApi } from "#contract/charity/event-series";
import { eventsApi } from "#contract/charity/events";
import type { SeriesScope } from "#contract/charity/series-scopes";
import { checkEvent } from "./checking.ts";
import { announcedEvent, comingEvents } from "./coming.ts";
import { copyEvent } from "./copying.ts";
import { eventsByTime } from "./list-order.ts";
import { checkPoint, pointOf } from "./point.ts";
import { repeatEvent, seriesOf } from "./series.ts";
import { cancelSeries, changeSeries } from "./series-changes.ts";
import { datesOfSeries, seriesChoices, titleOfSeries } from "./series-facts.ts";
import { movePlaces } from "./series-times.ts";
import { events } from "./tables.ts";

export const eventRoutes: ServedEndpoint[] = [
  ...contentRoutes(eventsApi.admin, {
    table: events,
    entityType: "event",
    label: events.title,
    references: { sectorId: sectors.name, projectId: projects.name },
    facts: (reader) => ({ ...placesFacts, seriesTitle: titleOfSeries(reader), seriesDates: datesOfSeries }),
    narrows: { pending: hasRequests },
    sorts: { startsAt: eventsByTime },
    scope: { of: eventsManagedBy, check: checkScope },
    derive: (_, event, from) => pointOf(event, from),
    check(tx, event, { step, now }) {
      checkPoint(event);
      return checkEvent(tx, event, { step, now });
    },
    async changed(tx, { before, after, alongside }, services) {
      const scope = (alongside?.scope as SeriesScope | undefined) ?? "this";
      const alone = () => fieldRefusal("startsAt", "content:events.own.scope.refused.places");
      const former = await movePlaces(tx, before, after, services.clock(), scope === "this" ? alone : undefined);
      await notifyOfEventChange({ ...services, db: tx }, before, after, former);
      await followChange(tx, { event: before }, { event: after }, services.clock());
      await changeSeries(tx, { before, after, scope }, services);
    },
  }),

  on(eventSeriesApi.choices, ({ db, actor }) => seriesChoices(db, eventsManagedBy(actor))),
  on(eventSeriesApi.get, ({ actor, params, ...services }) => seriesOf(services, actor, params.id)),
  onEvent(eventSeriesApi.create, ({ actor, params, body, ...services }) => repeatEvent(services, actor, params.id, body)),
  on(eventSeriesApi.cancel, ({ actor, params, body, ...services }) => cancelSeries(services, actor, params.id, body)),
  onEvent(eventsApi.copy, ({ actor, params, body, ...services }) => copyEvent(services, actor, params.id, body.day)),
  on(eventsApi.coming, async ({ db, query, clock }) => ({ items: await comingEvents(db, clock(), query) })),
  on(eventsApi.get, ({ db, params }) => announcedEvent(db, params.id)),
];

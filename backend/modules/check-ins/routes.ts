import { done, on, type ServedEndpoint } from "#backend/http/routes";
import { onEvent } from "#backend/identity/event-endpoints";
import { notifyHelpers, shownHelpers } from "#backend/modules/event-registrations/helpers";
import { Refusal } from "#backend/refusal";
import { checkInsApi, eventCodesApi } from "#contract/charity/check-ins";
import { doorListApi } from "#contract/charity/door-list";
import { eventDayApi } from "#contract/charity/event-day";
import { doorsFor, requireDoor } from "./access.ts";
import { closeEvent, reopenEvent } from "./closing.ts";
import { setContact } from "./contact.ts";
import { doorList } from "./door-list.ts";
import { addDoorPerson, codesPage, removeDoorPerson, rotateCodes } from "./event-codes.ts";
import { eventDay } from "./event-day.ts";
import { doorEvent, doorOf, peopleAtDoor } from "./queries.ts";
import { scan } from "./scanning.ts";
import { ticketOf } from "./ticket.ts";
import { undo } from "./undoing.ts";

export const checkInRoutes: ServedEndpoint[] = [
  on(checkInsApi.doors, async ({ db, actor, clock }) => ({ items: (await doorsFor(db, actor, clock())).map(doorEvent) })),
  on(checkInsApi.door, ({ db, actor, params, query }) => doorOf(db, actor, params.id, query)),
  on(checkInsApi.mayScan, async ({ db, actor, params }) => {
    const door = await requireDoor(db, actor, params.id).catch((error) => {
      if (error instanceof Refusal && error.code === "not_found") return null;
      throw error;
    });
    return { scan: door !== null };
  }),
  on(doorListApi.get, async ({ actor, params, query, ...services }) => ({ list: await doorList(services, actor, params.id, query.since) })),
  on(checkInsApi.scan, async ({ actor, params, body, limits, ...services }) => {
    await limits.take("scanByPerson", actor.id);
    return scan(services, actor, params.id, body);
  }),
  on(checkInsApi.people, async ({ db, actor, params, query, limits, clock }) => {
    await limits.take("nameAtDoorByPerson", actor.id);
    return { items: await peopleAtDoor(db, actor, params.id, query.name, clock()) };
  }),
  on(checkInsApi.undo, async ({ actor, params, body, ...services }) => {
    await undo(services, actor, params.id, body.checkInId);
    return done;
  }),
  on(checkInsApi.ticket, ({ actor, params, ...services }) => ticketOf(services, actor, params.id)),

  onEvent(eventDayApi.close, async ({ actor, params, body, ...services }) => {
    await closeEvent(services, actor, params.id, body.left);
    return done;
  }),
  onEvent(eventDayApi.setContact, async ({ actor, params, body, limits, ...services }) => {
    await limits.take("addParticipantByPerson", actor.id);
    await setContact(services, actor, params.id, body.contactEmail || null);
    return done;
  }),
  on(eventDayApi.reopen, async ({ actor, params, body, ...services }) => {
    await reopenEvent(services, actor, params.id, body.reason);
    return done;
  }),
  onEvent(eventDayApi.get, ({ actor, params, ...services }) => eventDay(services, actor, params.id)),
  on(eventDayApi.helpers, async ({ actor, params, ...services }) => ({ helpers: await shownHelpers(services, actor, params.id) })),
  on(eventDayApi.notifyHelpers, async ({ actor, params, body, limits, ...services }) => {
    await limits.take("helpersByPerson", actor.id);
    return notifyHelpers(services, actor, params.id, body.people);
  }),

  onEvent(eventCodesApi.list, ({ params, query, ...services }) => codesPage(services, params.id, query)),
  onEvent(eventCodesApi.rotate, async ({ actor, params, body, ...services }) => ({
    changed: await rotateCodes(services, actor, params.id, body.registrationIds ?? null),
  })),
  onEvent(eventCodesApi.addDoorPerson, async ({ actor, params, body, limits, ...services }) => {
    await limits.take("addParticipantByPerson", actor.id);
    await addDoorPerson(services, actor, params.id, body.email);
    return done;
  }),
  onEvent(eventCodesApi.removeDoorPerson, async ({ actor, params, ...services }) => {
    await removeDoorPerson(services, actor, params.id, params.userId);
    return done;
  }),
];

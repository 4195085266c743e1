import { drawnFile } from "#backend/http/private-file";
import { done, on } from "#backend/http/routes";
import type { Services } from "#backend/http/services";
import { ownTimelineApi, positionFrom } from "#contract/accounts/own-timeline";
import { personFactsApi } from "#contract/accounts/person-facts";
import { trackingApi } from "#contract/accounts/tracking";
import { entriesAbout, getEntry, listEntries, readFigures } from "./queries.ts";
import { subjectFor } from "./staff.ts";
import { readTimeline, timelineForStaff } from "./timeline.ts";
import { timelinePdf } from "./timeline-pdf.ts";
import { addEntry, correctEntry, editEntry, setAction, setDone } from "./writing.ts";

export const trackingRoutes = [
  on(trackingApi.list, (call) => listEntries(call, call.actor, call.query)),
  // Before the paths with an id.
  on(trackingApi.figures, (call) => readFigures(call, call.actor)),
  on(trackingApi.person, ({ db, actor, params, clock }) => subjectFor(db, actor, params.id, clock())),
  on(trackingApi.create, async (call) => {
    await call.limits.take("followUpByPerson", call.actor.id);
    return addEntry(call, call.actor, call.body);
  }),
  on(trackingApi.get, (call) => getEntry(call, call.actor, call.params.id)),
  on(trackingApi.edit, async (call) => {
    await call.limits.take("followUpByPerson", call.actor.id);
    await editEntry(call, call.actor, call.params.id, call.body);
    return done;
  }),
  on(trackingApi.correct, async (call) => {
    await call.limits.take("followUpByPerson", call.actor.id);
    return correctEntry(call, call.actor, call.params.id, call.body);
  }),
  on(trackingApi.setAction, async (call) => {
    await call.limits.take("followUpByPerson", call.actor.id);
    await setAction(call, call.actor, call.params.id, call.body);
    return done;
  }),
  on(trackingApi.setDone, async (call) => {
    await call.limits.take("followUpByPerson", call.actor.id);
    await setDone(call, call.actor, call.params.id, call.body.done);
    return done;
  }),
  on(trackingApi.ofPerson, (call) => entriesAbout(call, call.actor, call.params.id, call.query.before)),

  on(ownTimelineApi.get, (call) => readTimeline(call, call.actor, call.locale, positionFrom(call.query.before))),
  on(personFactsApi.timeline, (call) =>
    timelineForStaff(call, call.actor, { id: call.params.id, before: positionFrom(call.query.before) }, call.locale),
  ),
];

/** One's own time line as a PDF: the id is the reader's. */
export const ownTimelineFile = (services: Services) =>
  drawnFile(services, "/api/account/timeline/:id/pdf", ownTimelineApi.get.access, async (actor, id) => {
    if (id !== actor.id) return null;
    const bytes = await timelinePdf(services, id);
    return bytes && { bytes, mime: "application/pdf", name: "maillon-follow-up.pdf" };
  });

import { done, on, type ServedEndpoint } from "#backend/http/routes";
import { onEvent, taskOfEvent } from "#backend/identity/event-endpoints";
import { withTask } from "#backend/worker/task-kind";
import { participantsApi } from "#contract/charity/event-participants";
import { eventQuestionsApi } from "#contract/charity/event-questions";
import { eventRegistrationsApi } from "#contract/charity/event-registrations";
import { registrationPausesApi } from "#contract/charity/registration-pauses";
import { liftPause, shownPause } from "./absence-pauses.ts";
import { actingTask, actOn } from "./acting.ts";
import { cancelOwn, noteAway } from "./cancelling.ts";
import { countNotified } from "./changes.ts";
import { placeOfPerson } from "./distances.ts";
import { moveTo, movingTask } from "./moving.ts";
import { comingFor, eventFor, eventsOf } from "./own-events.ts";
import { addParticipant, listParticipants, setNote } from "./participants.ts";
import { cancelEvent, placesOf, setPlaces } from "./places.ts";
import { answerFor, eraseAnswer, questionsOf, saveQuestions } from "./questions.ts";
import { answerOffer, register } from "./registering.ts";
import { reinstateEvent } from "./reinstating.ts";
import { seekReplacement, takeOver } from "./replacing.ts";

export const eventRegistrationRoutes: ServedEndpoint[] = [
  // Before the path with an id.
  on(eventRegistrationsApi.list, ({ actor, query, ...services }) => comingFor(services, actor, query)),
  on(eventRegistrationsApi.mine, ({ db, actor, query, clock }) => eventsOf(db, actor, query, clock())),
  on(eventRegistrationsApi.pause, ({ actor, ...services }) => shownPause(services, actor.id)),
  on(eventRegistrationsApi.get, async ({ actor, params, ...services }) =>
    eventFor(services, actor, params.id, await placeOfPerson(services, actor.id)),
  ),
  on(eventRegistrationsApi.register, async ({ actor, params, body, limits, ...services }) => {
    await limits.take("registerForEvent", actor.id);
    return register(services, actor, params.id, body);
  }),
  on(eventRegistrationsApi.cancel, async ({ actor, params, ...services }) => {
    await cancelOwn(services, actor, params.id);
    return done;
  }),
  on(eventRegistrationsApi.noteAway, async ({ actor, params, body, ...services }) => {
    await noteAway(services, actor, params.id, body.away);
    return done;
  }),
  on(eventRegistrationsApi.seekReplacement, async ({ actor, params, body, limits, ...services }) => {
    await limits.take(body.wanted ? "helpersByPerson" : "registerForEvent", actor.id);
    return seekReplacement(services, actor, params.id, body.wanted);
  }),
  on(eventRegistrationsApi.takeOver, async ({ actor, params, body, limits, ...services }) => {
    await limits.take("registerForEvent", actor.id);
    await takeOver(services, actor, params.id, body);
    return done;
  }),
  on(eventRegistrationsApi.answer, async ({ actor, params, body, ...services }) => {
    await answerOffer(services, actor, params.id, body.accepted);
    return done;
  }),

  onEvent(eventQuestionsApi.get, ({ params, ...services }) => questionsOf(services, params.id)),
  onEvent(eventQuestionsApi.eraseAnswer, ({ actor, params, ...services }) => eraseAnswer(services, actor, params)),
  onEvent(eventQuestionsApi.save, ({ actor, params, body, ...services }) => saveQuestions(services, actor, params.id, body)),

  on(registrationPausesApi.get, ({ params, ...services }) => shownPause(services, params.id)),
  on(registrationPausesApi.lift, async ({ actor, params, ...services }) => {
    await liftPause(services, actor, params.id);
    return done;
  }),

  onEvent(participantsApi.places, ({ db, params, clock }) => placesOf(db, params.id, clock())),
  onEvent(participantsApi.setPlaces, ({ actor, params, body, ...services }) => setPlaces(services, actor, params.id, body)),
  onEvent(participantsApi.notified, ({ db, params }) => countNotified(db, params.id)),
  onEvent(participantsApi.list, ({ db, actor, params, query, clock }) => listParticipants(db, actor, params.id, query, clock())),
  onEvent(participantsApi.add, async ({ actor, params, body, limits, ...services }) => {
    await limits.take("addParticipantByPerson", actor.id);
    return addParticipant(services, actor, params.id, body);
  }),
  withTask(
    onEvent(participantsApi.act, (call) => actOn(call, call.actor, call.params.id, call.body)),
    taskOfEvent(actingTask),
  ),
  withTask(
    onEvent(participantsApi.move, (call) => moveTo(call, call.actor, call.params.id, call.body)),
    taskOfEvent(movingTask),
  ),
  onEvent(participantsApi.answer, ({ actor, params, body, ...services }) => answerFor(services, actor, params, body)),
  onEvent(participantsApi.setNote, ({ actor, params, body, ...services }) => setNote(services, actor, params, body)),
  onEvent(participantsApi.cancelEvent, ({ actor, params, body, ...services }) => cancelEvent(services, actor, params.id, body)),
  onEvent(participantsApi.reinstate, ({ actor, params, body, ...services }) => reinstateEvent(services, actor, params.id, body)),
];

import { recordChange } from "#backend/audit/recording";
import { noSoonerThan } from "#backend/http/minimum-duration";
import { done, on } from "#backend/http/routes";
import { consentsOf, withdrawConsent } from "#backend/identity/remembered-consents";
import { getAddress, joinSector, proposedSector, setAddress } from "#backend/modules/people/address";
import { getShop, setShop } from "#backend/modules/people/shop";
import { writeAgainTo } from "#backend/modules/people/unreached";
import { Refusal } from "#backend/refusal";
import { accountApi } from "#contract/accounts/account";
import { notificationsApi } from "#contract/accounts/notifications";
import { ownApplicationsApi } from "#contract/accounts/oauth-clients";
import { ownNeedsApi } from "#contract/accounts/own-needs";
import { franceDay } from "#contract/formats/france-time";
import { readReversal, takeBackEmail } from "../registration/email-reversal.ts";
import { ownDelivery, requestEmailChange } from "./email-change.ts";
import { getNeeds, setAllergies, setNeeds, withdrawAllergies } from "./needs.ts";
import { getNotifications, getPauses, setNotifications, setPauses } from "./notifications.ts";
import { changePassword } from "./password.ts";
import { endOtherSessions, endOwnSession, openSessions } from "./sessions.ts";
import { getProfile, setProfile } from "./settings.ts";
import { getVolunteering, setVolunteering } from "./volunteering.ts";

export const accountRoutes = [
  on(accountApi.profile, ({ db, actor }) => getProfile(db, actor)),
  on(accountApi.setProfile, async ({ db, actor, body, clock }) => {
    await db.transaction((tx) => setProfile(tx, actor, body, clock()));
    return done;
  }),
  on(accountApi.address, async ({ db, actor, geocoder }) => ({
    address: await getAddress(db, actor),
    knowsAddresses: geocoder.available,
  })),
  on(accountApi.setAddress, ({ actor, body, ...services }) => setAddress(services, actor, body)),
  on(accountApi.proposedSector, async ({ db, actor }) => ({ proposal: await proposedSector(db, actor) })),
  on(accountApi.joinSector, async ({ actor, body, ...services }) => {
    await joinSector(services, actor, body);
    return done;
  }),
  on(ownNeedsApi.needs, ({ db, actor }) => getNeeds(db, actor)),
  on(ownNeedsApi.setNeeds, async ({ actor, body, ...services }) => {
    await setNeeds(services, actor, body);
    return done;
  }),
  on(ownNeedsApi.setAllergies, async ({ actor, body, ...services }) => ({ stored: await setAllergies(services, actor, body) })),
  on(ownNeedsApi.withdrawAllergies, async ({ actor, ...services }) => {
    await withdrawAllergies(services, actor);
    return done;
  }),
  on(ownNeedsApi.volunteering, ({ db, actor }) => getVolunteering(db, actor)),
  on(ownNeedsApi.setVolunteering, async ({ actor, body, ...services }) => {
    await setVolunteering(services, actor, body);
    return done;
  }),
  on(ownNeedsApi.shop, ({ db, actor }) => getShop(db, actor.id)),
  on(ownNeedsApi.setShop, async ({ actor, body, ...services }) => {
    await setShop(services, actor, actor.id, body);
    return done;
  }),
  on(notificationsApi.choices, ({ actor, ...services }) => getNotifications(services, actor)),
  on(notificationsApi.setChoices, async ({ db, push, actor, body }) => {
    await db.transaction((tx) => setNotifications({ db: tx, push }, actor, body));
    return done;
  }),
  on(notificationsApi.pauses, ({ db, actor, clock }) => getPauses(db, actor, franceDay(clock()))),
  on(notificationsApi.setPauses, async ({ db, actor, body, clock }) => {
    await db.transaction((tx) => setPauses(tx, actor, body, franceDay(clock())));
    return done;
  }),
  on(accountApi.emailDelivery, async ({ db, actor }) => ({ delivery: await ownDelivery(db, actor) })),
  on(accountApi.emailWorks, async ({ db, actor, limits, clock }) => {
    await limits.take("mailboxWorksByPerson", actor.id);
    await db.transaction((tx) => writeAgainTo(tx, actor, actor.id, clock()));
    return done;
  }),
  on(accountApi.requestEmailChange, async ({ actor, body, ...services }) => {
    await noSoonerThan(250, requestEmailChange(services, actor, body));
    return done;
  }),
  on(accountApi.emailReversal, async ({ db, clock, body }) => ({ state: await readReversal(db, clock(), body.token) })),
  on(accountApi.takeBackEmail, async ({ body, limits, network, requestId, ...services }) => {
    await limits.take("passwordByNetwork", network);
    return takeBackEmail(services, body.token, requestId);
  }),
  on(accountApi.changePassword, async ({ actor, body, network, ...services }) => {
    await changePassword(services, actor, body, network);
    return done;
  }),
  on(accountApi.sessions, async ({ db, actor, clock }) => ({ items: await openSessions(db, actor, clock()) })),
  on(accountApi.endSession, async ({ db, actor, params, clock }) => {
    await db.transaction((tx) => endOwnSession(tx, actor, params.id, clock()));
    return done;
  }),
  on(accountApi.endOtherSessions, async ({ db, actor, clock }) => {
    await db.transaction((tx) => endOtherSessions(tx, actor, clock()));
    return done;
  }),
  on(ownApplicationsApi.list, async ({ db, actor }) => ({ items: await consentsOf(db, actor.id) })),
  on(ownApplicationsApi.withdraw, async ({ db, actor, params }) => {
    await db.transaction(async (tx) => {
      if (!(await withdrawConsent(tx, actor.id, params.id))) throw new Refusal("not_found");
      await recordChange(tx, actor, { action: "user.end_application", entityType: "person", entityId: actor.id });
    });
    return done;
  }),
];

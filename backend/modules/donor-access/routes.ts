import { noSoonerThan } from "#backend/http/minimum-duration";
import { done, on } from "#backend/http/routes";
import { closeOpenPage } from "#backend/modules/card-payments/opening";
import { changeAmount, endSubscription, openPortal, pauseUntil } from "#backend/modules/card-payments/steering";
import { setAddress } from "#backend/modules/fiscal-receipts/addresses";
import { lacksAddressAt } from "#backend/modules/fiscal-receipts/gifts";
import { ofEmail, ownReceipt, ownReceipts } from "#backend/modules/fiscal-receipts/own";
import { askReceipt, getGift, listGifts, moveReceipt, ongoingGift, stopGift } from "#backend/modules/pledges/own-gifts";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { hashOf } from "#backend/secrets";
import { isTooMuchForDebit } from "#contract/giving/card-settings";
import { donorAccessApi, ownGiftsApi } from "#contract/giving/donor-access";
import { donorReceiptsApi } from "#contract/giving/fiscal-receipts";
import { linkWorks, mailLink, openLink } from "./links.ts";
import { donorOf, endAccess, giveAccess } from "./sessions.ts";

export const donorAccessRoutes = [
  on(donorAccessApi.requestLink, async ({ body: { email }, limits, network, locale, ...services }) => {
    await limits.take("donorAccessByNetwork", network);
    await limits.take("mailByAccount", hashOf(`donor ${email.toLowerCase()}`));
    await noSoonerThan(150, mailLink(services, email, locale));
    return done;
  }),

  on(donorAccessApi.link, async ({ db, clock, body: { token } }) => ({ works: await linkWorks(db, clock(), token) })),

  on(donorAccessApi.open, async ({ body: { token }, limits, network, ...call }) => {
    await limits.take("donorAccessByNetwork", network);
    const opened = await openLink(call.db, call.clock(), token);
    if (opened) giveAccess(call, opened);
    return { opened: opened !== null };
  }),

  on(donorAccessApi.close, async (call) => {
    await endAccess(call);
    return done;
  }),

  on(ownGiftsApi.list, async (call) => {
    const { email, expiresAt } = await donorOf(call);
    const gifts = await listGifts(call.db, email, call.query);
    return { ...gifts, email, endsAt: expiresAt?.toISOString() ?? null, lacksAddress: await lacksAddressAt(call.db, email) };
  }),

  on(ownGiftsApi.setAddress, async (call) => {
    await setAddress(call, (await donorOf(call)).email, call.body);
    return done;
  }),

  on(ownGiftsApi.get, async (call) => getGift(call, { ...(await donorOf(call)), ...call.params })),

  on(donorReceiptsApi.list, async (call) => ({ items: await ownReceipts(call.db, ofEmail((await donorOf(call)).email)) })),

  on(donorReceiptsApi.get, async (call) => ownReceipt(call.db, call.params.id, ofEmail((await donorOf(call)).email))),

  on(ownGiftsApi.stop, async (call) => {
    const which = { ...(await donorOf(call)), ...call.params };
    await endFirst(call, which);
    await closeOpenPage(call, await stopGift(call, which, call.body.reason));
    return getGift(call, which);
  }),

  on(ownGiftsApi.setAmount, async (call) => {
    const which = { ...(await donorOf(call)), ...call.params };
    const gift = await ongoingGift(call.db, which);
    if (isTooMuchForDebit(gift.method, call.body.amountCents)) throw fieldRefusal("amountCents", "donate:error.debit");
    await call.limits.take("giftChangeByDonor", which.email.toLowerCase());
    await changeAmount(call, gift.id, call.body.amountCents);
    return getGift(call, which);
  }),

  on(ownGiftsApi.pause, async (call) => {
    const which = { ...(await donorOf(call)), ...call.params };
    const gift = await ongoingGift(call.db, which);
    await call.limits.take("giftChangeByDonor", which.email.toLowerCase());
    await pauseUntil(call, gift.id, call.body.until);
    return getGift(call, which);
  }),

  on(ownGiftsApi.portal, async (call) => {
    const which = { ...(await donorOf(call)), ...call.params };
    await call.limits.take("cardPageByNetwork", call.network);
    return openPortal(call, await ongoingGift(call.db, which));
  }),

  on(ownGiftsApi.setReceiptAddress, async (call) => {
    const which = { ...(await donorOf(call)), ...call.params };
    await moveReceipt(call, which, call.body);
    return getGift(call, which);
  }),

  on(ownGiftsApi.askReceipt, async (call) => {
    const which = { ...(await donorOf(call)), ...call.params };
    await askReceipt(call, which, call.body);
    return getGift(call, which);
  }),
];

/** Ends a gift at the provider before it is stopped here; one that is over already has nothing to end. */
async function endFirst(call: Parameters<typeof endSubscription>[0], which: Parameters<typeof ongoingGift>[1]) {
  const gift = await ongoingGift(call.db, which).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === "wrong_state") return null;
    throw error;
  });
  if (gift) await endSubscription(call, gift.id);
}

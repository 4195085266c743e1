import { drawnFile } from "#backend/http/private-file";
import { done, on } from "#backend/http/routes";
import type { Module } from "#backend/module";
import { giftsInKindApi } from "#contract/giving/gifts-in-kind";
import { notPersonal, personalData, retention } from "./personal-data.ts";
import { changeGift, getGift, listGifts, recordGift, removeGift, thankFor } from "./recording.ts";
import { thanksPdf } from "./thanks-pdf.ts";
import { approveValue, declineValue, recordValue, withdrawValue } from "./values.ts";
import { giftValueQueue } from "./work-queue.ts";

export const giftsInKind: Module = {
  personalData,
  notPersonal,
  retention,
  workQueues: [giftValueQueue],
  parts: (services) => ({
    endpoints: [
      on(giftsInKindApi.list, ({ db, actor, query }) => listGifts(db, actor, query)),
      on(giftsInKindApi.create, (call) => recordGift(call, call.actor, call.body)),
      on(giftsInKindApi.get, ({ db, actor, params }) => getGift(db, params.id, actor)),
      on(giftsInKindApi.change, async (call) => {
        await changeGift(call, call.actor, call.params.id, call.body);
        return done;
      }),
      on(giftsInKindApi.recordValue, async (call) => {
        await recordValue(call, call.actor, call.params.id, call.body);
        return done;
      }),
      on(giftsInKindApi.approveValue, async (call) => {
        await approveValue(call, call.actor, { ...call.params, ...call.body });
        return done;
      }),
      on(giftsInKindApi.declineValue, async (call) => {
        await declineValue(call, call.actor, { ...call.params, ...call.body }, call.body.reason);
        return done;
      }),
      on(giftsInKindApi.withdrawValue, async (call) => {
        await withdrawValue(call, call.actor, { ...call.params, ...call.body });
        return done;
      }),
      on(giftsInKindApi.thank, async (call) => {
        await thankFor(call, call.actor, call.params.id, call.body.version);
        return done;
      }),
      on(giftsInKindApi.remove, async (call) => {
        await removeGift(call, call.actor, call.params.id, call.body.version);
        return done;
      }),
    ],
    routers: [
      drawnFile(services, "/api/admin/gifts-in-kind/:id/pdf", giftsInKindApi.get.access, async (actor, id) => {
        const gift = await getGift(services.db, id, actor);
        return { bytes: await thanksPdf(services, gift), mime: "application/pdf", name: `${gift.receivedOn}.pdf` };
      }),
    ],
  }),
};

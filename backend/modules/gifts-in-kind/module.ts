import { sql } from "drizzle-orm";
import { privateFile } from "#backend/http/private-file";
import { done, on } from "#backend/http/routes";
import type { Module } from "#backend/module";
import { byEmail } from "#backend/privacy/personal-data";
import { retentionLimit } from "#backend/privacy/retention";
import { giftsInKindApi } from "#contract/giving/gifts-in-kind";
import { getGift, listGifts, recordGift, removeGift, thankFor } from "./recording.ts";
import { thanksPdf } from "./thanks-pdf.ts";

export const giftsInKind: Module = {
  personalData: [{ table: "gifts_in_kind", columns: ["name", "email"], ...byEmail("email"), loggedAs: "gift_in_kind", erasure: "delete" }],
  notPersonal: { "gifts_in_kind.created_by": "who recorded it: staff, in the exercise of their office" },
  retention: [
    {
      kind: "receipts",
      table: "gifts_in_kind",
      where: (now) => sql`it.updated_at <= ${retentionLimit("receipts", now)}`,
    },
  ],
  parts: (services) => ({
    endpoints: [
      on(giftsInKindApi.list, ({ db, query }) => listGifts(db, query)),
      on(giftsInKindApi.create, (call) => recordGift(call, call.actor, call.body)),
      on(giftsInKindApi.get, ({ db, params }) => getGift(db, params.id)),
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
      privateFile(services, "/api/admin/gifts-in-kind/:id/pdf", giftsInKindApi.get.access, async (actor, id) => {
        const gift = await getGift(services.db, id);
        await services.limits.take("drawnFileByPerson", actor.id);
        return { bytes: await thanksPdf(services, gift), mime: "application/pdf", name: `${gift.receivedOn}.pdf` };
      }),
    ],
  }),
};

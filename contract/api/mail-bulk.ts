import * as z from "zod";
import { BulkResult } from "./bulk.ts";
import { endpoint, Selection } from "./endpoint.ts";

/** `send`: those that failed or are due are first in the queue again; `withdraw`: those that wait are not sent. */
export const mailSteps = ["send", "withdraw"] as const;

/**
 * Why a mail stays as it is: it was sent, its link has ended, it has ended itself or was withdrawn, its text is not stored any more, it is planned for later,
 * its address is dead, it was sent again too often; it does not wait, it is just being sent, or somebody has requested it.
 */
export type MailObstacle = "sent" | "linkGone" | "ended" | "noText" | "planned" | "dead" | "tooOften" | "over" | "underWay" | "requested";

const MailBulk = z.object({ step: z.enum(mailSteps), selection: Selection, dryRun: z.boolean() });
export type MailBulk = z.infer<typeof MailBulk>;

export const mailBulkApi = {
  move: endpoint({
    method: "POST",
    path: "/api/admin/mails/bulk",
    access: { roles: ["ADMIN"] },
    body: MailBulk,
    response: BulkResult,
  }),
};

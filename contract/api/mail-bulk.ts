import * as z from "zod";
import { BulkResult } from "./bulk.ts";
import { endpoint, Selection } from "./endpoint.ts";

/** `send`: those that failed or are due are first in the queue again; `withdraw`: those that wait are not sent. */
export const mailSteps = ["send", "withdraw"] as const;

/**
 * Why a mail stays as it is: it was sent, its link has ended, its text is not stored any more, it is planned for later, its address is dead; it does not wait,
 * it is just being sent, or somebody has requested it.
 */
export type MailObstacle = "sent" | "linkGone" | "noText" | "planned" | "dead" | "over" | "underWay" | "requested";

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

import * as z from "zod";
import { BulkResult } from "../api/bulk.ts";
import { endpoint, Selection } from "../api/endpoint.ts";

/** What becomes of many pledges at once. */
export const pledgeSteps = ["received", "cancelled"] as const;

/** Why a pledge stays as it is: it is not promised, it is paid by card or debit, or money came for it. */
export type PledgeObstacle = "notPromised" | "provider" | "paid";

const PledgeBulk = z.object({ step: z.enum(pledgeSteps), selection: Selection, dryRun: z.boolean() });
export type PledgeBulk = z.infer<typeof PledgeBulk>;

export const pledgeBulkApi = {
  move: endpoint({
    method: "POST",
    path: "/api/admin/pledges/bulk",
    access: { roles: ["ADMIN"] },
    body: PledgeBulk,
    response: BulkResult,
  }),
};

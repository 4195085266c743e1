import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { QuestionText } from "./people.ts";
import { accountManagers } from "./permissions.ts";

/** For how long an approval of several accounts can be undone. */
export const undoHours = 24;

/**
 * Why an account stays as it is: the approval was undone before, something else was decided since, its person has signed in, something of it has changed
 * or been added, or the reader may not decide on it any more.
 */
export const undoObstacles = ["undone", "decided", "used", "changed", "restricted", "administrator"] as const;
export type UndoObstacle = (typeof undoObstacles)[number];

const Named = z.object({ id: z.uuid(), name: z.string() });

/** An approval of several accounts by the reader. Of each kind the first names. */
const LastApproval = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  until: z.iso.datetime(),
  /** How many were opened, and how many of them can be set back. */
  count: z.int(),
  waiting: z.array(Named),
  waitingCount: z.int(),
  /** To how many of these the mail that their account is open has been sent. */
  sent: z.int(),
  left: z.array(Named.extend({ obstacle: z.enum(undoObstacles) })),
  /** The task that still approves: nothing is undone until it has ended. */
  task: z.uuid().nullable(),
  /** The reason with which the first accounts were set back, while others are left. */
  reason: z.string().nullable(),
});
export type LastApproval = z.infer<typeof LastApproval>;

/** Each person reads the reason. */
export const UndoReason = z.object({ reason: QuestionText.shape.reason });

const path = "/api/admin/people/pending-approval/last";

export const approvalsApi = {
  /** The newest one of which something can be undone, or else the newest; null where nobody was opened with others lately. */
  last: endpoint({ method: "GET", path, access: accountManagers, response: z.object({ approval: LastApproval.nullable() }) }),
  /** Sets back those accounts of an approval that still allow it, as many as a request changes; `rest` says how many are left to do. */
  undo: endpoint({
    method: "POST",
    path: `${path}/take-back`,
    access: accountManagers,
    body: UndoReason.extend({ approval: z.uuid() }),
    response: z.object({ changed: z.int(), rest: z.int() }),
  }),
};

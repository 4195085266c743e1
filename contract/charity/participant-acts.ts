import * as z from "zod";
import { BulkResult } from "../api/bulk.ts";
import { Selection } from "../api/endpoint.ts";
import type { RegistrationStatus } from "./event-registrations.ts";

/** What staff do with a registration. */
export const participantActions = ["confirm", "refuse", "cancel", "promote", "attended", "no_show"] as const;
export type ParticipantAction = (typeof participantActions)[number];

/** From which states each action leads on. */
export const participantSteps: Record<ParticipantAction, readonly RegistrationStatus[]> = {
  confirm: ["pending"],
  refuse: ["pending"],
  cancel: ["pending", "confirmed", "waiting", "offered"],
  promote: ["waiting"],
  // Who came without an answer had none by the beginning.
  attended: ["confirmed", "no_show", "pending", "waiting", "offered", "refused"],
  no_show: ["confirmed", "attended"],
};

/**
 * Why an act leaves a registration as it is: its state does not allow it, its place has begun, its person has registered once more since or has no open
 * account, or lacks a document that the event needs, or there is no place.
 */
export const actObstacles = ["state", "begun", "again", "closed", "documents", "place"] as const;
export type ActObstacle = (typeof actObstacles)[number];

/** An act on some registrations, or on all that match. */
export const ParticipantAct = z.object({ action: z.enum(participantActions), selection: Selection, dryRun: z.boolean().default(false) });
export type ParticipantAct = z.output<typeof ParticipantAct>;

/** `promoted` are those of the waiting list who get a place by it; a dry run and a task do not know them. */
export const ParticipantsOutcome = BulkResult.extend({
  left: z.array(z.object({ name: z.string(), obstacle: z.enum(actObstacles) })),
  promoted: z.int(),
});
export type ParticipantsOutcome = z.infer<typeof ParticipantsOutcome>;

/** Why somebody is not moved to other places of an event: they have them already, their registration is over, they may not have them, or too few are free. */
export const moveRefusals = ["same", "state", "eligible", "place"] as const;
export type MoveRefusal = (typeof moveRefusals)[number];

/** From which states somebody is moved: whoever came, or did not, stays where they were. */
export const movableStatuses = ["pending", "confirmed", "waiting", "offered"] as const satisfies RegistrationStatus[];

export const MoveDraft = z.object({
  quotaId: z.uuid("events:error.chooseQuota"),
  selection: Selection,
  dryRun: z.boolean().default(false),
});
export type MoveDraft = z.output<typeof MoveDraft>;
export const MoveOutcome = BulkResult.extend({
  left: z.array(z.object({ id: z.uuid(), name: z.string(), obstacle: z.enum(moveRefusals) })),
  promoted: z.int(),
});
export type MoveOutcome = z.infer<typeof MoveOutcome>;

import * as z from "zod";
import { listQuery } from "../api/endpoint.ts";
import { Localized } from "../formats/localized.ts";

/** A record in the bin, and when it is deleted for good. */
export const DeletedContent = z.object({
  id: z.uuid(),
  name: Localized,
  deletedAt: z.iso.datetime(),
  deletedBy: z.string(),
  purgedAt: z.iso.datetime(),
});
export type DeletedContent = z.infer<typeof DeletedContent>;

export const BinQuery = listQuery(["deletedAt"], {}).omit({ q: true });
export type BinQuery = z.infer<typeof BinQuery>;

/** One record of the bin, or all that were deleted by one act. */
export const RestoreRequest = z.union([z.strictObject({ id: z.uuid() }), z.strictObject({ batch: z.uuid() })]);
export type RestoreRequest = z.infer<typeof RestoreRequest>;

/** How many records are back, and which are not: another one has their code or name, or what they refer to is gone. */
export const Restored = z.object({
  restored: z.int(),
  refused: z.int(),
  refusals: z.array(z.object({ id: z.uuid(), name: Localized, reason: z.enum(["taken", "reference", "invalid"]) })),
  /** The task that restores them, when they are too many for the request. */
  task: z.uuid().nullable(),
});
export type Restored = z.infer<typeof Restored>;

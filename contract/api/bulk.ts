import * as z from "zod";

/** What a bulk action did, or would do: how many rows were selected and changed, with some names, and why the others stay as they are. */
export const BulkResult = z.object({
  count: z.int(),
  changed: z.int(),
  names: z.array(z.string()),
  /** Some of those that stay, each with why. */
  left: z.array(z.object({ name: z.string(), obstacle: z.string() })),
  leftCount: z.int(),
  /** The task that does it, when there are too many rows for one request: then nothing is counted. */
  task: z.uuid().nullable(),
});
export type BulkResult = z.infer<typeof BulkResult>;

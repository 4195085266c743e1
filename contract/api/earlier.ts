import * as z from "zod";

/** A page of what is read from its end: what came before `before`, the id of the first entry of the page that was read; without it, the last ones. */
export const EarlierQuery = z.object({ before: z.uuid().optional().catch(undefined) });

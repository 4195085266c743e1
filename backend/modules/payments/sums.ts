import { sql } from "drizzle-orm";

/** What came of a pledge, less what was taken back, in cents: a column of a query on `pledges`. */
export const receivedCents = sql`(select coalesce(sum(came.signed_cents), 0) from payments came where came.pledge_id = pledges.id)`.mapWith(
  Number,
);

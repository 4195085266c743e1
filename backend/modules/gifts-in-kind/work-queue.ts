import { sql } from "drizzle-orm";
import { byAdministrators, never, type WorkQueueSource } from "#backend/dashboard/work-queue";
import type { Actor } from "#backend/http/actor";
import { giftsInKind } from "./tables.ts";

/** Whether somebody decides on a value: they neither wrote it down nor gave the gift. */
export const isDecidedBy = ({ id }: Pick<Actor, "id">) => sql`${giftsInKind.valueRecordedBy} <> ${id}
  and (${giftsInKind.email} is null or ${giftsInKind.email} <> (select own.email from users own where own.id = ${id}))`;

/** Values to approve. */
export const giftValueQueue: WorkQueueSource = {
  name: "giftValues",
  worksOn: byAdministrators,
  shownEmpty: never,
  rows: (_, reader) => ({
    table: giftsInKind,
    since: giftsInKind.valueRecordedAt,
    waits: sql`${giftsInKind.valueState} = 'requested' and ${isDecidedBy(reader)}`,
  }),
};

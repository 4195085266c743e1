import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Holder } from "#contract/accounts/permissions";
import type { QueueName } from "#contract/charity/queue-lists";

export type QueueReader = Pick<Actor, "id" | "role" | "permissions"> & Pick<Holder, "extraData">;

/** Rows that wait, the start of their waiting, and when one is overdue. Conditions are literals, to match the partial indexes. */
type WaitingRows = { table: PgTable; since: SQLWrapper; waits: SQL; late?: SQL };

/** What waits for staff, as a module declares it; the dashboard counts all queues of a reader in one statement. */
export type WorkQueueSource = {
  name: QueueName;
  /** Whether somebody works on it. */
  worksOn(reader: QueueReader): boolean;
  rows(db: Db, reader: QueueReader, now: Date): WaitingRows;
  /** Whether it is shown while nothing waits; without this it is. */
  shownEmpty?(reader: QueueReader): boolean;
  /** Of accounts: how many are on the first, second… of the promised working days, as JSON. */
  days?(reader: QueueReader, now: Date): SQL<number[]>;
};

export const byAdministrators = ({ role }: QueueReader) => role === "ADMIN";
export const never = () => false;

/** A condition within the scope of a reader; undefined is everything. */
export const within = (condition: SQL, scope: SQL | undefined) => (scope ? sql`${condition} and ${scope}` : condition);

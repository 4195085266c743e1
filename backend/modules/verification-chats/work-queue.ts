import { sql } from "drizzle-orm";
import { type WorkQueueSource, within } from "#backend/dashboard/work-queue";
import { waitsLongerThan } from "#backend/db/overdue";
import { managesAccounts, ofAccountsDecidedBy } from "#backend/identity/account-scope";
import { accountDeadline } from "#contract/accounts/answer-days";
import { franceDay } from "#contract/formats/france-time";
import { verificationChats } from "./tables.ts";

/** Chats that wait for an answer of the team. */
export const chatQueue: WorkQueueSource = {
  name: "chats",
  worksOn: managesAccounts,
  rows: (db, reader, now) => ({
    table: verificationChats,
    since: verificationChats.waitingSince,
    waits: within(
      sql`${verificationChats.status} = 'waiting_staff'`,
      ofAccountsDecidedBy(db, reader, franceDay(now), verificationChats.userId),
    ),
    late: waitsLongerThan(verificationChats.waitingSince, accountDeadline, now),
  }),
};

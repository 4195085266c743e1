import { sql } from "drizzle-orm";
import { never, type WorkQueueSource, within } from "#backend/dashboard/work-queue";
import { managesAccounts, ofAccountsDecidedBy } from "#backend/identity/account-scope";
import { driverDocumentState } from "#backend/modules/users/conditions";
import { franceDay } from "#contract/formats/france-time";
import { driverProfiles } from "./tables.ts";

/** Whether a driver only waits for the approval: all documents are there, and none has run out. */
export const isReadyToApprove = (today: string) =>
  sql`${driverProfiles.status} = 'pending' and ${driverProfiles.vehicle} <> 'bike' and ${driverDocumentState(today)} in ('ok', 'soon')`;

/** Drivers to approve, who take no place behind the wheel before. */
export const driverQueue: WorkQueueSource = {
  name: "drivers",
  worksOn: managesAccounts,
  shownEmpty: never,
  rows(db, reader, now) {
    const today = franceDay(now);
    const isOpen = sql`exists (select from users driver where driver.id = ${driverProfiles.userId} and driver.account_state = 'validated')`;
    return {
      table: driverProfiles,
      since: driverProfiles.updatedAt,
      waits: within(sql`${isReadyToApprove(today)} and ${isOpen}`, ofAccountsDecidedBy(db, reader, today, driverProfiles.userId)),
    };
  },
};

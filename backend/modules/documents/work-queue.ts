import { type WorkQueueSource, within } from "#backend/dashboard/work-queue";
import { managesAccounts, ofAccountsDecidedBy } from "#backend/identity/account-scope";
import { franceDay } from "#contract/formats/france-time";
import { waitsForCheck } from "./supporting-documents.ts";
import { documents } from "./tables.ts";

/** Supporting documents that wait for a decision. */
export const documentQueue: WorkQueueSource = {
  name: "documents",
  worksOn: managesAccounts,
  rows: (db, reader, now) => ({
    table: documents,
    since: documents.createdAt,
    waits: within(waitsForCheck, ofAccountsDecidedBy(db, reader, franceDay(now), documents.ownerId)),
  }),
};

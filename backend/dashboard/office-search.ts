import type { SQL } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { FoundRecords } from "#contract/charity/office-search";

export type FoundKind = keyof FoundRecords;

/** A kind of records that the search of the back-office finds, as a module declares it; all kinds are read in one statement. */
export type OfficeSearchSource = {
  kind: FoundKind;
  /** The newest records that match, at most `foundOfKind`, with the fields of the contract; null where the reader may see none. */
  find(db: Db, reader: Actor, q: string): SQL | null;
  /** The field that is a moment, if there is one. */
  moment?: string;
};

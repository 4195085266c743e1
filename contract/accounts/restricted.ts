import { type Holder, holdsFor } from "./permissions.ts";

/**
 * Whether someone may read what a student of a sector entrusts to the team: answers, documents, conversation, health, date of birth. The role
 * alone does not open it.
 */
export const mayReadRestricted = (reader: Holder, sectorId: string | null | undefined) =>
  holdsFor(reader, "BENEFICIARY_READ_RESTRICTED", sectorId);

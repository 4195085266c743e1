import { hasPermission } from "./roles.ts";

/** Whether someone may read what students entrust to the team: answers, documents, conversation, health, date of birth. The role alone does not open it. */
export const mayReadRestricted = (reader: { permissions: readonly string[] }) => hasPermission(reader, "BENEFICIARY_READ_RESTRICTED");

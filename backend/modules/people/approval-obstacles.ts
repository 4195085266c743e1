import { inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Actor } from "#backend/http/actor";
import { aids } from "#backend/modules/aids/tables";
import { attendances } from "#backend/modules/assemblies/tables";
import { documents } from "#backend/modules/documents/tables";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { expenseClaims } from "#backend/modules/expense-claims/tables";
import { fiscalReceipts } from "#backend/modules/fiscal-receipts/tables";
import { volunteerCertificates, volunteerHours } from "#backend/modules/hours/tables";
import { signatures } from "#backend/modules/legal-documents/tables";
import { memberships } from "#backend/modules/memberships/tables";
import { payments } from "#backend/modules/payments/tables";
import { projectOwners } from "#backend/modules/projects/tables";
import { sectorManagers } from "#backend/modules/sector-managers/tables";
import { trackingEntries } from "#backend/modules/tracking/tables";
import { permissionGrants, users } from "#backend/modules/users/tables";
import { accountDecisions } from "#backend/modules/verification/tables";
import { verificationChats, verificationMessages } from "#backend/modules/verification-chats/tables";
import type { UndoObstacle } from "#contract/accounts/approvals";
import { sectorsWith } from "#contract/accounts/permissions";
import { hasPermission } from "#contract/accounts/roles";
import { driverProfiles } from "./tables.ts";

const { decidedAt } = accountDecisions;

/** Whether a row of this owner has an instant that does not lie before the decision. */
const hasSince = (owner: PgColumn, at: PgColumn) =>
  sql`exists (select from ${owner.table} where ${owner} = ${users.id} and ${at} >= ${decidedAt})`;

/**
 * What happened to an account since it was opened, as conditions on its row of `users` beside the decision. A new kind of record that names an account by
 * its id gets a line, with the column of the owner and that of its last change, and a case in `approval-obstacles.db.test.ts`, which fails without one. The
 * owner's column needs an index.
 */
export const changesSince = {
  account: sql`${users.updatedAt} <> ${users.stateChangedAt}`,
  aid: hasSince(aids.userId, aids.updatedAt),
  assembly: hasSince(attendances.userId, attendances.updatedAt),
  certificate: hasSince(volunteerCertificates.userId, volunteerCertificates.updatedAt),
  // Their purge dates are changed by the decision itself.
  documentSent: hasSince(documents.ownerId, documents.createdAt),
  documentChecked: hasSince(documents.ownerId, documents.verifiedAt),
  driving: hasSince(driverProfiles.userId, driverProfiles.updatedAt),
  expenses: hasSince(expenseClaims.userId, expenseClaims.updatedAt),
  hours: hasSince(volunteerHours.userId, volunteerHours.updatedAt),
  manager: sql`exists (select from ${sectorManagers} where ${sectorManagers.userId} = ${users.id})`,
  membership: hasSince(memberships.userId, memberships.updatedAt),
  message: sql`exists (select from ${verificationMessages} join ${verificationChats} on ${verificationChats.id} = ${verificationMessages.chatId}
    where ${verificationChats.userId} = ${users.id} and ${verificationMessages.fromId} = ${users.id} and ${verificationMessages.at} >= ${decidedAt})`,
  payment: hasSince(payments.donorId, payments.createdAt),
  project: sql`exists (select from ${projectOwners} where ${projectOwners.userId} = ${users.id})`,
  receipt: hasSince(fiscalReceipts.donorId, fiscalReceipts.issuedAt),
  registration: hasSince(eventRegistrations.userId, eventRegistrations.updatedAt),
  right: hasSince(permissionGrants.userId, permissionGrants.grantedAt),
  signature: hasSince(signatures.userId, signatures.signedAt),
  trackingEntry: hasSince(trackingEntries.subjectUserId, trackingEntries.updatedAt),
} satisfies Record<string, SQL>;

/** Whether this approval was undone already. */
const isUndone = sql`exists (select from ${accountDecisions} back
  where back.user_id = ${users.id} and back.verdict = 'take_back' and back.decided_at > ${decidedAt})`;

/** What keeps this reader from setting an account back to wait: a column beside the decision that opened it, and its row of `users`. */
export function undoObstacle(actor: Actor): SQL<UndoObstacle | null> {
  return sql<UndoObstacle | null>`case
    when ${isUndone} then 'undone'
    when ${users.accountState} <> 'validated' or ${users.stateChangedAt} <> ${decidedAt} then 'decided'
    when ${users.lastInteractionAt} >= ${decidedAt} then 'used'
    when ${sql.join(Object.values(changesSince), sql` or `)} then 'changed'
    when ${users.role} = 'BENEFICIARY' and ${maySeeFile(actor)} is not true then 'restricted'
    when ${users.role} = 'ADMIN' and not ${mayDecideOnAdministrators(actor)} then 'administrator' end`;
}

/** The rule of `mayReadRestricted` about a row of `users`. */
function maySeeFile(actor: Actor): SQL {
  if (hasPermission(actor, "BENEFICIARY_READ_RESTRICTED")) return sql`true`;
  const sectors = sectorsWith(actor, ["BENEFICIARY_READ_RESTRICTED"]);
  return sectors.length > 0 ? sql`(${inArray(users.sectorId, sectors)})` : sql`false`;
}

const mayDecideOnAdministrators = (actor: Actor) => (hasPermission(actor, "ADMIN_MANAGE_USERS_PERMISSIONS") ? sql`true` : sql`false`);

import type { RefusalCode } from "#backend/refusal";
import { isGrantable } from "#contract/accounts/permissions";
import { type Grant, isSameRight } from "#contract/accounts/rights";
import type { Role } from "#contract/accounts/roles";

type Rights = { role: Role; grants: readonly Grant[] };

/**
 * Whether someone may give a person these rights: never themselves, and nothing that the role does not allow. What a
 * new role no longer allows is removed.
 */
export function decideRights(actor: { id: string }, target: { id: string } & Rights, wanted: Rights): RefusalCode | null {
  if (actor.id === target.id) return "own_account";
  const given = wanted.grants.filter((grant) => !target.grants.some((held) => isSame(held, grant)));
  if (given.some(({ permission, sectorId }) => !isGrantable(wanted.role, permission, sectorId))) return "not_for_role";
  return null;
}

/** The resulting rights of a person. */
export function retainedGrants({ role, grants }: Rights): Grant[] {
  return grants.filter(({ permission, sectorId }) => isGrantable(role, permission, sectorId));
}

export function isSame(one: Grant, other: Grant): boolean {
  return isSameRight(one, other) && one.expiresOn === other.expiresOn;
}

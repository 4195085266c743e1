import type { RefusalCode } from "#backend/refusal";
import { permissionFacts } from "#contract/accounts/permissions";
import type { Grant } from "#contract/accounts/rights";
import type { Role } from "#contract/accounts/roles";

type Rights = { role: Role; grants: readonly Grant[] };

/**
 * Whether someone may give a person these rights: never themselves, and nothing that the role does not allow. What a
 * new role no longer allows is removed.
 */
export function decideRights(actor: { id: string }, target: { id: string } & Rights, wanted: Rights): RefusalCode | null {
  if (actor.id === target.id) return "own_account";
  const given = wanted.grants.filter((grant) => !target.grants.some((held) => isSame(held, grant)));
  if (given.some(({ permission }) => !permissionFacts[permission].grantable.includes(wanted.role))) return "not_for_role";
  return null;
}

/** The resulting rights of a person. */
export function retainedGrants({ role, grants }: Rights): Grant[] {
  return grants.filter(({ permission }) => permissionFacts[permission].grantable.includes(role));
}

export function isSame(one: Grant, other: Grant): boolean {
  return one.permission === other.permission && one.expiresOn === other.expiresOn;
}

import { Refusal } from "#backend/refusal";

/** For `.catch()` of a change of rights: the database enforces that one person can grant rights (trigger `last_permission_holder`). */
export function orLastHolder(error: unknown): never {
  const cause = ((error as { cause?: unknown }).cause ?? error) as { constraint?: string };
  if (cause.constraint === "last_permission_holder") throw new Refusal("last_holder");
  throw error;
}

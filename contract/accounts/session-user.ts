import type { CurrentUser, SessionUser } from "./current-user.ts";

const typeOf = {
  ADMIN: "staff",
  VOLUNTEER: "volunteer",
  BENEFICIARY: "beneficiary",
  DONATOR_MERCHANT: "donor",
  DONATOR_INDIVIDUAL: "donor",
} as const;

type Named = Pick<CurrentUser, "id" | "email" | "firstName" | "lastName" | "role" | "isEmailVerified">;

/** What the session endpoint and an error report say of a person, with the names of the specification (S3-017). */
export function sessionUserOf({ id, email, firstName, lastName, role, isEmailVerified }: Named): SessionUser {
  return { id, email, username: `${firstName} ${lastName}`, role, type: typeOf[role], emailVerified: isEmailVerified };
}

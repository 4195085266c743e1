import type { CurrentUser, SessionUser } from "#contract/current-user";

/** Page errors with status 300 to 499, both included, are not reported (section 8 of the specification). */
export function isReported(status: number): boolean {
  return status < 300 || status > 499;
}

const typeOf = {
  ADMIN: "staff",
  VOLUNTEER: "volunteer",
  BENEFICIARY: "beneficiary",
  DONATOR_MERCHANT: "donor",
  DONATOR_INDIVIDUAL: "donor",
} as const;

/** What a report says of the person, with the names of section 3. */
export function userContext(user: Pick<CurrentUser, "id" | "email" | "firstName" | "lastName" | "role" | "isEmailVerified">): SessionUser {
  return {
    id: user.id,
    email: user.email,
    username: `${user.firstName} ${user.lastName}`,
    role: user.role,
    type: typeOf[user.role],
    emailVerified: user.isEmailVerified,
  };
}

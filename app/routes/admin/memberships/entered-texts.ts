import type { MembershipStatus } from "#contract/charity/membership-states";

/** What staff read of a membership that they entered, where it does not wait for its dues. */
export const enteredTexts: Partial<Record<MembershipStatus, "memberships:create.doneFree" | "memberships:create.doneUnproven">> = {
  active: "memberships:create.doneFree",
  pending_approval: "memberships:create.doneUnproven",
};

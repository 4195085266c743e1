import * as z from "zod";
import { calendarDay } from "#contract/calendar-day";
import { Grant, RightsDraft } from "#contract/rights";
import { type Permission, permissions } from "#contract/roles";

/** Name of the field that holds the last day of a right. */
export const untilOf = (permission: Permission) => `until_${permission}` as const;

const untils = Object.fromEntries(
  permissions.map((permission) => [untilOf(permission), calendarDay("rights:expiresOn.form").optional()]),
) as {
  [Key in Permission as `until_${Key}`]: z.ZodOptional<ReturnType<typeof calendarDay>>;
};

/** The rights of a person as their form has them: a box a right, and a day beside each. */
export const RightsForm = z.object({
  role: RightsDraft.shape.role,
  hold: z.array(Grant.shape.permission).default([]),
  ...untils,
  reason: RightsDraft.shape.reason,
});
export type RightsForm = z.infer<typeof RightsForm>;

export function draftOf(form: RightsForm): RightsDraft {
  const { role, hold, reason } = form;
  return { role, reason, grants: hold.map((permission) => ({ permission, expiresOn: form[untilOf(permission)] ?? null })) };
}

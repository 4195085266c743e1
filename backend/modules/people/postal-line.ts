import type { registrations } from "#backend/modules/registration/tables";

type Place = Pick<typeof registrations.$inferSelect, "addressLine" | "postcode" | "city">;

/** An address in one line; null where none was given. */
export function inOneLine({ addressLine, postcode, city }: Place): string | null {
  return addressLine ? [addressLine, [postcode, city].filter(Boolean).join(" ")].join(", ") : null;
}

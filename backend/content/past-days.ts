import { fieldRefusal } from "#backend/refusal";
import { franceDay } from "#contract/formats/france-time";

/** Refuses the first of these fields whose day (YYYY-MM-DD) is in the future in France; empty fields pass. */
export function refuseComingDays(now: Date, fields: readonly string[], values: Record<string, unknown>) {
  const today = franceDay(now);
  for (const field of fields) {
    const day = values[field];
    if (typeof day === "string" && day > today) throw fieldRefusal(field, "content:error.notYet");
  }
}

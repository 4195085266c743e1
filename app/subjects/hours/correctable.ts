import type { HoursRow } from "#contract/charity/volunteer-hours";

/** Whether its person may correct an entry: not once it is validated, nor a rejected one of a year that is closed. */
export const isCorrectable = ({ status, correctUntil }: Pick<HoursRow, "status" | "correctUntil">) =>
  status === "proposed" || status === "submitted" || correctUntil !== null;

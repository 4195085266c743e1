import { type PersonalData, throughSent } from "#backend/privacy/personal-data";

/** Where a gift was paid. Its payments stay, and find what becomes of them by the provider's own id. */
export const personalData: PersonalData[] = [
  { table: "checkouts", columns: [], ...throughSent("pledge_id", "pledges"), hidden: ["session_id"], erasure: "delete" },
];

import { sql } from "drizzle-orm";
import { by, type PersonalData } from "#backend/privacy/personal-data";

export const personalData: PersonalData[] = [
  // Proof that a text was signed.
  {
    table: "signatures",
    columns: ["user_id", "address"],
    ...by("user_id"),
    erasure: "anonymise",
    because: "proof",
    anonymise: (tx, which) => tx.execute(sql`update signatures it set address = null where it.address is not null and (${which})`),
  },
];

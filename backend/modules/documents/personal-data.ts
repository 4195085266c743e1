import { by, type PersonalData } from "#backend/privacy/personal-data";

export const personalData: PersonalData[] = [
  // Private files are deleted with their bytes; pictures of public pages stay without an owner.
  {
    table: "documents",
    columns: ["owner_id", "file_name"],
    ...by("owner_id"),
    hidden: ["storage_key"],
    loggedAs: "document",
    erasure: "anonymise",
    because: "proof",
  },
];

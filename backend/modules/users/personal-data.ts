import { by, type PersonalData } from "#backend/privacy/personal-data";

export const personalData: PersonalData[] = [
  {
    table: "users",
    columns: ["id", "email", "first_name", "last_name", "phone", "preferred_contact", "birth_date"],
    ...by("id"),
    hidden: ["password_hash"],
    erasure: "anonymise",
  },
  { table: "permission_grants", columns: ["user_id"], ...by("user_id"), erasure: "delete" },
];

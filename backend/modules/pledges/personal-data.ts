import { sql } from "drizzle-orm";
import { byEmail, type PersonalData } from "#backend/privacy/personal-data";
import { countChanged, type OldRows, retentionLimit, timestamp } from "#backend/privacy/retention";
import { anonymisePledges, isNobodys, paid, paidAndOver } from "./anonymising.ts";

/** Money: accounting documents are retained for ten years; a pledge that was not paid is none. */
export const personalData: PersonalData[] = [
  {
    table: "pledges",
    columns: ["name", "email"],
    ...byEmail("email", sql`not (${paid})`),
    hidden: ["dedupe_key"],
    loggedAs: "pledge",
    erasure: "delete",
  },
  {
    table: "pledges",
    columns: ["name", "email", "company", "siren", "legal_form", "street", "postcode", "city"],
    ...byEmail("email", paid),
    hidden: ["dedupe_key"],
    loggedAs: "pledge",
    erasure: "anonymise",
    because: "accounting",
    anonymise: anonymisePledges,
  },
  {
    table: "donor_contacts",
    columns: ["first_name", "last_name", "email", "street", "postcode", "city"],
    ...byEmail("email"),
    loggedAs: "donor_contact",
    erasure: "delete",
  },
];

export const retention: OldRows[] = [
  {
    kind: "receipts",
    table: "donor_contacts",
    where: (now) => sql`it.updated_at <= ${retentionLimit("receipts", now)}`,
  },
  {
    kind: "promises",
    table: "pledges",
    where: (now) => sql`not (${paid}) and it.created_at <= ${retentionLimit("promises", now)}`,
  },
  {
    kind: "receipts",
    table: "pledges",
    where: (now) => sql`${paidAndOver} and it.street is not null and it.updated_at <= ${retentionLimit("receipts", now)}`,
    act: ({ db }, where, now) =>
      countChanged(
        db,
        sql`update pledges it set street = null, postcode = null, city = null, country = null, address_gone_at = ${timestamp(now)} where ${where}`,
      ),
  },
  {
    kind: "accounting",
    table: "pledges",
    where: (now) => sql`${paidAndOver} and not ${isNobodys} and it.updated_at <= ${retentionLimit("accounting", now)}`,
    act: ({ db }, where) => anonymisePledges(db, where),
  },
];

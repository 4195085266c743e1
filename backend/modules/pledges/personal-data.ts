import { sql } from "drizzle-orm";
import { byEmail, type PersonalData } from "#backend/privacy/personal-data";
import { countChanged, type OldRows, retentionLimit, timestamp } from "#backend/privacy/retention";
import { anonymisePledges, isBooked, isNobodys, paidAndOver } from "./anonymising.ts";

/**
 * Money: accounting documents are retained for ten years; a pledge that was not paid, and of which no debit is on its way or page open, is none. The pages
 * of the others stay with them, so that their money is recorded once it is paid.
 */
export const personalData: PersonalData[] = [
  {
    table: "pledges",
    columns: ["name", "email"],
    ...byEmail("email", sql`not ${isBooked()}`),
    hidden: ["dedupe_key"],
    loggedAs: "pledge",
    erasure: "delete",
  },
  {
    table: "pledges",
    columns: ["name", "email", "company", "siren", "legal_form", "street", "postcode", "city"],
    ...byEmail("email", isBooked()),
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
    where: (now) => sql`not ${isBooked(timestamp(now))} and it.created_at <= ${retentionLimit("promises", now)}`,
  },
  // Of somebody who was erased while its page was open, or its debit on its way: nothing came of it after all.
  {
    kind: "promises",
    table: "pledges",
    where: (now) => sql`${isNobodys} and not ${isBooked(timestamp(now))}`,
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

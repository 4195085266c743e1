import { eq, inArray, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import { fieldErrorsOf } from "#backend/http/field-errors";
import type { Found, ImportCall, ImportSubject } from "#backend/modules/imports/subject";
import { lockForm } from "#backend/modules/payments/form-keys";
import { donorContacts } from "#backend/modules/pledges/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { HelloassoDonor } from "#contract/charity/helloasso-people";
import { homeCountry } from "#contract/formats/country-names";
import { tidyPostcode } from "#contract/giving/pledge-donor";
import { refuseLostZero } from "./gifts.ts";

/**
 * The import of HelloAsso's export of donors: where they live, by e-mail address, so that receipts for gifts without an address of their own can be
 * issued. The address of a pledge or an account is the donor's own word, and stays.
 */
export const helloassoDonorsImport: ImportSubject = {
  list: "/dashboard/admin/donations",
  page: "/dashboard/admin/donations/donors/import",
  key: ["email"],
  nameOf: ({ firstName, lastName, email }) => [firstName, lastName].filter(Boolean).join(" ") || String(email ?? ""),

  async find({ db }, drafts) {
    // Two imports at once wait for each other, so that the second finds what the first has stored.
    await lockForm(db, "helloasso donors");
    const emails = drafts.flatMap(({ email }) => (typeof email === "string" && email.trim() ? [email.trim()] : []));
    if (emails.length === 0) return [];
    const rows = await db.select().from(donorContacts).where(inArray(donorContacts.email, emails)).for("update");
    return rows.map(({ id, version, email, postcode, ...row }): Found => {
      const { firstName, lastName, street, city, country } = row;
      return { id, version: String(version), values: { email, firstName, lastName, street, postalCode: postcode, city, country } };
    });
  },

  check(_, draft, found) {
    const parsed = HelloassoDonor.safeParse(draft);
    if (!parsed.success) throw new Refusal("invalid", { fieldErrors: fieldErrorsOf(parsed.error) });
    const { email, firstName, lastName, company, street, postalCode, city, country } = parsed.data;
    if (company) throw fieldRefusal("company", "helloasso:error.donorCompany");
    const { postcode } = tidyPostcode({ postcode: postalCode, country });
    refuseLostZero(country, postcode);
    if (country === homeCountry && !/^\d{5}$/.test(postcode)) throw fieldRefusal("postalCode", "donate:error.postcode");
    const address = { firstName: firstName || null, lastName, street, postalCode: postcode, city, country };
    return found ? address : ({ email, ...address } satisfies Contact);
  },

  async create(call, values) {
    const now = call.clock();
    const given = (values as Contact[]).map((contact) => ({ email: contact.email, ...columnsOf(contact), createdAt: now, updatedAt: now }));
    const rows = await call.db.insert(donorContacts).values(given).returning({ id: donorContacts.id, version: donorContacts.version });
    for (const { id } of rows) await record(call, "donor_contact.import", id);
    return rows.map(({ id, version }) => ({ id, version: String(version) }));
  },

  async update(call, { id }, values) {
    const version = await setAddress(call, id, values as Address);
    await record(call, "donor_contact.edit", id);
    return version;
  },

  async versions({ db }, ids) {
    if (ids.length === 0) return new Map();
    const { id, version } = donorContacts;
    const rows = await db.select({ id, version }).from(donorContacts).where(inArray(id, ids)).orderBy(id).for("update");
    return new Map(rows.map((row) => [row.id, String(row.version)]));
  },

  async remove(call, id) {
    await call.db.delete(donorContacts).where(eq(donorContacts.id, id));
    await record(call, "donor_contact.undo_import", id);
  },

  async putBack(call, { id }, former) {
    await setAddress(call, id, former as Address);
    await record(call, "donor_contact.undo_import", id);
  },
};

type Address = {
  firstName: string | null;
  lastName: string;
  street: string;
  postalCode: string;
  city: string;
  country: string;
};
type Contact = Address & { email: string };

const columnsOf = ({ firstName, lastName, street, postalCode, city, country }: Address) => ({
  ...{ firstName, lastName, street, city, country },
  postcode: postalCode,
});

async function setAddress({ db, clock }: ImportCall, id: string, values: Address): Promise<string> {
  const { version } = donorContacts;
  const [row] = await db
    .update(donorContacts)
    .set({ ...columnsOf(values), version: sql`${version} + 1`, updatedAt: clock() })
    .where(eq(donorContacts.id, id))
    .returning({ version });
  if (!row) throw new Refusal("not_found");
  return String(row.version);
}

/** That an address came or changed, without it. */
const record = ({ db, actor }: ImportCall, action: string, entityId: string) =>
  recordChange(db, actor, { action, entityType: "donor_contact", entityId });

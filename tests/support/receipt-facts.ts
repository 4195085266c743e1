import { organisationSettings } from "#backend/modules/organisation/tables";
import type { TestBackend } from "./backend";

/** What receipts say of an organisation in a test: its legal identity, and its object and signatory. */
export const legal = {
  legalForm: "Association loi 1901",
  rna: "W691234567",
  siren: "732829320",
  postalAddress: "12 rue des Anneaux, 69007 Lyon",
  giftTaxRegime: "75",
} as const;
export const signed = { object: "Livrer des kits alimentaires", signatory: "Inès Roy", signatoryQuality: "présidente" };

/** Saves what receipts say of the organisation. */
export async function addReceiptFacts({ services }: Pick<TestBackend, "services">, more: object = {}) {
  const version = { number: 1, validFrom: "2026-01-01" };
  await services.db.insert(organisationSettings).values([
    { part: "legal", facts: { ...legal, ...more }, ...version },
    { part: "receipts", facts: signed, ...version },
  ]);
  await services.organisation.reload();
}

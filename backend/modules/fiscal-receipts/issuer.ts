import type { Services } from "#backend/http/services";
import { type OrganisationGap, organisationGaps, type ReceiptIssuer } from "#contract/giving/fiscal-receipts";

type Deps = Pick<Services, "settings" | "organisation">;
type Forms = { person: string | undefined; company: string | undefined };

/** The organisation as receipts name it today, and which facts are missing for one. */
export async function issuerToday({
  settings,
  organisation,
}: Deps): Promise<{ issuer: ReceiptIssuer; forms: Forms; gaps: OrganisationGap[] }> {
  const { legal: stored, receipts, tax } = await organisation.stored();
  const legal = stored ?? settings.given?.legal;
  const issuer = {
    name: settings.organisation,
    legalForm: legal?.legalForm ?? null,
    rna: legal?.rna ?? null,
    siren: legal?.siren ?? null,
    postalAddress: settings.postalAddress ?? "",
    object: receipts?.object ?? "",
    regime: legal?.giftTaxRegime ?? "66",
    recognisedOn: receipts?.recognisedOn ?? null,
    decree: receipts?.decree ?? null,
    signatory: receipts?.signatory ?? "",
    signatoryQuality: receipts?.signatoryQuality ?? "",
  };
  const isMissing: Record<OrganisationGap, boolean> = {
    // Without a regime the organisation has not said that its gifts are deductible.
    no_regime: !legal?.giftTaxRegime,
    no_identifier: !issuer.siren && !issuer.rna,
    no_seat: !issuer.postalAddress,
    no_object: !issuer.object,
    no_signatory: !issuer.signatory,
    no_form: !tax?.personForm || !tax.companyForm,
  };
  const forms = { person: tax?.personForm, company: tax?.companyForm };
  return { issuer, forms, gaps: organisationGaps.filter((gap) => isMissing[gap]) };
}

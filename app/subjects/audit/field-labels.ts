import { contentOfType, textsKey } from "#contract/publishing/content-names";
import type { Translate } from "~/i18n/translate";

const ofPeople = {
  firstName: "account:identity.firstName",
  lastName: "account:identity.lastName",
  phone: "account:identity.phone",
  email: "account:identity.email",
  locale: "account:identity.language",
  addressLine: "addresses:addressLine",
  postcode: "addresses:postcode",
  city: "addresses:city",
  siret: "register:field.siret",
  companyName: "register:field.companyName",
  legalForm: "register:field.legalForm",
  surfaceOver400: "register:field.surfaceOver400",
  fiscalYearEnd: "register:field.fiscalYearEnd",
  products: "register:field.products",
  pickupNotes: "register:field.pickupNotes",
  wanted: "account:tabs.notifications",
  permissions: "rights:rights",
};

/** Labels of other forms, by entity type and field. */
const forms: Record<string, Record<string, string>> = {
  user: ofPeople,
  person: ofPeople,
  article: {
    title: "articles:form.title",
    lead: "articles:form.lead",
    sectorId: "articles:form.team",
    pinnedUntil: "articles:form.pinnedUntil",
    coverImageId: "articles:form.picture",
    publishedAt: "articles:column.publishedAt",
  },
  oauth_client: {
    name: "oauth-clients:name.label",
    redirectUris: "oauth-clients:redirectUris.label",
    scopes: "oauth-clients:scopes.label",
    type: "oauth-clients:type.label",
    previousSecretUntil: "oauth-clients:previousSecret",
  },
  registration_link: {
    label: "registration-links:field.label",
    maxUses: "registration-links:field.maxUses",
    expiresAt: "registration-links:field.expiresAt",
    skipApproval: "registration-links:field.skipApproval",
  },
  pledge: {
    receipt: "donate:pledge.receipt",
    street: "donate:field.street",
    postcode: "donate:field.postcode",
    city: "donate:field.city",
    country: "donate:field.country",
  },
  gift_in_kind: {
    description: "in-kind:field.description",
    name: "in-kind:field.name",
    email: "in-kind:field.email",
    locale: "in-kind:field.locale",
  },
  retention_policy: { months: "privacy:retention.months", days: "privacy:retention.days" },
  legal_document: {
    appliesTo: "signing:form.appliesTo",
    blocking: "signing:form.blocking",
    minorChange: "signing:form.minor",
    key: "signing:form.key",
  },
};

/** Columns common to all records; a legal text's version is a field of its own. */
const technical = ["id", "createdAt", "updatedAt", "updatedBy", "position", "version"];

/** Whether a field is meaningful to people. */
export function isShown(entityType: string, field: string): boolean {
  // Values that were erased are named there by their digest.
  if (entityType === "audit_log") return false;
  return !technical.includes(field) || (field === "version" && entityType === "legal_document");
}

/** The label of a field in its form; else in the log's texts; else its name. */
export function fieldLabel(entityType: string, field: string, t: Translate): string {
  const content = contentOfType(entityType);
  const keys = [
    ...(content ? [`content:${textsKey(content)}.field.${field}`] : []),
    ...(forms[entityType]?.[field] ? [forms[entityType][field]] : []),
    `audit:field.${field}`,
  ];
  return t(keys as never, { defaultValue: field }) as unknown as string;
}

import type { SupportingDocumentKind } from "../accounts/documents.ts";

/** Documents of a driver, each with a last day in the driver's profile. */
const ofDrivers = ["LICENCE", "INSURANCE", "INSPECTION"] as const satisfies SupportingDocumentKind[];

/** Documents that an event may need: of a driver, and of a student's file. Each is of a kind that people send from their own account. */
export const eventDocumentKinds = [
  ...ofDrivers,
  ...(["PROOF_STUDIES", "PROOF_INCOME", "PROOF_ADDRESS"] as const satisfies SupportingDocumentKind[]),
] as const;
export type EventDocumentKind = (typeof eventDocumentKinds)[number];

/** Whether a document is one of a driver, which is sent from another page than those of a student. */
export const isOfDriver = (kind: EventDocumentKind): kind is (typeof ofDrivers)[number] => ofDrivers.some((one) => one === kind);

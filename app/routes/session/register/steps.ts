import {
  activities,
  diets,
  moments,
  products,
  type RegistrationKind,
  type StepName,
  sizes,
  vehicles,
} from "#contract/accounts/registration-steps";

/** The description of a step's field; its label is the text with its name. */
export type StepField = {
  name: string;
  as: "text" | "email" | "tel" | "date" | "area" | "select" | "several" | "check" | "team";
  choices?: readonly string[];
  autoComplete?: string;
  hint?: true;
  /** Whether it is about the guardian of a minor. */
  guardian?: true;
};

const person: StepField[] = [
  { name: "firstName", as: "text", autoComplete: "given-name", hint: true },
  { name: "lastName", as: "text", autoComplete: "family-name" },
  { name: "phone", as: "tel", autoComplete: "tel", hint: true },
];
const address: StepField[] = [
  { name: "addressLine", as: "text", autoComplete: "street-address" },
  { name: "postcode", as: "text", autoComplete: "postal-code" },
  { name: "city", as: "text", autoComplete: "address-level2" },
];
const team: StepField = { name: "sectorId", as: "team", hint: true };
const free: StepField = { name: "moments", as: "several", choices: moments };

/** The fields of each step, in order. Those of `situation` come from the criteria in force. */
export const stepFields: Record<Exclude<StepName, "situation">, StepField[]> = {
  person,
  identity: [
    ...person,
    { name: "birthDate", as: "date", autoComplete: "bday", hint: true },
    { name: "guardianName", as: "text", guardian: true },
    { name: "guardianEmail", as: "email", guardian: true },
  ],
  place: [...address, team],
  wishes: [{ name: "activities", as: "several", choices: activities }, free, { name: "message", as: "area" }],
  driving: [
    { name: "vehicle", as: "select", choices: vehicles },
    { name: "licenceExpiry", as: "date", hint: true },
    { name: "insuranceExpiry", as: "date" },
  ],
  needs: [
    { name: "diets", as: "several", choices: diets },
    { name: "allergies", as: "text", hint: true },
    { name: "allergiesAgreed", as: "check", hint: true },
    { name: "size", as: "select", choices: ["", ...sizes], hint: true },
  ],
  siret: [{ name: "siret", as: "text", hint: true }],
  company: [
    { name: "companyName", as: "text", autoComplete: "organization" },
    { name: "legalForm", as: "text" },
    ...address,
    { name: "surfaceOver400", as: "check", hint: true },
    { name: "fiscalYearEnd", as: "text", hint: true },
  ],
  pickup: [free, { name: "products", as: "several", choices: products }, { name: "pickupNotes", as: "area" }, team],
};

/** The first path of each kind of registration. */
export const pathOfKind: Record<RegistrationKind, string> = {
  beneficiary: "/register/beneficiary",
  volunteer: "/register/volunteer",
  merchant: "/register/donator-form?for=merchant",
  individual: "/register/donator-form?for=individual",
};

/** The last step, the account itself. */
export const accountPath = (kind: RegistrationKind) => `/register/basic?for=${kind}`;

/** The page after "save and leave". */
export const savedPath = (kind: RegistrationKind) => `/register/saved?for=${kind}`;

/** The path of a step. */
export function stepPath(kind: RegistrationKind, step: string): string {
  const path = pathOfKind[kind];
  return `${path}${path.includes("?") ? "&" : "?"}step=${step}`;
}

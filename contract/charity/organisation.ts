import * as z from "zod";
import { Done, endpoint } from "../api/endpoint.ts";
import { calendarDay, lastDayOfYear } from "../formats/calendar-day.ts";
import { filled, shortText, wholeNumber } from "../formats/validation.ts";
import { isIban, isSiren } from "../giving/bank-codes.ts";

/** The facts about the organisation, in parts that are saved and dated separately. */
export const organisationParts = [
  "identity",
  "legal",
  "bank",
  "contact",
  "profiles",
  "aids",
  "attendance",
  "hours",
  "receipts",
  "tax",
] as const;
export const OrganisationPart = z.enum(organisationParts);
export type OrganisationPart = z.infer<typeof OrganisationPart>;
/** Those that the first set-up asks for: the others wait until somebody receives an aid or a receipt, or does not come, and the law's rates are there from the start. */
export const firstParts = ["identity", "legal", "bank", "contact", "profiles"] as const satisfies OrganisationPart[];

export const primaryColours = ["pink", "green"] as const;
export const taxRegimes = ["75", "66"] as const;
/** What happens with a second aid of a kind inside the interval: nothing, the team reads it, or it is refused. */
export const aidRules = ["none", "warn", "refuse"] as const;

/** Who takes no new place after some absences: volunteers, or students as well. */
export const pausedGroups = ["volunteers", "everybody"] as const;

/** Whether the charity thanks for a number of validated hours. */
export const hourThanks = ["none", "send"] as const;

const withoutSpaces = (longest: number) =>
  shortText(longest)
    .transform((typed) => typed.replace(/[\s.]/g, "").toUpperCase())
    .nullish();
const profile = shortText(300, "organisation:error.profile")
  .check(z.url({ protocol: /^https$/, error: "organisation:error.profile", abort: true }))
  .nullish();
const hour = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "organisation:error.hour")
  .nullish();
const interval = wholeNumber("organisation:error.interval", 1, 366).nullish();
const days = wholeNumber("organisation:error.days", 1, 366).nullish();
const percent = wholeNumber("organisation:error.percent", 0, 100);
const wholeEuros = wholeNumber("organisation:error.euros", 0, 10_000_000);
/** The number of a form of the tax office with its version, as `11580*05`. */
const formVersion = shortText(20, "organisation:error.form").regex(/^\d{5}\*\d{2}$/, { error: "organisation:error.form", abort: true });

/** Two fields that are only valid together: the error is shown at the missing one. */
const together = (one: string, other: string, message: string) => (facts: Record<string, unknown>, context: z.RefinementCtx) => {
  if (!facts[one] === !facts[other]) return;
  context.addIssue({ code: "custom", path: [facts[one] ? other : one], message });
};

export const organisationForms = {
  identity: z.object({
    name: filled("organisation:error.name", 70),
    primaryColour: z.enum(primaryColours).default("pink"),
    logoId: z.uuid().nullish(),
    foundedIn: z.int("organisation:error.year").min(1800, "organisation:error.year").max(2200, "organisation:error.year").nullish(),
  }),
  legal: z.object({
    legalForm: shortText(80).nullish(),
    rna: withoutSpaces(30).refine((number) => !number || /^W\d{9}$/.test(number), "organisation:error.rna"),
    siren: withoutSpaces(30).refine((number) => !number || isSiren(number), "organisation:error.siren"),
    postalAddress: shortText(200).nullish(),
    giftTaxRegime: z.enum(taxRegimes).nullish(),
  }),
  bank: z
    .object({
      holder: shortText(70).nullish(),
      iban: withoutSpaces(60).refine((iban) => !iban || isIban(iban), "organisation:error.iban"),
      bic: withoutSpaces(20).refine((bic) => !bic || /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic), "organisation:error.bic"),
    })
    .superRefine(together("iban", "bic", "organisation:error.bank")),
  contact: z
    .object({
      email: shortText(200, "organisation:error.email").email("organisation:error.email").nullish(),
      phone: shortText(40)
        .regex(/^\+?[\d .()-]{4,40}$/, "organisation:error.phone")
        .nullish(),
      hoursFrom: hour,
      hoursTo: hour,
    })
    .superRefine(together("hoursFrom", "hoursTo", "organisation:error.hours")),
  profiles: z.object({ professional: profile, video: profile, photo: profile }),
  aids: z.object({ aidRule: z.enum(aidRules).default("none"), parcelDays: interval, clothesDays: interval }),
  attendance: z
    .object({
      absences: wholeNumber("organisation:error.absences", 2, 20).nullish(),
      absenceDays: days,
      pauseDays: days,
      pausedGroup: z.enum(pausedGroups).default("volunteers"),
    })
    .superRefine(together("absences", "absenceDays", "organisation:error.pause"))
    .superRefine(together("absences", "pauseDays", "organisation:error.pause")),
  hours: z.object({ thanks: z.enum(hourThanks).default("none") }),
  receipts: z
    .object({
      object: shortText(300).nullish(),
      signatory: shortText(70).nullish(),
      signatoryQuality: shortText(70).nullish(),
      /** The picture of the signature, a private file. */
      signatureId: z.uuid().nullish(),
      recognisedOn: calendarDay("organisation:error.from").nullish(),
      decree: shortText(120).nullish(),
      fiscalYearEnd: lastDayOfYear("organisation:error.fiscalYearEnd").nullish(),
    })
    .superRefine(together("signatory", "signatoryQuality", "organisation:error.signatory"))
    .superRefine(together("recognisedOn", "decree", "organisation:error.decree")),
  tax: z.object({
    rate: percent,
    raisedRate: percent,
    raisedUpToEuros: wholeEuros,
    incomeCap: percent,
    companyRate: percent,
    companyCapEuros: wholeEuros,
    companyTurnoverPerThousand: wholeNumber("organisation:error.perThousand", 0, 1000),
    personForm: formVersion,
    companyForm: formVersion,
    checkedOn: calendarDay("organisation:error.from"),
  }),
} satisfies Record<OrganisationPart, z.ZodObject>;

type Forms = typeof organisationForms;
export type OrganisationFacts = { [Part in OrganisationPart]: z.output<Forms[Part]> };
export type StoredOrganisation = { [Part in OrganisationPart]: OrganisationFacts[Part] | null };

/** What a form of a part sends, with the day from which it counts; without one, from today. */
const dated = { from: calendarDay("organisation:error.from").nullish(), version: z.int().default(0) };
const Draft = z.object({ ...dated, facts: z.record(z.string(), z.unknown()) });

const Version = z.object({
  number: z.int(),
  from: z.iso.date(),
  at: z.iso.datetime(),
  by: z.string().nullable(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});

/** One part as administrators read it: its source, its values, and earlier versions. */
const PartRecord = z.object({
  part: OrganisationPart,
  source: z.enum(["stored", "environment"]),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  version: z.int(),
  /** The newest first; the coming ones too. */
  history: z.array(Version),
});
export type OrganisationPartRecord = z.infer<typeof PartRecord>;

/** The stored legal identity: the form normalises its numbers. */
const stored = z.string().nullish();
const StoredLegal = z.object({
  legalForm: stored,
  rna: stored,
  siren: stored,
  postalAddress: stored,
  giftTaxRegime: z.enum(taxRegimes).nullish(),
});

const admins = { roles: ["ADMIN"] } as const;
const path = "/api/admin/organisation";
const byPart = z.object({ part: OrganisationPart });

export const organisationApi = {
  /** What pages show. A part that was never saved is null: the environment applies. */
  current: endpoint({
    method: "GET",
    path: "/api/organisation",
    access: "public",
    response: z.object({
      identity: organisationForms.identity.nullable(),
      legal: StoredLegal.nullable(),
      contact: organisationForms.contact.nullable(),
      profiles: organisationForms.profiles.nullable(),
      tax: organisationForms.tax.nullable(),
    }),
  }),
  list: endpoint({ method: "GET", path, access: admins, response: z.object({ items: z.array(PartRecord) }) }),
  get: endpoint({ method: "GET", path: `${path}/:part`, access: admins, params: byPart, response: PartRecord }),
  save: endpoint({ method: "PUT", path: `${path}/:part`, access: admins, params: byPart, body: Draft, response: Done }),
};

/** The form of a part as the page sends it. */
export const organisationPageForm = (part: OrganisationPart) => organisationForms[part].safeExtend(dated);

/** The registration numbers as one line, as pages show them. */
export function registrationLine({ rna, siren }: Pick<OrganisationFacts["legal"], "rna" | "siren">): string | null {
  const grouped = siren?.replace(/(\d{3})(?=\d)/g, "$1\u00a0");
  return [rna && `RNA\u00a0${rna}`, grouped && `SIREN\u00a0${grouped}`].filter(Boolean).join(", ") || null;
}

import * as z from "zod";
import { calendarDay, lastDayOfYear } from "../formats/calendar-day.ts";
import { franceDay } from "../formats/france-time.ts";
import { PostalAddress } from "../formats/postal-address.ts";
import { filled, shortText, validEmail } from "../formats/validation.ts";
import { type CriteriaQuestion, criteriaForm, fileDocumentKinds } from "./criteria.ts";
import type { SupportingDocumentKind } from "./documents.ts";
import { adultAge, ageOn, isSiret, volunteerAge } from "./person-rules.ts";
import type { Role } from "./roles.ts";

const email = validEmail("register:error.emailMissing", "register:error.email", 254);

/** The kinds of registration. The path of the page decides which one it is, never a field of a form. */
export const registrationKinds = ["beneficiary", "volunteer", "merchant", "individual"] as const;
export const RegistrationKind = z.enum(registrationKinds);
export type RegistrationKind = z.infer<typeof RegistrationKind>;

export const roleOfKind: Record<RegistrationKind, Exclude<Role, "ADMIN">> = {
  beneficiary: "BENEFICIARY",
  volunteer: "VOLUNTEER",
  merchant: "DONATOR_MERCHANT",
  individual: "DONATOR_INDIVIDUAL",
};

const phone = shortText(40, "register:error.phone")
  .transform((typed) => typed.replace(/[\s.()-]/g, "").replace(/^0(?=\d{9}$)/, "+33"))
  .refine((number) => /^\+[1-9]\d{7,14}$/.test(number), "register:error.phone");
const today = () => franceDay(new Date());
const several = <Value extends string>(values: readonly [Value, ...Value[]]) => z.array(z.enum(values)).max(values.length);

export const activities = ["prepare", "deliver", "welcome", "organise", "communicate"] as const;
export const moments = ["weekdayMorning", "weekdayAfternoon", "weekdayEvening", "saturday", "sunday"] as const;
export const vehicles = ["none", "bike", "scooter", "car"] as const;
export const diets = ["vegetarian", "vegan", "porkFree", "glutenFree", "lactoseFree"] as const;
export const sizes = ["XS", "S", "M", "L", "XL", "XXL"] as const;
export const products = ["bread", "fruit", "fresh", "dry", "hygiene", "clothes"] as const;

const Person = z.object({
  firstName: filled("register:error.firstName", 80),
  lastName: filled("register:error.lastName", 80),
  phone: phone.optional(),
});

const Place = PostalAddress.extend({ sectorId: z.uuid().optional() });

/** Minors may join from 16 with a guardian, whose e-mail address is verified by a mail to it. */
const Volunteer = Person.extend({
  birthDate: calendarDay("register:error.birthDate"),
  guardianName: z.string().trim().max(120).optional(),
  guardianEmail: email.optional(),
}).superRefine(({ birthDate, guardianName, guardianEmail }, context) => {
  const age = ageOn(birthDate, today());
  const fault = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
  if (age < volunteerAge || age > 120)
    return fault("birthDate", age < volunteerAge && age >= 0 ? "register:error.tooYoung" : "register:error.birthDate");
  if (age >= adultAge) return;
  if (!guardianName) fault("guardianName", "register:error.guardian");
  if (!guardianEmail) fault("guardianEmail", "register:error.guardian");
});

const Wishes = z.object({
  activities: several(activities).min(1, "register:error.choose"),
  moments: several(moments).min(1, "register:error.choose"),
  message: z.string().trim().max(1_000).optional(),
});

const Driving = z.object({
  vehicle: z.enum(vehicles, "register:error.vehicle"),
  licenceExpiry: calendarDay("register:error.day").optional(),
  insuranceExpiry: calendarDay("register:error.day").optional(),
});

/** Allergies are health data: they are stored with an explicit consent only. */
const Needs = z
  .object({
    diets: several(diets),
    allergies: z.string().trim().max(300).optional(),
    allergiesAgreed: z.boolean().default(false),
    size: z.enum(sizes).optional(),
  })
  .superRefine(({ allergies, allergiesAgreed }, context) => {
    if (allergies && !allergiesAgreed)
      context.addIssue({ code: "custom", path: ["allergiesAgreed"], message: "register:error.allergiesAgreed" });
  });

const Siret = z.object({
  siret: shortText(40, "register:error.siret")
    .transform((typed) => typed.replace(/\s/g, ""))
    .refine(isSiret, "register:error.siret"),
});

const Company = z.object({
  companyName: filled("register:error.companyName", 160),
  legalForm: z.string().trim().max(80).optional(),
  ...PostalAddress.shape,
  surfaceOver400: z.boolean().default(false),
  fiscalYearEnd: lastDayOfYear("register:error.fiscalYearEnd"),
});

const Pickup = z.object({
  moments: several(moments).min(1, "register:error.choose"),
  products: several(products).min(1, "register:error.choose"),
  pickupNotes: z.string().trim().max(500).optional(),
  sectorId: z.uuid().optional(),
});

/** What a shop may change later: every answer of its own steps but the team. */
export const shopAnswers = z.object({ ...Siret.shape, ...Company.shape, ...Pickup.omit({ sectorId: true }).shape });

export type StepName = "identity" | "person" | "place" | "wishes" | "driving" | "situation" | "needs" | "siret" | "company" | "pickup";
type StepForm = z.ZodObject;

/** The steps of each kind of registration, before the account itself. The questions of `situation` are those of the criteria in force. */
const steps: Record<RegistrationKind, Partial<Record<StepName, StepForm | null>>> = {
  beneficiary: { person: Person, place: Place, situation: null, needs: Needs },
  volunteer: { identity: Volunteer, place: Place, wishes: Wishes, driving: Driving },
  merchant: { siret: Siret, company: Company, pickup: Pickup, person: Person },
  individual: { person: Person, place: Place },
};

export function stepsOf(kind: RegistrationKind): StepName[] {
  return Object.keys(steps[kind]) as StepName[];
}

/** The documents of a step; they may also be sent later, from the account. */
const documentsByStep: Partial<Record<RegistrationKind, Partial<Record<StepName, readonly SupportingDocumentKind[]>>>> = {
  beneficiary: { needs: fileDocumentKinds },
  volunteer: { driving: ["LICENCE", "INSURANCE"] },
};

export function stepDocuments(kind: RegistrationKind, step: StepName): readonly SupportingDocumentKind[] {
  return documentsByStep[kind]?.[step] ?? [];
}

/** Every document that a kind of registration asks for. */
export function documentsFor(kind: RegistrationKind): readonly SupportingDocumentKind[] {
  return stepsOf(kind).flatMap((step) => stepDocuments(kind, step));
}

/** The form of a step; undefined where the kind has no such step. */
export function stepForm(kind: RegistrationKind, step: string, questions: readonly CriteriaQuestion[]): StepForm | undefined {
  if (!Object.hasOwn(steps[kind], step)) return undefined;
  return steps[kind][step as StepName] ?? criteriaForm(questions);
}

/** What was typed in steps that were left half filled, by step. It is not validated: no answer of the registration. */
export const Unfinished = z.record(z.string(), z.record(z.string(), z.union([z.string(), z.array(z.string())])));
export type Unfinished = z.infer<typeof Unfinished>;

/** The form of a step that is left half filled: its fields as typed, of at most 2,000 characters each. */
export function unfinishedForm(form: StepForm) {
  const typed = z.union([z.string().max(2_000), z.array(z.string().max(200)).max(40)]).optional();
  return z.object(Object.fromEntries(Object.keys(form.shape).map((name) => [name, typed])));
}

/** Steps that these answers do not complete, and those that were left half filled, in order. */
export function stepsLeft(
  kind: RegistrationKind,
  answers: Record<string, unknown>,
  questions: readonly CriteriaQuestion[],
  unfinished: Unfinished = {},
): StepName[] {
  return stepsOf(kind).filter((step) => Object.hasOwn(unfinished, step) || !stepForm(kind, step, questions)?.safeParse(answers).success);
}

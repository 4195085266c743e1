import * as z from "zod";
import { Done, endpoint } from "../api/endpoint.ts";
import { locales } from "../formats/locale.ts";
import { filled, validEmail } from "../formats/validation.ts";
import { CriteriaAnswers, CriteriaVersion } from "./criteria.ts";
import { AccountState } from "./current-user.ts";
import { supportingDocumentKinds, supportingDocumentStates } from "./documents.ts";
import { filePieces } from "./people.ts";
import { accountManagers } from "./permissions.ts";
import { activities, diets, moments, products, sizes, vehicles } from "./registration-steps.ts";
import { roles } from "./roles.ts";
import { ChatStatus, StaffMessage, Verdict } from "./verification-chats.ts";

const byId = z.object({ id: z.uuid() });

/** A supporting document as shown to the staff who decide about the account. */
export const ReviewDocument = z.object({
  id: z.uuid(),
  kind: z.enum(supportingDocumentKinds),
  name: z.string(),
  mime: z.string(),
  bytes: z.int(),
  status: z.enum(supportingDocumentStates),
  reason: z.string().nullable(),
  sentAt: z.iso.datetime(),
  /** Whether the bytes are gone already. */
  purged: z.boolean(),
});
export type ReviewDocument = z.infer<typeof ReviewDocument>;

/** What a volunteer entered when registering. */
const Wishes = z.object({
  activities: z.array(z.enum(activities)),
  moments: z.array(z.enum(moments)),
  vehicle: z.enum([...vehicles, "van"]).nullable(),
});

/** What a shop entered when registering. */
const Shop = z.object({
  companyName: z.string(),
  siret: z.string(),
  /** Whether the register of companies knows the number; null when it was not checked. */
  inRegister: z.boolean().nullable(),
  legalForm: z.string().nullable(),
  surfaceOver400: z.boolean(),
  fiscalYearEnd: z.string(),
  moments: z.array(z.enum(moments)),
  products: z.array(z.enum(products)),
  pickupNotes: z.string().nullable(),
});

/** A student's answers, under the criteria in force. */
const Situation = z.object({
  version: CriteriaVersion,
  answers: CriteriaAnswers,
  sentAt: z.iso.datetime().nullable(),
  diets: z.array(z.enum(diets)),
  allergies: z.string().nullable(),
  size: z.enum(sizes).nullable(),
});

/** Everything needed to decide about one account, and the next account of the queue. */
export const AccountReview = z.object({
  id: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  team: z.string().nullable(),
  role: z.enum(roles),
  locale: z.enum(locales),
  accountState: AccountState,
  since: z.iso.datetime(),
  registeredAt: z.iso.datetime(),
  /** The last day for the answer that was promised. */
  dueOn: z.iso.date(),
  late: z.boolean(),
  birthDate: z.iso.date().nullable(),
  address: z.string().nullable(),
  /** The free text that the person entered when registering. */
  message: z.string().nullable(),
  missing: z.array(z.enum(filePieces)),
  /** What the reader may decide now. */
  verdicts: z.array(Verdict),
  /** Whether administrators alone decide on the account and write to the person, since rights were given to them. */
  byAdministrators: z.boolean(),
  sameAs: z.array(z.object({ id: z.uuid(), name: z.string(), email: z.string(), accountState: AccountState })),
  guardian: z
    .object({
      name: z.string(),
      email: z.string(),
      requestedAt: z.iso.datetime(),
      consentedAt: z.iso.datetime().nullable(),
      expired: z.boolean(),
    })
    .nullable(),
  wishes: Wishes.nullable(),
  shop: Shop.nullable(),
  /** Restricted, as are a student's documents and conversation. */
  situation: Situation.nullable(),
  documents: z.array(ReviewDocument),
  chat: z.object({ id: z.uuid(), status: ChatStatus, messages: z.array(StaffMessage) }).nullable(),
  /** Whether the reader may not see restricted data: then all of it is left out. */
  withheld: z.boolean(),
  /** The account's position in the queue, the length of the queue, and the next account. */
  queue: z.object({ place: z.int().nullable(), total: z.int(), next: z.uuid().nullable() }),
});
export type AccountReview = z.infer<typeof AccountReview>;

/** Who agrees for a minor, as staff correct it. */
export const GuardianContact = z.object({
  name: filled("register:error.guardianName", 120),
  email: validEmail("register:error.emailMissing", "register:error.email", 254),
});
export type GuardianContact = z.output<typeof GuardianContact>;

export const accountReviewApi = {
  get: endpoint({ method: "GET", path: "/api/admin/people/:id/review", access: accountManagers, params: byId, response: AccountReview }),
  /** Sends a minor's guardian a new link; the previous one no longer works. */
  remindGuardian: endpoint({
    method: "POST",
    path: "/api/admin/people/:id/guardian-mail",
    access: accountManagers,
    params: byId,
    response: Done,
  }),
  /** Corrects a minor's guardian and sends them a link; the previous one no longer works. */
  correctGuardian: endpoint({
    method: "PUT",
    path: "/api/admin/people/:id/guardian",
    access: { roles: ["ADMIN"] },
    params: byId,
    body: GuardianContact,
    response: Done,
  }),
};

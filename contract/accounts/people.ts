import * as z from "zod";
import { Done, endpoint, listQuery, pageOf, Selection } from "../api/endpoint.ts";
import { MailboxDelivery } from "../api/mails.ts";
import { contactWays } from "./account.ts";
import { StaffTransition } from "./account-transitions.ts";
import { AccountState, accountStates } from "./current-user.ts";
import { documentKinds } from "./documents.ts";
import { accountManagers } from "./permissions.ts";
import { activities, diets, moments, sizes } from "./registration-steps.ts";
import { permissions, roles } from "./roles.ts";

const admins = { roles: ["ADMIN"] } as const;
const staff = { roles: ["ADMIN", "VOLUNTEER"] } as const;
const byId = z.object({ id: z.uuid() });

/** The five lists of people. */
export const peopleLists = ["pending-approval", "volunteers", "drivers", "beneficiaries", "donators"] as const;
export type PeopleList = (typeof peopleLists)[number];

export const vehicles = ["scooter", "car", "van"] as const;
export const driverStatuses = ["pending", "approved", "blocked"] as const;
/** The state of a driver's documents today; those that run out within a month are `soon`. */
export const driverDocumentStates = ["ok", "soon", "expired", "missing"] as const;
export type DriverDocumentState = (typeof driverDocumentStates)[number];
/** Missing pieces that prevent a decision: the answers and the certificate of enrolment of a student, the consent of a minor's guardian. */
export const filePieces = ["answers", "studies", "consent"] as const;
export type FilePiece = (typeof filePieces)[number];
/** Why an account is not opened with others: what its file lacks, documents that nobody has checked, a file that the reader may not open, rights of its own, an administrator. */
const bulkObstacles = [...filePieces, "documents", "restricted", "rights", "administrator", "left", "decided"] as const;
export type BulkObstacle = (typeof bulkObstacles)[number];

export const DriverFacts = z.object({
  vehicle: z.enum(vehicles),
  chilled: z.boolean(),
  status: z.enum(driverStatuses),
  documents: z.enum(driverDocumentStates),
  /** The first day on which one of the documents no longer counts. */
  expiresOn: z.string().nullable(),
  /** When it last changed. */
  version: z.string(),
});

/** Contact details of a person: all that volunteers may read of another. */
const contact = {
  id: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  team: z.string().nullable(),
};

/** What those who manage accounts may read as well. */
const forAdmins = z.object({
  role: z.enum(roles),
  accountState: AccountState,
  /** Since when the account is in its state. */
  since: z.iso.datetime(),
  registeredAt: z.iso.datetime(),
  seenAt: z.iso.datetime().nullable(),
  member: z.boolean(),
  minor: z.boolean(),
  annualCheck: z.boolean(),
  /** What the file still lacks. */
  missing: z.array(z.enum(filePieces)),
  /** Other accounts with the same name, telephone, or day of birth and last name. */
  duplicates: z.int(),
  driver: DriverFacts.nullable(),
  shopName: z.string().nullable(),
  /** Restricted for people who are helped; null for those who may not read it. */
  age: z.int().nullable(),
  /** Minutes of volunteering of this year that are validated. */
  minutes: z.int(),
  skills: z.string().nullable(),
  /** What a donor gave this year, in cents, and the day of the last gift, for administrators; null for others. */
  givenCents: z.int().nullable(),
  lastGiftOn: z.iso.date().nullable(),
  /** Of a student with an open account, the last day on which the file is valid, and who decided on it last. */
  fileValidUntil: z.iso.date().nullable(),
  verifier: z.string().nullable(),
  /** People of the household, and the day of the last aid: restricted as the age is. */
  household: z.int().nullable(),
  lastAid: z.iso.date().nullable(),
  /** Whether the reader may not see this person's restricted data: age, household, aids, date of birth, the reason of a decision. */
  withheld: z.boolean(),
});

export const PersonRow = z.object({ ...contact, more: forAdmins.optional() });
export type PersonRow = z.infer<typeof PersonRow>;

const FoundPerson = z.object({
  id: z.uuid(),
  name: z.string(),
  team: z.string().nullable(),
  /** For those who manage accounts. */
  role: z.enum(roles).nullable(),
  accountState: AccountState.nullable(),
  shopName: z.string().nullable(),
  email: z.string(),
  phone: z.string().nullable(),
});
export type FoundPerson = z.infer<typeof FoundPerson>;

const Duplicate = z.object({ id: z.uuid(), name: z.string(), email: z.string(), accountState: AccountState });

export const PersonRecord = z.object({
  ...contact,
  preferredContact: z.enum(contactWays).nullable(),
  more: forAdmins
    .extend({
      address: z.string().nullable(),
      /** What a volunteer does and when. */
      volunteering: z
        .object({ activities: z.array(z.enum(activities)), skills: z.string().nullable(), moments: z.array(z.enum(moments)) })
        .nullable(),
      /** What a student may eat and wear: restricted. Allergies only while they consent to it. */
      needs: z.object({ diets: z.array(z.enum(diets)), size: z.enum(sizes).nullable(), allergies: z.string().nullable() }).nullable(),
      birthDate: z.string().nullable(),
      locale: z.enum(["fr", "en"]),
      emailVerifiedAt: z.iso.datetime().nullable(),
      reason: z.string().nullable(),
      permissions: z.array(z.string()),
      /** Permissions in a sector, with its name. */
      inSectors: z.array(z.object({ permission: z.enum(permissions), sector: z.string() })),
      memberUntil: z.string().nullable(),
      sameAs: z.array(Duplicate),
      steps: z.array(StaffTransition),
      /** Whether administrators alone decide on the account and the driver, since rights were given to them. */
      byAdministrators: z.boolean(),
      own: z.boolean(),
      /** What is known of their address, where mails came back from it. */
      delivery: MailboxDelivery.nullable(),
    })
    .optional(),
});
export type PersonRecord = z.infer<typeof PersonRecord>;

const choice = <const Values extends readonly string[]>(values: Values) => z.enum(values).optional().catch(undefined);

/** Filters that all lists have, and those of one. */
export const PeopleQuery = listQuery(
  ["lastName", "registeredAt", "seenAt", "since"],
  {
    team: z.uuid().optional().catch(undefined),
    state: choice(accountStates),
    role: choice(roles),
    member: choice(["yes", "no"]),
    minor: choice(["yes"]),
    annualCheck: choice(["yes"]),
    seen: choice(["month", "quarter", "never"]),
    complete: choice(["yes", "no"]),
    /** Students whose file ends within a month or three, or has ended. */
    file: choice(["month", "quarter", "ended"]),
    /** Those who have waited for a decision for longer than promised. */
    due: choice(["late"]),
    vehicle: choice(vehicles),
    papers: choice(driverDocumentStates),
    /** `ready` waits for a decision and has all documents. */
    driver: choice(["ready", ...driverStatuses]),
    /** Donors whose receipt lacks the postal address. */
    postal: choice(["missing"]),
    /** Those whose address is dead. */
    unreached: choice(["yes"]),
    /** For the file of a list: of those who are not administrators, it holds the sectors alone in which they may export. */
    exporting: choice(["yes"]),
    /** Looks for words like those that were typed, also where somebody has them exactly. */
    similar: choice(["yes"]),
  },
  { order: "asc" },
);
export type PeopleQuery = z.infer<typeof PeopleQuery>;

/** The queue is sorted by waiting time, the longest first. */
const QueueQuery = PeopleQuery.extend({ sort: z.enum(["since", "lastName", "registeredAt", "seenAt"]).catch("since").default("since") });

const list = (name: PeopleList, access: typeof admins | typeof staff | typeof accountManagers) =>
  endpoint({
    method: "GET",
    path: `/api/admin/people/${name}`,
    access: access as typeof staff,
    query: (name === "pending-approval" ? QueueQuery : PeopleQuery) as typeof PeopleQuery,
    /** `similar`: nobody has these words; the people have something like them. */
    response: pageOf(PersonRow).extend({ similar: z.boolean().optional() }),
  });

export const PersonDocument = z.object({
  id: z.uuid(),
  kind: z.enum(documentKinds),
  addedAt: z.iso.datetime(),
  bytes: z.int(),
});

export const PersonSignature = z.object({ title: z.string(), version: z.int(), signedAt: z.iso.datetime() });

export const PersonSession = z.object({
  id: z.uuid(),
  device: z.string().nullable(),
  openedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});

const transitionReason = z.string("people:reason.required").trim().max(1_000, "people:reason.tooLong");

/** A transition with a reason that the person reads. */
export const ReasonedStep = z.object({ step: StaffTransition, reason: transitionReason.min(1, "people:reason.required") });

export const AccountStep = z.object({ step: StaffTransition, reason: transitionReason.optional() });

/** What many accounts are asked for at once, with the words that each person reads. */
export const QuestionText = z.object({ reason: transitionReason.min(1, "people:reason.required") });

export const bulkSteps = ["approve", "ask"] as const satisfies StaffTransition[];
const BulkStep = z
  .object({ step: z.enum(bulkSteps), selection: Selection, reason: QuestionText.shape.reason.optional(), dryRun: z.boolean() })
  .refine(({ step, reason, dryRun }) => dryRun || step === "approve" || !!reason, { path: ["reason"], error: "people:reason.required" });
export type BulkStep = z.infer<typeof BulkStep>;

/** How many accounts were selected, and changed; then some names of each. */
export const BulkOutcome = z.object({
  count: z.int(),
  changed: z.int(),
  opened: z.array(z.object({ id: z.uuid(), name: z.string() })),
  /** Accounts that were not changed, with the reason. */
  left: z.array(z.object({ id: z.uuid(), name: z.string(), obstacles: z.array(z.enum(bulkObstacles)), guardian: z.string().nullable() })),
  /** The task that does it, when there are too many accounts for one request: then nothing is counted. */
  task: z.uuid().nullable(),
});
export type BulkOutcome = z.infer<typeof BulkOutcome>;

export const peopleApi = {
  pending: list("pending-approval", accountManagers),
  volunteers: list("volunteers", staff),
  drivers: list("drivers", staff),
  beneficiaries: list("beneficiaries", accountManagers),
  donators: list("donators", admins),
  /** The first people who match a search, among those whom the reader may see. */
  find: endpoint({
    method: "GET",
    path: "/api/admin/people",
    access: staff,
    query: z.object({ q: z.string().trim().max(200).catch("") }),
    readsMany: true,
    response: z.object({ items: z.array(FoundPerson) }),
  }),
  get: endpoint({ method: "GET", path: "/api/admin/people/:id", access: staff, params: byId, response: PersonRecord }),
  documents: endpoint({
    method: "GET",
    path: "/api/admin/people/:id/documents",
    access: accountManagers,
    params: byId,
    response: z.object({ documents: z.array(PersonDocument), signatures: z.array(PersonSignature) }),
  }),
  sessions: endpoint({
    method: "GET",
    path: "/api/admin/people/:id/sessions",
    access: admins,
    params: byId,
    response: z.object({ sessions: z.array(PersonSession), applications: z.array(z.string()) }),
  }),
  endSessions: endpoint({ method: "DELETE", path: "/api/admin/people/:id/sessions", access: admins, params: byId, response: Done }),
  move: endpoint({
    method: "POST",
    path: "/api/admin/people/:id/steps",
    access: accountManagers,
    params: byId,
    body: AccountStep,
    response: Done,
  }),
  /** Mails are sent to the address of a person again, which was dead. */
  writeAgain: endpoint({
    method: "POST",
    path: "/api/admin/people/:id/address-works",
    access: accountManagers,
    params: byId,
    response: Done,
  }),
  bulk: endpoint({
    method: "POST",
    path: "/api/admin/people/pending-approval/bulk",
    access: accountManagers,
    body: BulkStep,
    response: BulkOutcome,
  }),
  setDriver: endpoint({
    method: "POST",
    path: "/api/admin/people/:id/driver",
    access: accountManagers,
    params: byId,
    /** What was seen: an approval is of that vehicle and those dates alone. */
    body: z.object({ status: z.enum(["approved", "blocked"]), version: z.string() }),
    response: Done,
  }),
};

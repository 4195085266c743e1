import * as z from "zod";
import { supportingDocumentKinds, supportingDocumentStates } from "../accounts/documents.ts";
import { drivingDocuments } from "../accounts/person-edit.ts";
import { openingSteps } from "../accounts/setup.ts";
import { StoredShop } from "../accounts/shop.ts";
import { endpoint } from "../api/endpoint.ts";
import { factNames } from "../api/facts.ts";
import { Localized } from "../formats/localized.ts";
import { OwnReceipt } from "../giving/fiscal-receipts.ts";
import { PledgeStatus, rhythms } from "../giving/pledges.ts";
import { publicLegalKeys } from "../law/legal-documents.ts";
import { ArticleCard, ArticleStatus } from "../publishing/articles.ts";
import { comingStatuses, liveStatuses } from "./event-registrations.ts";
import { ImpactMonth, ImpactTotals, maxPublicMonths } from "./monthly-records.ts";
import { SectorName } from "./sectors.ts";

const everyRole = ["ADMIN", "VOLUNTEER", "BENEFICIARY", "DONATOR_MERCHANT", "DONATOR_INDIVIDUAL"] as const;

const AgendaDate = z.object({
  id: z.uuid(),
  title: Localized,
  startsAt: z.iso.datetime(),
  placeName: z.string(),
  online: z.boolean(),
  team: z.string().nullable(),
  /** The reader's own registration for it. */
  mine: z.enum(liveStatuses).nullable(),
  /** How full it is, for those who work for the charity; null where nobody registers. */
  places: z.object({ taken: z.int(), capacity: z.int().nullable() }).nullable(),
});

/** What a volunteer has to do next. */
const NextThings = z.object({
  /** The next date that they registered for. */
  registration: AgendaDate.pick({ id: true, title: true, startsAt: true, placeName: true, online: true })
    .extend({ status: z.enum(comingStatuses) })
    .nullable(),
  /** The document of a driver that ends first, when that is soon or was before. */
  ending: z.object({ document: z.enum(drivingDocuments), day: z.iso.date() }).nullable(),
  /** The last event that they took part in without hours. */
  hours: AgendaDate.pick({ title: true, startsAt: true }).nullable(),
});

/** The start page of the back-office: only what concerns the person, by role. */
export const Dashboard = z.object({
  membership: z.object({ until: z.iso.date() }).nullable(),
  /** The local team; how many people it counts is for staff and volunteers. */
  team: z
    .object({
      name: z.string(),
      people: z.int().nullable(),
      slogan: z.string().nullable(),
      phone: z.string().nullable(),
      email: z.string().nullable(),
    })
    .nullable(),
  /** The sectors that the person manages. */
  sectors: z.array(SectorName),
  /** Work on articles: those to review, and the person's own unpublished ones. */
  writing: z
    .object({
      /** The oldest ones in the queue. */
      toReview: z.array(z.object({ id: z.uuid(), title: z.string(), author: z.string(), since: z.iso.datetime() })),
      waiting: z.int(),
      mine: z.array(z.object({ id: z.uuid(), title: z.string(), status: ArticleStatus, updatedAt: z.iso.datetime() })),
      scheduled: z.int(),
      outdatedEnglish: z.int(),
      /** The first of both, for volunteers who publish: the list of all articles is not open to them. */
      scheduledFirst: z.array(z.object({ id: z.uuid(), title: z.string() })),
      outdatedFirst: z.array(z.object({ id: z.uuid(), title: z.string() })),
    })
    .nullable(),
  /** The account that has waited longest, and the number of complete files, for staff who decide about accounts. */
  accounts: z.object({ oldest: z.uuid().nullable(), complete: z.int() }).nullable(),
  /** The newest gifts that were pledged with the address of the account, for donors; the total is what arrived since 1 January. */
  gifts: z
    .object({
      items: z.array(
        z.object({ reference: z.string(), amountCents: z.int(), rhythm: z.enum(rhythms), status: PledgeStatus, at: z.iso.datetime() }),
      ),
      receivedCents: z.int(),
      /** Whether the receipt of a gift lacks the donor's address. */
      lacksAddress: z.boolean(),
      /** The newest ones in force. */
      receipts: z.array(OwnReceipt.pick({ id: true, number: true, amountCents: true, periodTo: true })),
    })
    .nullable(),
  /** Events of the next eight days, of the person's team, of the whole charity, and those that they registered for; without any, the next one. */
  agenda: z.array(AgendaDate),
  /** For volunteers. */
  next: NextThings.nullable(),
  /** The state of a student's file and of their latest supporting documents, and the services of others that are nearest. */
  file: z
    .object({
      validUntil: z.iso.date().nullable(),
      toConfirm: z.boolean(),
      documents: z.array(
        z.object({ kind: z.enum(supportingDocumentKinds), state: z.enum(supportingDocumentStates), at: z.iso.datetime() }),
      ),
      near: z.array(z.object({ id: z.uuid(), name: z.string(), phone: z.string().nullable() })),
    })
    .nullable(),
  /** What a shop answered about itself, as it last said it; null for everybody else and for a shop that has not answered. */
  shop: StoredShop.pick({
    companyName: true,
    addressLine: true,
    postcode: true,
    city: true,
    moments: true,
    products: true,
    pickupNotes: true,
  }).nullable(),
  /** Kits by month as recorded, the newest last, for staff. */
  kits: z.array(z.object({ month: z.iso.date(), kits: z.int() })),
  /** What an installation still lacks, for administrators: settings by name, whether its history has a date, legal texts without a version. */
  missingFacts: z
    .object({
      settings: z.array(z.enum(factNames)),
      history: z.boolean(),
      texts: z.array(z.enum(publicLegalKeys)),
      /** What is to be done before the site opens. */
      steps: z.array(z.enum(openingSteps)),
    })
    .nullable(),
  /** Drivers' documents and memberships that end soon or have ended, for those who look after them: how many, and the first day. */
  runningOut: z.array(
    z.object({ kind: z.enum(["documentsExpired", "documentsSoon", "memberships"]), count: z.int(), first: z.iso.date() }),
  ),
  news: z.array(ArticleCard),
});
export type Dashboard = z.infer<typeof Dashboard>;

/** Public figures computed from the database. */
export const PublicFigures = ImpactTotals.extend({
  /** The newest months with figures, the newest last. */
  months: z.array(ImpactMonth).max(maxPublicMonths),
  sectors: z.int(),
  cities: z.array(z.string()),
  articles: z.int(),
  volunteers: z.int(),
  /** Shops that give. */
  shops: z.int(),
  /** Donated to the solidarity euro since 1 January. */
  euroCents: z.int(),
});
export type PublicFigures = z.infer<typeof PublicFigures>;

export const dashboardApi = {
  get: endpoint({ method: "GET", path: "/api/dashboard", access: { roles: everyRole }, response: Dashboard }),
  figures: endpoint({
    method: "GET",
    path: "/api/figures",
    access: "public",
    response: PublicFigures,
    shows: ["article", "team", "user", "payment", "monthly_record"],
  }),
};

import * as z from "zod";
import { openingSteps } from "../accounts/setup.ts";
import { endpoint } from "../api/endpoint.ts";
import { ownFacts } from "../api/own-facts.ts";
import { Localized } from "../formats/localized.ts";
import { publicLegalKeys } from "../law/legal-documents.ts";
import { ArticleCard, ArticleStatus } from "../publishing/articles.ts";
import { ImpactTotals } from "./monthly-records.ts";
import { SectorName } from "./sectors.ts";

const everyRole = ["ADMIN", "VOLUNTEER", "BENEFICIARY", "DONATOR_MERCHANT", "DONATOR_INDIVIDUAL"] as const;

const AgendaDate = z.object({
  id: z.uuid(),
  title: Localized,
  startsAt: z.iso.datetime(),
  placeName: z.string(),
  team: z.string().nullable(),
});

/** What a person finds on arriving in their space: only what concerns them, by role. */
export const Dashboard = z.object({
  membership: z.object({ until: z.iso.date() }).nullable(),
  /** The local team and how many people it counts, for staff and volunteers. */
  team: z.object({ name: z.string(), people: z.int(), slogan: z.string().nullable() }).nullable(),
  /** The sectors that one answers for. */
  sectors: z.array(SectorName),
  /** Work on articles: what waits for a decision, and one's own that are not on line. */
  writing: z
    .object({
      /** The oldest of those that wait. */
      toReview: z.array(z.object({ id: z.uuid(), title: z.string(), author: z.string(), since: z.iso.datetime() })),
      waiting: z.int(),
      mine: z.array(z.object({ id: z.uuid(), title: z.string(), status: ArticleStatus, updatedAt: z.iso.datetime() })),
      scheduled: z.int(),
      outdatedEnglish: z.int(),
    })
    .nullable(),
  /** The account that has waited longest, and how many files lack nothing, for who decides about accounts. */
  accounts: z.object({ oldest: z.uuid().nullable(), complete: z.int() }).nullable(),
  /** Dates of today and of the seven days after, of one's team and of everybody, for staff. */
  agenda: z.array(AgendaDate),
  /** Kits by month, the newest last, as far as they were written down, for staff. */
  kits: z.array(z.object({ month: z.iso.date(), kits: z.int() })),
  /** What a real installation still lacks, for administrators: settings by name, whether its history has a date, public legal texts without a version. */
  unsaid: z
    .object({
      settings: z.array(z.enum(ownFacts)),
      history: z.boolean(),
      texts: z.array(z.enum(publicLegalKeys)),
      /** What is to be done before the site opens. */
      steps: z.array(z.enum(openingSteps)),
    })
    .nullable(),
  news: z.array(ArticleCard),
});
export type Dashboard = z.infer<typeof Dashboard>;

/** The charity in figures that the database can vouch for. */
export const PublicFigures = ImpactTotals.extend({
  sectors: z.int(),
  cities: z.array(z.string()),
  articles: z.int(),
  volunteers: z.int(),
  /** Shops that give. */
  shops: z.int(),
  /** Given to the solidarity euro since 1 January. */
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
    shows: ["article", "team", "user", "pledge", "monthly_record"],
  }),
};

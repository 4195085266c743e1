import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { ownFacts } from "../api/own-facts.ts";
import { publicLegalKeys } from "../law/legal-documents.ts";
import { ArticleCard, ArticleStatus } from "../publishing/articles.ts";
import { Deeds } from "./monthly-records.ts";
import { TeamName } from "./sectors.ts";

const everyRole = ["ADMIN", "VOLUNTEER", "BENEFICIARY", "DONATOR_MERCHANT", "DONATOR_INDIVIDUAL"] as const;

const Letters = z.object({ waiting: z.int(), late: z.int() });

/** What a person finds on arriving in their space: only what concerns them, by role. */
export const Dashboard = z.object({
  membership: z.object({ until: z.iso.date() }).nullable(),
  /** The local team and how many people it counts, for staff and volunteers. */
  team: z.object({ name: z.string(), people: z.int(), slogan: z.string().nullable() }).nullable(),
  /** The sectors that one answers for. */
  sectors: z.array(TeamName),
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
  /** What people wrote and nobody has answered, for who may; `late` of them for longer than promised. */
  letters: z.object({ messages: Letters, applications: Letters }).nullable(),
  /** What a real installation still lacks, for administrators: settings by name, whether its history has a date, public legal texts without a version. */
  unsaid: z.object({ settings: z.array(z.enum(ownFacts)), history: z.boolean(), texts: z.array(z.enum(publicLegalKeys)) }).nullable(),
  news: z.array(ArticleCard),
});
export type Dashboard = z.infer<typeof Dashboard>;

/** The charity in figures that the database can vouch for. */
export const PublicFigures = Deeds.extend({
  teams: z.int(),
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

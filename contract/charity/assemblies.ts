import * as z from "zod";
import { Done, endpoint, listQuery, pageOf } from "../api/endpoint.ts";
import { calendarDay } from "../formats/calendar-day.ts";
import { Localized, localizedText } from "../formats/localized.ts";
import { filled, wholeNumber } from "../formats/validation.ts";

/** Proxies may be given before an assembly opens; who is present and what is voted is recorded while it is open; a closed one does not change. */
export const assemblyStates = ["prepared", "open", "closed"] as const;
export type AssemblyState = (typeof assemblyStates)[number];

/** How many of the votes for and against a resolution needs. */
export const majorities = ["simple", "two_thirds"] as const;

/** The most proxies that the staff can let one member hold, and the most votes that are counted. */
const mostProxies = 20;
const mostVotes = 100_000;

export const AssemblyDraft = z.object({
  title: localizedText("assemblies:error.title", 120),
  day: calendarDay("assemblies:error.day"),
  place: filled("assemblies:error.place", 200),
  maxProxies: wholeNumber("assemblies:error.maxProxies", 0, mostProxies),
  /** Which part of the members has to be present or represented, in percent; without it there is no quorum. */
  quorumPercent: wholeNumber("assemblies:error.quorum", 1, 100).nullish(),
});
export type AssemblyDraft = z.output<typeof AssemblyDraft>;

const version = z.int();
export const AssemblyChange = AssemblyDraft.extend({ version });
export type AssemblyChange = z.output<typeof AssemblyChange>;

export const ResolutionDraft = z.object({
  text: localizedText("assemblies:error.resolution", 500),
  majority: z.enum(majorities, "assemblies:error.majority"),
});
export type ResolutionDraft = z.output<typeof ResolutionDraft>;

const votes = wholeNumber("assemblies:error.votes", 0, mostVotes);
export const VoteCount = z.object({
  inFavour: votes,
  against: votes,
  abstained: votes,
  /** Whether the vote was taken again, by who is there now; a correction keeps who counted at the vote. */
  isNewVote: z.boolean().default(false),
});
export type VoteCount = z.output<typeof VoteCount>;

export const WithdrawalForm = z.object({ userId: z.uuid(), reason: filled("assemblies:error.reason", 300) });

/** Who counts: members in good standing on the day, those who are there, and those whom somebody who is there represents. */
const figures = { members: z.int(), present: z.int(), represented: z.int() };

const Assembly = z.object({
  id: z.uuid(),
  title: Localized,
  day: z.string(),
  place: z.string(),
  maxProxies: z.int(),
  quorumPercent: z.int().nullable(),
  state: z.enum(assemblyStates),
  version: z.int(),
});

const Resolution = z.object({
  id: z.uuid(),
  text: Localized,
  majority: z.enum(majorities),
  inFavour: z.int().nullable(),
  against: z.int().nullable(),
  abstained: z.int().nullable(),
  /** Who counted at its vote. */
  members: z.int().nullable(),
  present: z.int().nullable(),
  represented: z.int().nullable(),
});
export type Resolution = z.infer<typeof Resolution>;

/** A proxy given to somebody who is not there counts once they are. */
export const AssemblyRecord = Assembly.extend({
  ...figures,
  /** Proxies whose holder is not there. */
  waiting: z.int(),
  openedAt: z.iso.datetime().nullable(),
  closedAt: z.iso.datetime().nullable(),
  resolutions: z.array(Resolution),
});
export type AssemblyRecord = z.infer<typeof AssemblyRecord>;

type Counted = Pick<AssemblyRecord, "quorumPercent" | "members" | "present" | "represented">;

/** Whether enough members are present or represented; null without a quorum. */
export function hasQuorum({ quorumPercent, members, present, represented }: Counted): boolean | null {
  return quorumPercent === null ? null : members > 0 && (present + represented) * 100 >= members * quorumPercent;
}

/** The same at the vote of a resolution; null before its votes are counted. */
export function hadQuorum({ members, present, represented }: Resolution, quorumPercent: number | null): boolean | null {
  if (members === null || present === null || represented === null) return null;
  return hasQuorum({ quorumPercent, members, present, represented });
}

/** What a vote came to; without its quorum nothing is decided. */
export const outcomes = ["adopted", "rejected", "no_quorum"] as const;
export type Outcome = (typeof outcomes)[number];

/** What was decided; null before the votes are counted. Abstentions are no votes; a tie rejects. */
export function outcomeOf(resolution: Resolution, quorumPercent: number | null): Outcome | null {
  const { inFavour, against, majority } = resolution;
  if (inFavour === null || against === null) return null;
  if (hadQuorum(resolution, quorumPercent) === false) return "no_quorum";
  const isAdopted = majority === "simple" ? inFavour > against : inFavour > 0 && inFavour >= 2 * against;
  return isAdopted ? "adopted" : "rejected";
}

/** Which members are listed. */
export const memberFilters = ["all", "present", "represented", "lapsed"] as const;
export const AssemblyMembersQuery = listQuery(
  ["lastName"],
  {
    show: z.enum(memberFilters).catch("all").default("all"),
    /** Only this member. */
    userId: z.uuid().optional().catch(undefined),
  },
  { order: "asc", perPage: 50 },
);
export type AssemblyMembersQuery = z.output<typeof AssemblyMembersQuery>;

const AssemblyMember = z.object({
  id: z.uuid(),
  name: z.string(),
  number: z.string().nullable(),
  attendance: z.enum(["present", "proxy"]).nullable(),
  /** Who holds the proxy of this member. */
  holder: z.string().nullable(),
  /** How many proxies this member holds. */
  held: z.int(),
  /** Whether the membership is valid on the day; what was recorded of somebody whose is not any more is withdrawn before the assembly is closed. */
  counts: z.boolean(),
});
export type AssemblyMember = z.infer<typeof AssemblyMember>;

const access = { roles: ["ADMIN"] } as const;
const path = "/api/admin/assemblies";
const params = z.object({ id: z.uuid() });
const ofResolution = z.object({ id: z.uuid(), resolutionId: z.uuid() });
const response = z.object({ id: z.uuid() });
const post = { method: "POST", access, params, status: 201 } as const;

export const assembliesApi = {
  /** The latest first. */
  list: endpoint({ method: "GET", path, access, response: z.object({ items: z.array(Assembly) }) }),
  create: endpoint({ method: "POST", path, access, body: AssemblyDraft, response, status: 201 }),
  /** It counts the members of the day until it is closed. */
  get: endpoint({ method: "GET", path: `${path}/:id`, access, params, readsMany: true, response: AssemblyRecord }),
  /** Before it opens. */
  change: endpoint({ method: "PUT", path: `${path}/:id`, access, params, body: AssemblyChange, response }),
  /** Opens it on its day, or closes it once the votes of each resolution are counted. */
  move: endpoint({
    method: "PUT",
    path: `${path}/:id/state`,
    access,
    params,
    body: z.object({ state: z.enum(["open", "closed"]) }),
    response,
  }),
  /** The members in good standing on the day, by name, and those who were when something was recorded of them. */
  members: endpoint({
    method: "GET",
    path: `${path}/:id/members`,
    access,
    params,
    query: AssemblyMembersQuery,
    response: pageOf(AssemblyMember).extend({ assembly: Assembly }),
  }),
  present: endpoint({ ...post, path: `${path}/:id/presences`, body: z.object({ userId: z.uuid() }), response }),
  proxy: endpoint({ ...post, path: `${path}/:id/proxies`, body: z.object({ userId: z.uuid(), holderId: z.uuid() }), response }),
  /** Takes a presence or a proxy back, with a reason. */
  withdraw: endpoint({ ...post, path: `${path}/:id/withdrawals`, body: WithdrawalForm, response }),
  addResolution: endpoint({ ...post, path: `${path}/:id/resolutions`, body: ResolutionDraft, response }),
  /** The votes of a resolution, by show of hands: counted again, they take the place of the first count. */
  count: endpoint({
    method: "PUT",
    path: `${path}/:id/resolutions/:resolutionId/votes`,
    access,
    params: ofResolution,
    body: VoteCount,
    response,
  }),
  /** Removes a resolution whose votes are not counted. */
  removeResolution: endpoint({
    method: "DELETE",
    path: `${path}/:id/resolutions/:resolutionId`,
    access,
    params: ofResolution,
    response: Done,
  }),
};

/** What a member reads of an assembly: what is voted, with what was decided once it is closed, and what is recorded in the member's name. */
const OwnAssembly = Assembly.pick({ id: true, title: true, day: true, place: true, maxProxies: true, state: true }).extend({
  resolutions: z.array(z.object({ id: z.uuid(), text: Localized, outcome: z.enum(outcomes).nullable() })),
  attendance: AssemblyMember.shape.attendance,
  /** Who holds the reader's proxy. */
  holder: z.string().nullable(),
  /** Whose proxies the reader holds. */
  proxies: z.array(z.string()),
});
export type OwnAssembly = z.infer<typeof OwnAssembly>;

export const ownAssembliesApi = {
  /** Those to come or open, and those of the last year, at which the reader may vote or is recorded. */
  list: endpoint({
    method: "GET",
    path: "/api/own-assemblies",
    access: { roles: ["ADMIN", "VOLUNTEER"] },
    response: z.object({ items: z.array(OwnAssembly) }),
  }),
};

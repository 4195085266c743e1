import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { daysBetween } from "../api/list-filters.ts";
import { aidKinds } from "./aids.ts";

/** Fewer people than this are not shown: somebody who knows one of them would read what they received. */
export const smallestGroup = 5;

/** The longest period of a report, in days. */
export const longestReport = 1_096;

/** Null where it is of too few people. */
const Figure = z.int().nullable();
const Group = z.object({ people: Figure, aids: Figure });

const AidReport = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  people: Figure,
  /** Of these people, those whose first aid is in the period. */
  newPeople: Figure,
  /** Of those who said how many they are at home. */
  households: Figure,
  adults: Figure,
  children: Figure,
  withoutHousehold: Figure,
  byKind: z.array(Group.extend({ kind: z.enum(aidKinds) })),
  /** `YYYY-MM`, the earliest first. */
  byMonth: z.array(Group.extend({ month: z.string() })),
  /** The sector of the person today; null for those without one. */
  bySector: z.array(Group.extend({ id: z.uuid().nullable(), name: z.string().nullable() })),
});
export type AidReport = z.infer<typeof AidReport>;

type Counted = { people: number; aids: number };

/**
 * Hides groups of too few people, and as many of the next smallest as it takes so that nobody finds their figures by subtracting the others: what is hidden is of
 * {@link smallestGroup} people at least, in two groups or more.
 */
export function withoutSmallGroups<Row extends Counted>(rows: readonly Row[]): (Omit<Row, keyof Counted> & z.infer<typeof Group>)[] {
  const bySize = rows.filter(({ people }) => people > 0).sort((one, other) => one.people - other.people);
  const isSmall = ({ people }: Counted) => people < smallestGroup;
  const hidden = bySize.filter(isSmall);
  for (const row of bySize.slice(hidden.length)) {
    const people = hidden.reduce((sum, one) => sum + one.people, 0);
    if (hidden.length === 0 || (hidden.length > 1 && people >= smallestGroup)) break;
    hidden.push(row);
  }
  return rows.map((row) => (hidden.includes(row) ? { ...row, people: null, aids: null } : row));
}

/** A part of a whole that is known: null where the part or the rest is of too few people. */
export const partOf = (part: number, whole: number): number | null =>
  [part, whole - part].some((count) => count > 0 && count < smallestGroup) ? null : part;

export const aidReportApi = {
  /** Of a period of {@link longestReport} days at most, this year unless it is said. */
  read: endpoint({
    method: "GET",
    readsMany: true,
    path: "/api/admin/aid-report",
    access: { roles: ["ADMIN"] },
    query: z.object({ ...daysBetween("day") }),
    response: AidReport,
  }),
};

import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { aidKinds } from "./aids.ts";

/** Fewer people than this are not shown: somebody who knows one of them would read what they received. */
export const smallestGroup = 5;

/** The longest period of a report, in months. */
export const longestReport = 36;

const Month = z.string().regex(/^(19|20)\d{2}-(0[1-9]|1[0-2])$/);

/** Null where it is of too few people. */
const Figure = z.int().nullable();
const Group = z.object({ people: Figure, aids: Figure });

const AidReport = z.object({
  /** The first day of a month, and the last day of one: days would let the difference of two reports be one day's aids. */
  from: z.iso.date(),
  to: z.iso.date(),
  /** Whether the period is another than the reader chose. */
  adjusted: z.boolean(),
  /** The last day of which aids are erased for good, by their retention period. */
  erasedUntil: z.iso.date(),
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

/** `few` are the ids of the people of a group, where they are too few to be shown; somebody may be in several groups. */
type Counted = { people: number; aids: number; few: readonly string[] | null };

/**
 * Hides groups of too few people, and the next smallest where it takes one more so that nobody finds their figures by subtracting the others: what is hidden is
 * of {@link smallestGroup} different people at least, in two groups or more.
 */
export function withoutSmallGroups<Row extends Counted>(rows: readonly Row[]): (Omit<Row, keyof Counted> & z.infer<typeof Group>)[] {
  const bySize = rows.filter(({ people }) => people > 0).sort((one, other) => one.people - other.people);
  const hidden = bySize.filter(({ people }) => people < smallestGroup);
  const different = new Set(hidden.flatMap(({ few }) => few ?? [])).size;
  const [next] = bySize.slice(hidden.length);
  if (next && hidden.length > 0 && (hidden.length === 1 || different < smallestGroup)) hidden.push(next);
  return rows.map((row) => {
    const { people, aids, few: _, ...group } = row;
    return hidden.includes(row) ? { ...group, people: null, aids: null } : { ...group, people, aids };
  });
}

/** A number of people, null where they are too few. */
export const unlessFew = (people: number): number | null => (people > 0 && people < smallestGroup ? null : people);

/** A part of a whole that is known: null where the part or the rest is of too few people. */
export const partOf = (part: number, whole: number): number | null =>
  [part, whole - part].some((count) => unlessFew(count) === null) ? null : part;

export const aidReportApi = {
  /** Of whole months, {@link longestReport} at most; this year unless the reader chooses. */
  read: endpoint({
    method: "GET",
    readsMany: true,
    path: "/api/admin/aid-report",
    access: { roles: ["ADMIN"] },
    query: z.object({ monthFrom: Month.optional().catch(undefined), monthTo: Month.optional().catch(undefined) }),
    response: AidReport,
  }),
};

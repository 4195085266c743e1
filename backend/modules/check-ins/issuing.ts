import { and, eq, inArray, max } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import type { CodeKind } from "#contract/charity/check-ins";
import { type CodeSubject, codeOf, lettersOf, lookupsOf } from "./code-format.ts";
import { doorCodes } from "./tables.ts";

type Deps = Pick<Services, "db" | "settings" | "clock">;

const columnOf = {
  ticket: doorCodes.registrationId,
  membership: doorCodes.userId,
  beneficiary: doorCodes.userId,
  entrance: doorCodes.eventId,
} as const;
const fieldOf = { ticket: "registrationId", membership: "userId", beneficiary: "userId", entrance: "eventId" } as const;

export type IssuedCode = { code: string; letters: string };

/** The version of each code that counts now; 1 for those of which nobody has seen any. */
export async function currentVersions(db: Db, kind: CodeKind, ids: string[]): Promise<(id: string) => number> {
  if (ids.length === 0) return () => 1;
  const column = columnOf[kind];
  const rows = await db
    .select({ id: column, kind: doorCodes.kind, version: max(doorCodes.version) })
    .from(doorCodes)
    .where(inArray(column, ids))
    .groupBy(column, doorCodes.kind);
  const known = new Map(rows.filter((row) => row.kind === kind).map(({ id, version }) => [id, version]));
  return (id) => known.get(id) ?? 1;
}

/** Those of whose codes somebody has seen one. */
export async function shownOf(db: Db, kind: CodeKind, ids: string[]): Promise<string[]> {
  const column = columnOf[kind];
  const rows = await db
    .selectDistinct({ id: column })
    .from(doorCodes)
    .where(and(eq(doorCodes.kind, kind), inArray(column, ids)));
  return rows.flatMap(({ id }) => id ?? []);
}

/** The codes that count of some registrations, people or events, to be shown or printed. Their letters are known from now on. */
export async function issueCodes({ db, settings, clock }: Deps, kind: CodeKind, ids: string[]): Promise<Map<string, IssuedCode>> {
  const versionOf = await currentVersions(db, kind, ids);
  return write(
    { db, settings, clock },
    ids.map((id) => ({ kind, id, version: versionOf(id) })),
  );
}

/** Gives new codes; the old ones are refused from now on. Done twice at once, it is one change. */
export async function replaceCodes({ db, settings, clock }: Deps, kind: CodeKind, ids: string[]): Promise<Map<string, IssuedCode>> {
  const versionOf = await currentVersions(db, kind, ids);
  return write(
    { db, settings, clock },
    ids.map((id) => ({ kind, id, version: versionOf(id) + 1 })),
  );
}

async function write({ db, settings, clock }: Deps, subjects: CodeSubject[]): Promise<Map<string, IssuedCode>> {
  const { sessionSecrets } = settings;
  const issued = subjects.map((subject) => ({
    subject,
    code: codeOf(sessionSecrets, subject),
    letters: lettersOf(sessionSecrets, subject),
  }));
  if (issued.length > 0) {
    const rows = issued.map(({ subject: { kind, id, version }, letters }) => ({
      ...{ kind, version, [fieldOf[kind]]: id, createdAt: clock() },
      lookup: lookupsOf(sessionSecrets, letters)[0] ?? "",
    }));
    await db.insert(doorCodes).values(rows).onConflictDoNothing();
  }
  return new Map(issued.map(({ subject, code, letters }) => [subject.id, { code, letters }]));
}

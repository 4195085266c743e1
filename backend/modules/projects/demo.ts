import { englishStateOf } from "#backend/content/english";
import { projectFigures, projectOwners, projects } from "#backend/modules/projects/tables";
import { franceDay } from "#contract/formats/france-time";
import type { Db } from "../db/client.ts";

const day = 86_400_000;

type Figure = Pick<typeof projectFigures.$inferInsert, "label" | "amount" | "unit"> & { daysAgo: number };
export type DemoProject = Pick<typeof projects.$inferInsert, "name" | "body" | "stage" | "budgetEuros"> & {
  teams: string[];
  owner: string | null;
  startsInDays: number | null;
  endsInDays: number | null;
  figures: Figure[];
};

type Known = { teams: Map<string, string>; people: Map<string, string>; now: Date };

/** Projects with who answers for them and what was counted; answers their ids by their French names. */
export async function addProjects(tx: Db, source: DemoProject[], { teams, people, now }: Known): Promise<Map<string, string>> {
  const after = (days: number | null) => (days === null ? null : franceDay(new Date(now.getTime() + days * day)));
  const rows = source.map(({ teams: names, owner, startsInDays, endsInDays, figures, ...project }, at) => ({
    owner,
    figures,
    row: {
      ...project,
      id: crypto.randomUUID() as string,
      sectorIds: names.flatMap((name) => teams.get(name) ?? []).sort(),
      startsOn: after(startsInDays),
      endsOn: after(endsInDays),
      english: englishStateOf(project),
      status: "published" as const,
      position: at + 1,
      publishedAt: now,
    },
  }));
  await tx.insert(projects).values(rows.map(({ row }) => row));
  const owners = rows.flatMap(({ owner, row }) => (owner ? [{ projectId: row.id, userId: people.get(owner) ?? "" }] : []));
  await tx.insert(projectOwners).values(owners);
  const counted = rows.flatMap(({ figures, row }) =>
    figures.map(({ daysAgo, ...figure }) => ({ ...figure, projectId: row.id, countedOn: after(-daysAgo) ?? "" })),
  );
  await tx.insert(projectFigures).values(counted);
  return new Map(rows.map(({ row }) => [row.name.fr, row.id]));
}

import { type DemoSubject, dayAfter, readDemo } from "#backend/content/demo-rows";
import { englishStateOf } from "#backend/content/english";
import { projectFigures, projectOwners, projects } from "./tables.ts";

type Figure = Pick<typeof projectFigures.$inferInsert, "label" | "amount" | "unit"> & { daysAgo: number };
type DemoProject = Pick<typeof projects.$inferInsert, "name" | "body" | "stage" | "budgetEuros"> & {
  sectors: string[];
  owner: string | null;
  startsInDays: number | null;
  endsInDays: number | null;
  figures: Figure[];
};

/** Projects with their managers and figures. */
export const demo: DemoSubject = async ({ tx, sectors, people, projects: ids, now }) => {
  const rows = readDemo<DemoProject[]>("projects").map(({ sectors: names, owner, startsInDays, endsInDays, figures, ...project }, at) => ({
    owner,
    figures,
    row: {
      ...project,
      id: crypto.randomUUID() as string,
      sectorIds: names.flatMap((name) => sectors.get(name) ?? []).sort(),
      startsOn: dayAfter(now, startsInDays),
      endsOn: dayAfter(now, endsInDays),
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
    figures.map(({ daysAgo, ...figure }) => ({ ...figure, projectId: row.id, countedOn: dayAfter(now, -daysAgo) ?? "" })),
  );
  await tx.insert(projectFigures).values(counted);
  for (const { row } of rows) ids.set(row.name.fr, row.id);
};

import { asc, eq, inArray, ne, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { lockVersion } from "#backend/db/lists";
import type { Actor } from "#backend/http/actor";
import { done } from "#backend/http/routes";
import type { Services } from "#backend/http/services";
import { payments } from "#backend/modules/payments/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { Refusal } from "#backend/refusal";
import { type BoardColumn, cardsInColumn, type ProjectCard, type ProjectStage, projectStages } from "#contract/charity/projects";
import { franceDay } from "#contract/formats/france-time";
import { projectSectors, projects } from "./tables.ts";

type Row = Pick<typeof projects.$inferSelect, "id" | "version" | "name" | "stage" | "startsOn" | "endsOn" | "budgetEuros">;

/** Projects that are not archived, by stage and in their order, in three queries however many they are. */
export async function boardOf(db: Db, now: Date): Promise<{ columns: BoardColumn[] }> {
  const found = await firstOfEachStage(db);
  const ids = found.map(({ id }) => id);
  const [names, received] = await Promise.all([sectorNames(db, ids), receivedBy(db, ids)]);
  const today = franceDay(now);
  const cardOf = (row: Row): ProjectCard => ({
    ...row,
    late: lateOn(today, row),
    sectors: names.get(row.id) ?? [],
    receivedCents: received.get(row.id) ?? 0,
  });
  const columns = projectStages.map((stage) => {
    const rows = found.filter((row) => row.stage === stage);
    return { stage, total: rows[0]?.total ?? 0, cards: rows.map(cardOf) };
  });
  return { columns };
}

/** The first projects of each stage, each with how many there are. */
async function firstOfEachStage(db: Db) {
  const { id, version, name, stage, startsOn, endsOn, budgetEuros, position } = projects;
  const ranked = db
    .select({
      ...{ id, version, name, stage, startsOn, endsOn, budgetEuros, position },
      place: sql<number>`row_number() over (partition by ${stage} order by ${position}, ${id})`.as("place"),
      total: sql<number>`(count(*) over (partition by ${stage}))::int`.as("total"),
    })
    .from(projects)
    .where(ne(projects.status, "archived"))
    .as("ranked");
  return db.select().from(ranked).where(sql`${ranked.place} <= ${cardsInColumn}`).orderBy(asc(ranked.position), asc(ranked.id));
}

async function sectorNames(db: Db, ids: string[]): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: projectSectors.projectId, names: sql<string[]>`array_agg(${sectors.name} order by ${sectors.name})` })
    .from(projectSectors)
    .innerJoin(sectors, eq(sectors.id, projectSectors.sectorId))
    .where(inArray(projectSectors.projectId, ids))
    .groupBy(projectSectors.projectId);
  return new Map(rows.map(({ id, names }) => [id, names]));
}

async function receivedBy(db: Db, ids: string[]): Promise<Map<string | null, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: payments.projectId, cents: sql<string>`sum(${payments.signedCents})` })
    .from(payments)
    .where(inArray(payments.projectId, ids))
    .groupBy(payments.projectId);
  return new Map(rows.map(({ id, cents }) => [id, Number(cents)]));
}

/** Whether the day of the next step has passed. */
function lateOn(today: string, { stage, startsOn, endsOn }: Row): ProjectCard["late"] {
  if (stage === "idea" && startsOn && startsOn < today) return "start";
  return (stage === "idea" || stage === "running") && endsOn && endsOn < today ? "end" : null;
}

type Deps = Pick<Services, "db" | "clock">;
type Move = { stage: ProjectStage; version: number };

/** Moves a project to another stage, as it was when the board showed it. */
export async function moveToStage({ db, clock }: Deps, actor: Actor, id: string, { stage, version }: Move) {
  return db.transaction(async (tx) => {
    const before = await lockVersion(tx, projects, { id, version }, async () => undefined);
    if (before.status === "archived") throw new Refusal("wrong_state");
    if (before.stage === stage) return done;
    await tx
      .update(projects)
      .set({ stage, version: version + 1, updatedBy: actor.id, updatedAt: clock() })
      .where(eq(projects.id, id));
    await recordChange(tx, actor, {
      action: "project.stage",
      entityType: "project",
      entityId: id,
      before: { stage: before.stage },
      after: { stage },
    });
    return done;
  });
}

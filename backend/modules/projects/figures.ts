import { and, eq } from "drizzle-orm";
import type * as z from "zod";
import { recordChange } from "#backend/audit/recording";
import { refuseComingDays } from "#backend/content/past-days";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { done } from "#backend/http/routes";
import type { Services } from "#backend/http/services";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { type FigureDraft, maxFigures } from "#contract/charity/projects";
import { projectFigures, projects } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock">;

/** Adds a figure; the project is locked, so that the limit holds. */
export function addFigure({ db, clock }: Deps, actor: Actor, id: string, figure: z.output<typeof FigureDraft>) {
  return db.transaction(async (tx) => {
    const [project] = await tx.select({ id: projects.id }).from(projects).where(eq(projects.id, id)).for("update");
    if (!project) throw new Refusal("not_found");
    refuseComingDays(clock(), ["countedOn"], figure);
    if ((await tx.$count(projectFigures, eq(projectFigures.projectId, id))) >= maxFigures)
      throw fieldRefusal("label.fr", `content:projectFollow.error.tooMany?max=${maxFigures}`);
    await tx.insert(projectFigures).values({ ...figure, projectId: id });
    await recordChange(tx, actor, { action: "project.add_figure", entityType: "project", entityId: id, after: { figure } });
    return done;
  });
}

export function removeFigure(db: Db, actor: Actor, { id, figureId }: { id: string; figureId: string }) {
  return db.transaction(async (tx) => {
    const [gone] = await tx
      .delete(projectFigures)
      .where(and(eq(projectFigures.projectId, id), eq(projectFigures.id, figureId)))
      .returning();
    if (!gone) throw new Refusal("not_found");
    const { label, amount, unit, countedOn } = gone;
    const figure = { label, amount, unit, countedOn };
    await recordChange(tx, actor, { action: "project.remove_figure", entityType: "project", entityId: id, before: { figure } });
    return done;
  });
}

import { and, asc, desc, eq, gt, ne, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { Refusal } from "#backend/http/refusal";
import { events } from "#backend/modules/events/tables";
import { pledges } from "#backend/modules/pledges/tables";
import { users } from "#backend/modules/users/tables";
import { datesOfProject, mostFigures, type ProjectFollow } from "#contract/projects";
import { ofTheTeam } from "./owners.ts";
import { projectFigures, projectOwners, projects } from "./tables.ts";

/** What belongs to a project beside its form: who answers for it, its money, its figures, its next dates. */
export async function followedProject(db: Db, now: Date, id: string): Promise<ProjectFollow> {
  const [project] = await db
    .select({ id: projects.id, name: projects.name, budgetEuros: projects.budgetEuros })
    .from(projects)
    .where(eq(projects.id, id));
  if (!project) throw new Refusal("not_found");
  const [[owner], gifts, figures, dates] = await Promise.all([
    db
      .select({ firstName: users.firstName, lastName: users.lastName, email: users.email })
      .from(projectOwners)
      .innerJoin(users, eq(users.id, projectOwners.userId))
      .where(and(eq(projectOwners.projectId, id), ofTheTeam)),
    giftsTo(db, id),
    db
      .select()
      .from(projectFigures)
      .where(eq(projectFigures.projectId, id))
      .orderBy(desc(projectFigures.countedOn), asc(projectFigures.createdAt), asc(projectFigures.id))
      .limit(mostFigures),
    db
      .select({ id: events.id, title: events.title, startsAt: events.startsAt, status: events.status })
      .from(events)
      .where(and(eq(events.projectId, id), gt(events.endsAt, now), ne(events.status, "archived")))
      .orderBy(asc(events.startsAt), asc(events.id))
      .limit(datesOfProject),
  ]);
  const coming = dates.map(({ startsAt, ...date }) => ({ ...date, startsAt: startsAt.toISOString() }));
  return { ...project, ...gifts, owner: owner ?? null, figures, events: coming };
}

/** What came in gifts that the team gave to a project, and what is still to come. */
async function giftsTo(db: Db, id: string): Promise<Pick<ProjectFollow, "received" | "promised">> {
  const rows = await db
    .select({ status: pledges.status, cents: sql<string>`sum(${pledges.amountCents})`, gifts: sql<number>`count(*)::int` })
    .from(pledges)
    .where(eq(pledges.projectId, id))
    .groupBy(pledges.status);
  const of = (status: "received" | "promised") => {
    const found = rows.find((row) => row.status === status);
    return { cents: Number(found?.cents ?? 0), gifts: found?.gifts ?? 0 };
  };
  return { received: of("received"), promised: of("promised") };
}

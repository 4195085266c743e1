import { and, asc, desc, eq, gt, ne, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { events } from "#backend/modules/events/tables";
import { receivedCents } from "#backend/modules/payments/sums";
import { payments } from "#backend/modules/payments/tables";
import { pledges } from "#backend/modules/pledges/tables";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import { datesOfProject, maxFigures, type ProjectFollow } from "#contract/charity/projects";
import { ofSector } from "./owners.ts";
import { projectFigures, projectOwners, projects } from "./tables.ts";

/** What belongs to a project beside its form: its manager, its money, its figures, its next dates. */
export async function followedProject(db: Db, now: Date, id: string): Promise<ProjectFollow> {
  const [project] = await db
    .select({
      id: projects.id,
      name: projects.name,
      budgetEuros: projects.budgetEuros,
      owner: { firstName: users.firstName, lastName: users.lastName, email: users.email },
      received,
      promised,
    })
    .from(projects)
    .leftJoin(projectOwners, eq(projectOwners.projectId, projects.id))
    .leftJoin(users, and(eq(users.id, projectOwners.userId), ofSector))
    .where(eq(projects.id, id));
  if (!project) throw new Refusal("not_found");
  const [figures, dates] = await Promise.all([
    db
      .select()
      .from(projectFigures)
      .where(eq(projectFigures.projectId, id))
      .orderBy(desc(projectFigures.countedOn), asc(projectFigures.createdAt), asc(projectFigures.id))
      .limit(maxFigures),
    db
      .select({ id: events.id, title: events.title, startsAt: events.startsAt, status: events.status })
      .from(events)
      .where(and(eq(events.projectId, id), gt(events.endsAt, now), ne(events.status, "archived")))
      .orderBy(asc(events.startsAt), asc(events.id))
      .limit(datesOfProject),
  ]);
  const coming = dates.map(({ startsAt, ...date }) => ({ ...date, startsAt: startsAt.toISOString() }));
  return { ...project, figures, events: coming };
}

/** What came for a project, less what was taken back; a payment that was taken back whole is none. */
const received = sql<ProjectFollow["received"]>`(select json_build_object('cents', coalesce(sum(${payments.signedCents}), 0),
    'gifts', count(*) filter (where ${payments.refundOf} is null and ${payments.refundedCents} < ${payments.amountCents}))
  from ${payments} where ${payments.projectId} = ${projects.id})`;

/** What is still expected of the pledges for a project. */
const promised = sql<
  ProjectFollow["promised"]
>`(select json_build_object('cents', coalesce(sum(greatest(0, ${pledges.amountCents} - ${receivedCents})), 0), 'gifts', count(*))
  from ${pledges} where ${pledges.projectId} = ${projects.id} and ${pledges.status} = 'promised')`;

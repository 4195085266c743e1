import { and, eq, inArray } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { done } from "#backend/http/routes";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { projectOwners, projects } from "./tables.ts";

/** Who may manage a project: nobody who has left. */
export const ofSector = and(inArray(users.role, ["ADMIN", "VOLUNTEER"]), eq(users.accountState, "validated"));

/** Sets the manager of a project, in place of the previous one. */
export function setOwner(db: Db, actor: Actor, id: string, email: string) {
  return db.transaction(async (tx) => {
    const before = await ownerOf(tx, id);
    const [person] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.email, email), ofSector))
      .for("share");
    if (!person) throw fieldRefusal("email", "content:error.manager");
    if (person.id === before) return done;
    await tx
      .insert(projectOwners)
      .values({ projectId: id, userId: person.id })
      .onConflictDoUpdate({ target: projectOwners.projectId, set: { userId: person.id } });
    await recordOwner(tx, actor, id, before, person.id);
    return done;
  });
}

export function removeOwner(db: Db, actor: Actor, id: string) {
  return db.transaction(async (tx) => {
    const before = await ownerOf(tx, id);
    if (!before) throw new Refusal("not_found");
    await tx.delete(projectOwners).where(eq(projectOwners.projectId, id));
    await recordOwner(tx, actor, id, before, undefined);
    return done;
  });
}

/** The current manager of a project, after its row is locked. */
async function ownerOf(tx: Db, id: string): Promise<string | undefined> {
  const [project] = await tx.select({ id: projects.id }).from(projects).where(eq(projects.id, id)).for("update");
  if (!project) throw new Refusal("not_found");
  const [owner] = await tx.select().from(projectOwners).where(eq(projectOwners.projectId, id));
  return owner?.userId;
}

function recordOwner(tx: Db, actor: Actor, entityId: string, before: string | undefined, after: string | undefined) {
  const sides = { before: { owner: before }, after: { owner: after } };
  return recordChange(tx, actor, { action: "project.owner", entityType: "project", entityId, ...sides });
}

import { and, eq, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { fieldRefusal, Refusal } from "#backend/refusal";
import type { AssemblyChange, AssemblyDraft, AssemblyState, ResolutionDraft, VoteCount } from "#contract/charity/assemblies";
import { franceDay } from "#contract/formats/france-time";
import { type AssemblyRow, figuresOf } from "./queries.ts";
import { withinRules } from "./refusals.ts";
import { assemblies, resolutions } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock">;
const entityType = "assembly";

const logged = ({ day, maxProxies, quorumPercent }: Pick<AssemblyRow, "day" | "maxProxies" | "quorumPercent">) => ({
  day,
  maxProxies,
  quorumPercent,
});

/** Everything about an assembly is done one after the other. */
export async function lockAssembly(tx: Db, id: string): Promise<AssemblyRow> {
  const [row] = await tx.select().from(assemblies).where(eq(assemblies.id, id)).for("update");
  if (!row) throw new Refusal("not_found");
  return row;
}

export function createAssembly({ db, clock }: Deps, actor: Actor, draft: AssemblyDraft): Promise<{ id: string }> {
  const now = clock();
  return db.transaction(async (tx) => {
    const [row] = await tx
      .insert(assemblies)
      .values({ ...draft, createdAt: now, updatedAt: now })
      .returning();
    if (!row) throw new Refusal("unexpected");
    await recordChange(tx, actor, { action: "assembly.create", entityType, entityId: row.id, after: logged(row) });
    return { id: row.id };
  });
}

export function changeAssembly({ db, clock }: Deps, actor: Actor, id: string, { version, ...draft }: AssemblyChange) {
  return withinRules(() =>
    db.transaction(async (tx) => {
      const before = await lockAssembly(tx, id);
      if (before.version !== version) throw new Refusal("stale");
      if (before.state !== "prepared") throw new Refusal("wrong_state");
      const values = { ...draft, quorumPercent: draft.quorumPercent ?? null };
      await tx
        .update(assemblies)
        .set({ ...values, version: version + 1, updatedAt: clock() })
        .where(eq(assemblies.id, id));
      const change = { before: logged(before), after: logged(values) };
      await recordChange(tx, actor, { action: "assembly.update", entityType, entityId: id, ...change });
      return { id };
    }),
  );
}

/** Opens an assembly, not before its day; or closes it, with who counted. */
export function moveAssembly({ db, clock }: Deps, actor: Actor, id: string, state: Exclude<AssemblyState, "prepared">) {
  return withinRules(() =>
    db.transaction(async (tx) => {
      const now = clock();
      const row = await lockAssembly(tx, id);
      if (row.state === state) return { id };
      if (state === "open" && franceDay(now) < row.day) throw fieldRefusal("state", "assemblies:error.early");
      if (state === "open" ? row.state !== "prepared" : row.state !== "open") throw new Refusal("wrong_state");
      const moved = state === "open" ? { openedAt: now } : { closedAt: now, ...(await figuresOf(tx, row)) };
      await tx
        .update(assemblies)
        .set({ ...moved, state, version: row.version + 1, updatedAt: now })
        .where(eq(assemblies.id, id));
      const change = { before: { state: row.state }, after: { state } };
      await recordChange(tx, actor, { action: state === "open" ? "assembly.open" : "assembly.close", entityType, entityId: id, ...change });
      return { id };
    }),
  );
}

export function addResolution({ db, clock }: Deps, actor: Actor, id: string, draft: ResolutionDraft): Promise<{ id: string }> {
  return withinRules(() =>
    db.transaction(async (tx) => {
      await lockAssembly(tx, id);
      const position = sql`(select coalesce(max(position), 0) + 1 from assembly_resolutions where assembly_id = ${id})`;
      const now = clock();
      const [row] = await tx
        .insert(resolutions)
        .values({ ...draft, assemblyId: id, position, createdAt: now, updatedAt: now })
        .returning({ id: resolutions.id });
      if (!row) throw new Refusal("unexpected");
      await recordChange(tx, actor, { action: "assembly.add_resolution", entityType, entityId: id });
      return row;
    }),
  );
}

const ofAssembly = (id: string, resolutionId: string) => and(eq(resolutions.id, resolutionId), eq(resolutions.assemblyId, id));

/** Stores the votes of a resolution; the database adds who counts at this moment, which a correction keeps, and refuses more votes. */
export function countVotes(
  { db, clock }: Deps,
  actor: Actor,
  ids: { id: string; resolutionId: string },
  { isNewVote, ...votes }: VoteCount,
) {
  const { id, resolutionId } = ids;
  return withinRules(() =>
    db.transaction(async (tx) => {
      await lockAssembly(tx, id);
      const where = ofAssembly(id, resolutionId);
      const [before] = await tx.select().from(resolutions).where(where);
      if (!before) throw new Refusal("not_found");
      const there = isNewVote || before.present === null ? Number.POSITIVE_INFINITY : before.present + (before.represented ?? 0);
      const cast = votes.inFavour + votes.against + votes.abstained;
      if (cast > there) throw fieldRefusal("inFavour", "assemblies:error.tooManyAtVote");
      await tx
        .update(resolutions)
        .set({ ...votes, ...(isNewVote && { members: null, present: null, represented: null }), updatedAt: clock() })
        .where(where);
      const { inFavour, against, abstained } = before;
      const change = { before: inFavour === null ? {} : { inFavour, against, abstained }, after: votes };
      await recordChange(tx, actor, { action: "assembly.count_votes", entityType, entityId: id, ...change });
      return { id: resolutionId };
    }),
  );
}

export function removeResolution({ db }: Deps, actor: Actor, { id, resolutionId }: { id: string; resolutionId: string }) {
  return withinRules(() =>
    db.transaction(async (tx) => {
      await lockAssembly(tx, id);
      const removed = await tx.delete(resolutions).where(ofAssembly(id, resolutionId)).returning({ id: resolutions.id });
      if (removed.length === 0) throw new Refusal("not_found");
      await recordChange(tx, actor, { action: "assembly.remove_resolution", entityType, entityId: id });
    }),
  );
}

import { and, asc, desc, eq, isNotNull, ne, or, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { done, on } from "#backend/http/routes";
import type { Services } from "#backend/http/services";
import { fullName } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { redirectFor } from "#contract/accounts/access";
import { roles } from "#contract/accounts/roles";
import { maxOwnViews, maxSharedByPerson, maxSharedViews, maxViewsOfPerson, savedViewsApi } from "#contract/api/saved-views";
import { listEndpoints } from "./lists.ts";
import { savedViews } from "./tables.ts";

/** Refuses a list that does not exist, and one that the person may not read. */
function requireList({ lists }: Pick<Services, "lists">, actor: Actor, list: string) {
  const served = lists.get(listEndpoints.get(list) ?? "");
  if (!served) throw new Refusal("not_found");
  if (redirectFor(actor, served.endpoint.access) !== null) throw new Refusal("forbidden");
}

/** One's own; administrators also remove what others share, whose owner may be gone. */
const removableBy = ({ id, role }: Actor) =>
  or(eq(savedViews.ownerId, id), role === "ADMIN" ? isNotNull(savedViews.sharedWith) : undefined);

/** Serialised: the views of a list are counted while none can be added. Those who share follow each other in the list, the others by person. */
async function lockCounted(tx: Db, { id }: Actor, list: string, shared: boolean) {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for("no key update");
  if (shared) await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`shared views ${list}`}))`);
}

/** Refuses a view that was just stored where a list, or its owner, has too many. */
async function refuseTooMany(tx: Db, { list, ownerId, sharedWith }: typeof savedViews.$inferSelect) {
  const ofList = eq(savedViews.list, list);
  const isOwn = eq(savedViews.ownerId, ownerId);
  if ((await tx.$count(savedViews, isOwn)) > maxViewsOfPerson)
    throw fieldRefusal("name", `lists:view.tooManyInAll?max=${maxViewsOfPerson}`);
  if (sharedWith && (await tx.$count(savedViews, and(ofList, isOwn, isNotNull(savedViews.sharedWith)))) > maxSharedByPerson)
    throw fieldRefusal("shared", `lists:view.tooManySharedOfOne?max=${maxSharedByPerson}`);
  const own = await tx.$count(savedViews, and(ofList, isOwn));
  if (own > maxOwnViews) throw fieldRefusal("name", `lists:view.tooMany?max=${maxOwnViews}`);
  if (sharedWith && (await tx.$count(savedViews, and(ofList, eq(savedViews.sharedWith, sharedWith)))) > maxSharedViews)
    throw fieldRefusal("shared", `lists:view.tooManyShared?max=${maxSharedViews}`);
}

export const savedViewRoutes = [
  on(savedViewsApi.list, async ({ db, actor, query }) => {
    const rows = await db
      .select()
      .from(savedViews)
      .where(and(eq(savedViews.list, query.list), or(eq(savedViews.ownerId, actor.id), eq(savedViews.sharedWith, actor.role))))
      .orderBy(desc(eq(savedViews.ownerId, actor.id)), asc(savedViews.name))
      .limit(maxOwnViews + maxSharedViews);
    return {
      items: rows.map(({ id, name, query, sharedWith, ownerId }) => ({
        id,
        name,
        query,
        shared: !!sharedWith,
        mine: ownerId === actor.id,
      })),
    };
  }),

  on(savedViewsApi.sharedByOthers, async ({ db, actor, query }) => {
    const { id, name, query: saved, list, ownerId, sharedWith } = savedViews;
    const items = await db
      .select({ id, name, query: saved, owner: fullName(users) })
      .from(savedViews)
      .innerJoin(users, eq(users.id, ownerId))
      .where(and(eq(list, query.list), isNotNull(sharedWith), ne(ownerId, actor.id)))
      .orderBy(asc(name), asc(id))
      .limit(roles.length * maxSharedViews);
    return { items };
  }),

  on(savedViewsApi.create, async ({ db, actor, body: { shared, ...draft }, limits, lists }) => {
    requireList({ lists }, actor, draft.list);
    await limits.take("savedViewByPerson", actor.id);
    return db.transaction(async (tx) => {
      await lockCounted(tx, actor, draft.list, shared);
      const [view] = await tx
        .insert(savedViews)
        .values({ ...draft, ownerId: actor.id, sharedWith: shared ? actor.role : null })
        .onConflictDoNothing()
        .returning();
      if (!view) throw fieldRefusal("name", "lists:view.nameTaken");
      await refuseTooMany(tx, view);
      await recordChange(tx, actor, {
        action: "saved_view.create",
        entityType: "saved_view",
        entityId: view.id,
        after: { name: view.name, shared },
      });
      return { id: view.id, name: view.name, query: view.query, shared, mine: true };
    });
  }),

  on(savedViewsApi.remove, ({ db, actor, params }) =>
    db.transaction(async (tx) => {
      const [gone] = await tx
        .delete(savedViews)
        .where(and(eq(savedViews.id, params.id), removableBy(actor)))
        .returning();
      if (!gone) throw new Refusal("not_found");
      await recordChange(tx, actor, {
        action: "saved_view.remove",
        entityType: "saved_view",
        entityId: gone.id,
        before: { name: gone.name },
      });
      return done;
    }),
  ),
];

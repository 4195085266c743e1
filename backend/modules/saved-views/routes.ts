import { and, asc, eq, or } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import { done, on } from "#backend/http/routes";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { savedViewsApi } from "#contract/api/saved-views";
import { savedViews } from "./tables.ts";

export const savedViewRoutes = [
  on(savedViewsApi.list, async ({ db, actor, query }) => {
    const rows = await db
      .select()
      .from(savedViews)
      .where(and(eq(savedViews.list, query.list), or(eq(savedViews.ownerId, actor.id), eq(savedViews.sharedWith, actor.role))))
      .orderBy(asc(savedViews.name))
      .limit(50);
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

  on(savedViewsApi.create, ({ db, actor, body: { shared, ...draft } }) =>
    db.transaction(async (tx) => {
      const [view] = await tx
        .insert(savedViews)
        .values({ ...draft, ownerId: actor.id, sharedWith: shared ? actor.role : null })
        .onConflictDoNothing()
        .returning();
      if (!view) throw fieldRefusal("name", "lists:view.nameTaken");
      await recordChange(tx, actor, {
        action: "saved_view.create",
        entityType: "saved_view",
        entityId: view.id,
        after: { name: view.name, shared },
      });
      return { id: view.id, name: view.name, query: view.query, shared, mine: true };
    }),
  ),

  on(savedViewsApi.remove, ({ db, actor, params }) =>
    db.transaction(async (tx) => {
      const [gone] = await tx
        .delete(savedViews)
        .where(and(eq(savedViews.id, params.id), eq(savedViews.ownerId, actor.id)))
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

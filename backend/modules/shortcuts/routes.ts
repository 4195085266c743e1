import { and, arrayContains, asc, eq, or } from "drizzle-orm";
import { contentRoutes, onLine } from "#backend/content/routes";
import type { Db } from "#backend/db/client";
import { on, type Served } from "#backend/http/routes";
import type { Role } from "#contract/roles";
import { shortcutsApi } from "#contract/shortcuts";
import { shortcuts } from "./tables.ts";

export const shortcutRoutes: Served[] = [
  ...contentRoutes(shortcutsApi.admin, { table: shortcuts, entityType: "shortcut", search: [shortcuts.label, shortcuts.target] }),

  on(shortcutsApi.mine, async ({ db, actor }) => ({ items: await shortcutsOf(db, actor.role) })),
  on(shortcutsApi.preview, async ({ db, params, query }) => ({ items: await shortcutsOf(db, params.role, query.with) })),
];

/** What the dashboard of a role shows; `even` names one that is shown although it is not on line. */
function shortcutsOf(db: Db, role: Role, even?: string) {
  return db
    .select()
    .from(shortcuts)
    .where(and(or(onLine(shortcuts), even ? eq(shortcuts.id, even) : undefined), arrayContains(shortcuts.roles, [role])))
    .orderBy(asc(shortcuts.position), asc(shortcuts.id))
    .limit(12);
}

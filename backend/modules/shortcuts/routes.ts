import { and, arrayContains, asc } from "drizzle-orm";
import { contentRoutes, onLine } from "#backend/content/routes";
import { on, type Served } from "#backend/http/routes";
import { shortcutsApi } from "#contract/shortcuts";
import { shortcuts } from "./tables.ts";

export const shortcutRoutes: Served[] = [
  ...contentRoutes(shortcutsApi.admin, { table: shortcuts, entityType: "shortcut", search: [shortcuts.label, shortcuts.target] }),

  on(shortcutsApi.mine, async ({ db, actor }) => ({
    items: await db
      .select()
      .from(shortcuts)
      .where(and(onLine(shortcuts), arrayContains(shortcuts.roles, [actor.role])))
      .orderBy(asc(shortcuts.position), asc(shortcuts.id))
      .limit(12),
  })),
];

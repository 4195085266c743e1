import { and, arrayContains, asc, eq, inArray, isNull, or } from "drizzle-orm";
import { contentRoutes, onLine } from "#backend/content/routes";
import { on, type ServedEndpoint } from "#backend/http/routes";
import type { BackendSettings, Services } from "#backend/http/services";
import { fieldRefusal } from "#backend/refusal";
import { permissions as known, type Role } from "#contract/accounts/roles";
import { outsideHost, shortcutsApi } from "#contract/publishing/shortcuts";
import { shortcuts } from "./tables.ts";

/** The most shortcuts on a dashboard. */
const maxShown = 12;

export const shortcutRoutes: ServedEndpoint[] = [
  ...contentRoutes(shortcutsApi.admin, {
    table: shortcuts,
    entityType: "shortcut",
    label: shortcuts.label,
    check: (_, { target }: typeof shortcuts.$inferSelect, { settings, step }) => {
      const leaves = step && step !== "published";
      if (!leaves && !leadsWhereAllowed(target, settings)) throw fieldRefusal("target", "content:error.host");
    },
  }),

  on(shortcutsApi.mine, async ({ actor, ...call }) => {
    const inSectors = actor.extraData.sectorGrants.map(({ permission }) => permission);
    return { items: await shortcutsOf(call, { role: actor.role, permissions: [...actor.permissions, ...inSectors] }) };
  }),
  on(shortcutsApi.preview, async (call) => ({ items: await shortcutsOf(call, { role: call.params.role }, call.query.with) })),
];

/** The shortcuts of a role, with all permissions by default; `even` is the id of one that is shown although it is unpublished. */
async function shortcutsOf(
  { db, settings }: Pick<Services, "db" | "settings">,
  { role, permissions }: { role: Role; permissions?: readonly string[] },
  even?: string,
) {
  const mine =
    permissions &&
    or(
      isNull(shortcuts.permission),
      inArray(
        shortcuts.permission,
        known.filter((one) => permissions.includes(one)),
      ),
    );
  const rows = await db
    .select()
    .from(shortcuts)
    .where(and(or(onLine(shortcuts), even ? eq(shortcuts.id, even) : undefined), arrayContains(shortcuts.roles, [role]), mine))
    .orderBy(asc(shortcuts.position), asc(shortcuts.id))
    .limit(200);
  // A site that was allowed when a shortcut was written may have left the settings since.
  return rows.filter(({ target }) => leadsWhereAllowed(target, settings)).slice(0, maxShown);
}

function leadsWhereAllowed(target: string, { shortcutHosts }: Pick<BackendSettings, "shortcutHosts">): boolean {
  const host = outsideHost(target);
  return host === null || shortcutHosts.includes(host);
}

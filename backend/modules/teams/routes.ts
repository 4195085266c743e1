import { and, asc, eq } from "drizzle-orm";
import { on } from "#backend/http/routes";
import { teamsApi } from "#contract/teams";
import { sectors } from "./tables.ts";

export const teamRoutes = [
  on(teamsApi.list, async ({ db }) => ({
    items: await db
      .select({ id: sectors.id, name: sectors.name })
      .from(sectors)
      .where(and(eq(sectors.kind, "local_team"), eq(sectors.publicVisible, true)))
      .orderBy(asc(sectors.name)),
  })),
];

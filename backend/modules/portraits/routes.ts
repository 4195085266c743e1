import { and, asc, eq, isNull } from "drizzle-orm";
import { contentRoutes, onLine } from "#backend/content/routes";
import { Refusal } from "#backend/http/refusal";
import { on, type Served } from "#backend/http/routes";
import { sectors } from "#backend/modules/teams/tables";
import { portraitsApi } from "#contract/portraits";
import { portraits } from "./tables.ts";

export const portraitRoutes: Served[] = [
  ...contentRoutes(portraitsApi.admin, {
    table: portraits,
    entityType: "portrait",
    search: [portraits.name, portraits.role],
    references: { sectorId: sectors.name },
    check: (_, { status, consentedOn }: typeof portraits.$inferSelect) => {
      if (status === "published" && !consentedOn) throw new Refusal("no_consent");
    },
  }),

  on(portraitsApi.list, async ({ db, query: { sectorId } }) => ({
    items: await db
      .select()
      .from(portraits)
      .where(and(onLine(portraits), sectorId ? eq(portraits.sectorId, sectorId) : isNull(portraits.sectorId)))
      .orderBy(asc(portraits.position), asc(portraits.id))
      .limit(60),
  })),
];

import { and, asc, eq, getTableColumns, isNull } from "drizzle-orm";
import { contentRoutes, onLine } from "#backend/content/routes";
import { on, type ServedEndpoint } from "#backend/http/routes";
import { sectors } from "#backend/modules/sectors/tables";
import { Refusal } from "#backend/refusal";
import { portraitsApi } from "#contract/publishing/portraits";
import { portraits } from "./tables.ts";

export const portraitRoutes: ServedEndpoint[] = [
  ...contentRoutes(portraitsApi.admin, {
    table: portraits,
    entityType: "portrait",
    label: portraits.name,
    references: { sectorId: sectors.name },
    past: ["consentedOn"],
    check: (_, { status, consentedOn }: typeof portraits.$inferSelect) => {
      if (status === "published" && !consentedOn) throw new Refusal("no_consent");
    },
  }),

  on(portraitsApi.list, async ({ db, query: { sectorId } }) => ({
    items: await db
      .select(getTableColumns(portraits))
      .from(portraits)
      .leftJoin(sectors, eq(sectors.id, portraits.sectorId))
      .where(and(onLine(portraits), sectorId ? and(eq(portraits.sectorId, sectorId), onLine(sectors)) : isNull(portraits.sectorId)))
      .orderBy(asc(portraits.position), asc(portraits.id))
      .limit(60),
  })),
];

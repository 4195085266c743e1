import { and, asc, eq } from "drizzle-orm";
import { contentRoutes, onLine } from "#backend/content/routes";
import { on, type ServedEndpoint } from "#backend/http/routes";
import { partnersApi } from "#contract/charity/partners";
import { partners } from "./tables.ts";

export const partnerRoutes: ServedEndpoint[] = [
  ...contentRoutes(partnersApi.admin, { table: partners, entityType: "partner", label: partners.name }),

  on(partnersApi.list, async ({ db, query: { atTill } }) => ({
    items: await db
      .select()
      .from(partners)
      .where(and(onLine(partners), atTill && eq(partners.euroAtTill, true)))
      .orderBy(asc(partners.position), asc(partners.id))
      .limit(500),
  })),
];

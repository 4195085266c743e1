import { and, asc, eq } from "drizzle-orm";
import { onLine } from "#backend/content/routes";
import type { Db } from "#backend/db/client";
import { nearestSector } from "./nearest.ts";
import { sectors } from "./tables.ts";

/** The local team that a postcode leads to for who chose none, as the forms say; null where no team is near. */
export async function sectorOfPostcode(db: Db, postcode: string | null | undefined): Promise<string | null> {
  if (!postcode) return null;
  const { id, name, city, latitude, longitude } = sectors;
  const found = await db
    .select({ id, name, city, postcode: sectors.postcode, latitude, longitude })
    .from(sectors)
    .where(and(eq(sectors.kind, "local_team"), onLine(sectors)))
    .orderBy(asc(name))
    .limit(300);
  const sector = nearestSector(found, postcode);
  return sector && !sector.far ? sector.id : null;
}

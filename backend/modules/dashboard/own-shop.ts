import { eq, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { merchantProfiles, registrations } from "#backend/modules/registration/tables";
import type { Dashboard } from "#contract/charity/dashboard";

/** Of a shop, as a column of one row: where it is, when something can be collected there, and what it gives. */
export function shopColumn(db: Db, actor: Actor) {
  const shop = db
    .select({
      companyName: sql`${merchantProfiles.companyName}`.as("companyName"),
      addressLine: sql`coalesce(${registrations.addressLine}, '')`.as("addressLine"),
      postcode: sql`coalesce(${registrations.postcode}, '')`.as("postcode"),
      city: sql`coalesce(${registrations.city}, '')`.as("city"),
      moments: sql`${merchantProfiles.moments}`.as("moments"),
      products: sql`${merchantProfiles.products}`.as("products"),
      pickupNotes: sql`${merchantProfiles.pickupNotes}`.as("pickupNotes"),
    })
    .from(merchantProfiles)
    .leftJoin(registrations, eq(registrations.userId, merchantProfiles.userId))
    .where(eq(merchantProfiles.userId, actor.id))
    .limit(1)
    .as("shop");
  return sql<Dashboard["shop"]>`(select row_to_json(shop) from ${shop})`;
}

import { sql } from "drizzle-orm";
import { recordChanges } from "#backend/audit/recording";
import { byEmail, type PersonalData } from "#backend/privacy/personal-data";
import { type OldRows, oldSince } from "#backend/privacy/retention";
import type { EntityType } from "#contract/api/entity-types";

export const personalData: PersonalData[] = [
  // What people sent: it goes at once when they are erased, as it would have gone from the list.
  {
    table: "deleted_contents",
    columns: ["email", "name"],
    ...byEmail("email"),
    hidden: ["secrets", "deleted_by"],
    loggedAs: "testimonial",
    erasure: "delete",
  },
];

export const retention: OldRows[] = [
  {
    ...oldSince("deleted_contents", "deleted_contents", "deleted_at"),
    act: async ({ db }, where) => {
      const { rows } = await db.execute<{ id: string; entity_type: EntityType }>(
        sql`delete from deleted_contents it where ${where} returning id, entity_type`,
      );
      for (let from = 0; from < rows.length; from += 1_000)
        await recordChanges(
          db,
          null,
          rows
            .slice(from, from + 1_000)
            .map(({ id, entity_type }) => ({ action: `${entity_type}.delete_for_good`, entityType: entity_type, entityId: id })),
        );
      return rows.length;
    },
  },
];

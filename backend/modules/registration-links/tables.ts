import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant, record } from "#backend/db/columns";
import { wordIndex } from "#backend/db/word-search";
import { sectors } from "#backend/modules/sectors/tables";
import { users } from "#backend/modules/users/tables";
import { linkRoles } from "#contract/accounts/registration-links";

/** An invitation: whoever has its code registers in its role. Only the code's hash is stored. */
export const registrationLinks = pgTable(
  "registration_links",
  {
    ...record,
    codeHash: text().notNull().unique(),
    label: text().notNull(),
    role: text({ enum: linkRoles }).notNull(),
    sectorId: uuid().references(() => sectors.id),
    maxUses: integer(),
    uses: integer().notNull().default(0),
    expiresAt: instant(),
    /** Whether people who register by it are validated once their e-mail is verified. */
    skipApproval: boolean().notNull().default(false),
    state: text({ enum: ["active", "paused", "revoked"] })
      .notNull()
      .default("active"),
    createdBy: uuid()
      .notNull()
      .references(() => users.id),
  },
  (t) => [
    check("registration_links_role", sql`${t.role} in ('VOLUNTEER', 'BENEFICIARY', 'DONATOR_MERCHANT', 'DONATOR_INDIVIDUAL')`),
    check("registration_links_uses", sql`${t.uses} >= 0 and ${t.uses} <= coalesce(${t.maxUses}, ${t.uses})`),
    check("registration_links_state", sql`${t.state} in ('active', 'paused', 'revoked')`),
    index("registration_links_age").on(t.createdAt, t.id),
    index("registration_links_by_uses").on(t.uses, t.id),
    wordIndex("registration_links", [t.label]),
    index("registration_links_by_role").on(t.role),
  ],
);

import { and, eq, isNull, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { linkState, newLink } from "#backend/identity/one-time-links";
import { queueMailTo } from "#backend/modules/mails/outbox";
import { users } from "#backend/modules/users/tables";
import type { LinkState } from "#contract/api/mail-links";
import type { Locale } from "#contract/formats/locale";
import { setupLinks } from "./tables.ts";

const lifetime = 48 * 60 * 60 * 1000;

type Deps = Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail">;

export type SetupLink = {
  url: string;
  expiresAt: Date;
  /** How many administrators there are already. */
  administrators: number;
};

/** The account of this e-mail address cannot become an administrator's. */
export class UnusableEmail extends Error {}

/** Creates the only valid link; it is also mailed when there is a mail server. */
export async function makeSetupLink(
  services: Deps,
  { email, locale, mailed }: { email: string; locale: Locale; mailed: boolean },
): Promise<SetupLink> {
  const { db, clock, settings } = services;
  const now = clock();
  const { link, stored } = newLink(now, lifetime);
  const { token, endsAt: expiresAt } = link;
  const administrators = await countAdministrators(db);
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('setup link'))`);
    const [owner] = await tx.select({ role: users.role, accountState: users.accountState }).from(users).where(eq(users.email, email));
    if (owner && (owner.accountState === "left" || !["ADMIN", "VOLUNTEER"].includes(owner.role))) throw new UnusableEmail(owner.role);
    await tx.update(setupLinks).set({ replacedAt: now, updatedAt: now }).where(isOpen);
    const [made] = await tx
      .insert(setupLinks)
      .values({ email, ...stored, createdAt: now, updatedAt: now })
      .returning({ id: setupLinks.id });
    if (!made) throw new Error("no link was made");
    await recordChange(tx, null, {
      action: "setup.link",
      entityType: "setup",
      entityId: made.id,
      after: { administrators, expiresAt: expiresAt.toISOString() },
    });
    if (mailed) {
      const more = { link, replaces: ["setup_link"] as const };
      await queueMailTo({ ...services, db: tx }, { email, locale }, "setup_link", {}, `setup_link:${made.id}`, more);
    }
  });
  return { url: `${settings.publicUrl}${locale === "en" ? "/en" : ""}/setup?token=${token}`, expiresAt, administrators };
}

export const isOpen = and(isNull(setupLinks.usedAt), isNull(setupLinks.replacedAt));

/** A link that was replaced is invalid, like an expired one. */
export function stateOf(link: typeof setupLinks.$inferSelect | undefined, now: Date): LinkState {
  return link?.replacedAt ? "expired" : linkState(link, now);
}

/** People who can administer: their account is open. */
export function countAdministrators(db: Db): Promise<number> {
  return db.$count(users, and(eq(users.role, "ADMIN"), eq(users.accountState, "validated")));
}

import { eq, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { ofToken } from "#backend/identity/one-time-links";
import { refuseGuessable, siteNames } from "#backend/identity/password-rules";
import { hashPassword } from "#backend/identity/passwords";
import { voidResetLinks } from "#backend/modules/passwords/links";
import { forgetEmailChanges } from "#backend/modules/users/email-changes";
import { permissionGrants, users } from "#backend/modules/users/tables";
import { logOutEverywhere } from "#backend/modules/users/transitions";
import { Refusal } from "#backend/refusal";
import { permissionFacts } from "#contract/accounts/permissions";
import { permissions } from "#contract/accounts/roles";
import type { LinkState } from "#contract/api/mail-links";
import type { Locale } from "#contract/formats/locale";
import { countAdministrators, stateOf } from "./links.ts";
import { setupLinks } from "./tables.ts";

type Account = { firstName: string; lastName: string; password: string; locale: Locale };

/**
 * Creates an administrator with every right for the link's e-mail address, and uses the link. When that has an account, it
 * is promoted, with the new password; its sessions end.
 */
export async function beginWithLink(
  { db, clock, settings, requestId }: Pick<Services, "db" | "clock" | "settings"> & { requestId: string },
  token: string,
  account: Account,
): Promise<{ state: LinkState; userId: string | null }> {
  const now = clock();
  const [known] = await db.select().from(setupLinks).where(ofToken(setupLinks, token));
  const before = stateOf(known, now);
  if (!known || before !== "valid") return { state: before, userId: null };
  const names = [account.firstName, account.lastName, ...siteNames(settings)];
  await refuseGuessable(account.password, { email: known.email, names });
  const passwordHash = await hashPassword(account.password);
  return db.transaction(async (tx) => {
    const [link] = await tx.select().from(setupLinks).where(eq(setupLinks.id, known.id)).for("update");
    const state = stateOf(link, now);
    if (!link || state !== "valid") return { state, userId: null };
    await tx.update(setupLinks).set({ usedAt: now, updatedAt: now }).where(eq(setupLinks.id, link.id));
    const { firstName, lastName, locale } = account;
    const userId = await administratorOf(tx, link.email, { firstName, lastName, locale, passwordHash }, now);
    await giveEveryRight(tx, userId, now);
    await recordChange(
      tx,
      { id: userId, requestId },
      {
        action: "setup.administrator",
        entityType: "user",
        entityId: userId,
        after: { role: "ADMIN", accountState: "validated", administrators: await countAdministrators(tx) },
      },
    );
    return { state: "valid", userId };
  });
}

type Values = Pick<typeof users.$inferInsert, "firstName" | "lastName" | "locale" | "passwordHash">;

async function administratorOf(tx: Db, email: string, values: Values, now: Date): Promise<string> {
  const open = { ...values, role: "ADMIN", accountState: "validated", stateReason: null, stateChangedAt: now, updatedAt: now } as const;
  const [present] = await tx.select().from(users).where(eq(users.email, email)).for("update");
  if (present) {
    if (present.accountState === "left" || !["ADMIN", "VOLUNTEER"].includes(present.role)) throw new Refusal("wrong_state");
    await tx
      .update(users)
      .set({ ...open, emailVerifiedAt: present.emailVerifiedAt ?? now })
      .where(eq(users.id, present.id));
    await voidResetLinks(tx, present.id, now);
    await forgetEmailChanges(tx, present.id, now);
    await logOutEverywhere(tx, present.id, now);
    return present.id;
  }
  const [made] = await tx
    .insert(users)
    .values({ ...open, email, emailVerifiedAt: now, createdAt: now })
    .returning({ id: users.id });
  if (!made) throw new Refusal("unexpected");
  return made.id;
}

async function giveEveryRight(tx: Db, userId: string, now: Date) {
  const given = permissions.filter((name) => permissionFacts[name].grantable.includes("ADMIN"));
  await tx
    .insert(permissionGrants)
    .values(given.map((permission) => ({ userId, permission, grantedAt: now })))
    .onConflictDoUpdate({
      target: [permissionGrants.userId, permissionGrants.permission, permissionGrants.sectorId],
      set: { expiresOn: null, grantedBy: null, grantedAt: sql`excluded.granted_at` },
    });
}

import { eq } from "drizzle-orm";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { forgetProviderLogins } from "#backend/identity/adapter";
import { triedFrom } from "#backend/identity/login-tries";
import { refuseGuessable, siteNames } from "#backend/identity/password-rules";
import { hashPassword, passwordMatches } from "#backend/identity/passwords";
import { queueMail } from "#backend/modules/mails/outbox";
import { voidResetLinks } from "#backend/modules/passwords/links";
import { forgetEmailChanges } from "#backend/modules/users/email-changes";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal } from "#backend/refusal";
import type { PasswordChange } from "#contract/accounts/account";
import { endOtherSessions } from "./sessions.ts";

type Deps = Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail" | "limits">;

const wrong = () => fieldRefusal("currentPassword", "account:password.wrong");

/** Changes one's own password: what was opened or requested with the old one ends, except the session in use. */
export async function changePassword(services: Deps, actor: Actor, { currentPassword, password }: PasswordChange, network: string) {
  const { db, clock, limits } = services;
  await limits.take("passwordByAccount", actor.id);
  const [user] = await db.select().from(users).where(eq(users.id, actor.id));
  if (!user || !(await passwordMatches(user.passwordHash, currentPassword))) throw wrong();
  await limits.clear("passwordByAccount", actor.id);
  if (password === currentPassword) throw fieldRefusal("password", "account:password.same");
  await refuseGuessable(password, { email: user.email, names: [user.firstName, user.lastName, ...siteNames(services.settings)] });
  await limits.take("mailByAccount", actor.id);
  const passwordHash = await hashPassword(password);
  await db.transaction(async (tx) => {
    const now = clock();
    // The password changed, or the e-mail address was restored, during the check: the caller knows only the old one.
    const [still] = await tx.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, actor.id)).for("update");
    if (still?.passwordHash !== user.passwordHash) throw wrong();
    await tx.update(users).set({ passwordHash, updatedAt: now }).where(eq(users.id, actor.id));
    await voidResetLinks(tx, actor.id, now);
    await forgetEmailChanges(tx, actor.id, now);
    await endOtherSessions(tx, actor, now);
    await forgetProviderLogins(tx, actor.id);
    await queueMail({ ...services, db: tx }, actor.id, "password_changed", {}, `password_changed:${actor.id}:${now.toISOString()}`);
  });
  await limits.clear("loginByAccountAndNetwork", triedFrom(user.email, network));
}

import { and, eq, isNull, ne } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { fieldRefusal, Refusal } from "#backend/http/refusal";
import type { Services } from "#backend/http/services";
import { passwordMatches } from "#backend/identity/passwords";
import { hashOf } from "#backend/identity/secrets";
import { queueMail } from "#backend/modules/mails/outbox";
import { sendLink } from "#backend/modules/registration/emails";
import { emailVerifications } from "#backend/modules/registration/tables";
import { users } from "#backend/modules/users/tables";
import type { EmailChangeRequest } from "#contract/account";

type Needs = Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail" | "limits">;

/**
 * Asks for another address: a link goes to it, a notice to the one in use, and nothing changes before the link is opened.
 * One that has an account gets the same answer; its owner is told, and no link exists.
 */
export async function askEmailChange(services: Needs, actor: Actor, { email, password }: EmailChangeRequest) {
  const { db, clock, limits } = services;
  if (!actor.isEmailVerified) throw new Refusal("wrong_state");
  await limits.take("passwordByAccount", actor.id);
  const [user] = await db.select().from(users).where(eq(users.id, actor.id));
  if (!(await passwordMatches(user?.passwordHash, password)) || !user) throw fieldRefusal("password", "account:email.wrongPassword");
  await limits.clear("passwordByAccount", actor.id);
  if (email.toLowerCase() === user.email.toLowerCase()) throw fieldRefusal("email", "account:email.same");
  await limits.take("mailByAccount", actor.id);
  await db.transaction(async (tx) => {
    const inTx = { ...services, db: tx };
    const now = clock();
    // A new password, or an address taken back, while this one was being checked: whoever asks knows the old one.
    const [still] = await tx.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, actor.id)).for("update");
    if (still?.passwordHash !== user.passwordHash) throw fieldRefusal("password", "account:email.wrongPassword");
    await sendLink(inTx, actor, email, "email_change");
    const values = { oldEmail: user.email, newEmail: email };
    await queueMail(inTx, actor.id, "email_change_asked", values, `email_change_asked:${actor.id}:${hashOf(email)}:${now.toISOString()}`);
  });
}

/** Voids the links to any other address than the one in use: whoever chooses a new password has not asked for them. */
export async function forgetEmailChanges(tx: Db, userId: string, now: Date) {
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
  if (!user) return;
  const { usedAt, email } = emailVerifications;
  await tx
    .update(emailVerifications)
    .set({ expiresAt: now })
    .where(and(eq(emailVerifications.userId, userId), isNull(usedAt), ne(email, user.email)));
}

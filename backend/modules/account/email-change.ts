import { eq } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { passwordMatches } from "#backend/identity/passwords";
import { deliveryOf } from "#backend/modules/mails/dead-mailboxes";
import { queueMail } from "#backend/modules/mails/outbox";
import { bouncedMailboxes } from "#backend/modules/mails/tables";
import { sendLink } from "#backend/modules/registration/emails";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { hashOf } from "#backend/secrets";
import type { EmailChangeRequest } from "#contract/accounts/account";
import type { MailboxDelivery } from "#contract/api/mails";

type Deps = Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail" | "limits">;

/** What is known of one's own address, where mails came back from it. */
export async function ownDelivery(db: Db, { id }: Pick<Actor, "id">): Promise<MailboxDelivery | null> {
  const [own] = await db
    .select({ bounced: bouncedMailboxes })
    .from(bouncedMailboxes)
    .innerJoin(users, eq(users.email, bouncedMailboxes.email))
    .where(eq(users.id, id));
  return deliveryOf(own?.bounced ?? null);
}

/**
 * Requests another e-mail address: a link is sent to it, a notice to the current one, and nothing changes before the link is opened.
 * One that has an account gets the same response; its owner is notified, and no link exists.
 */
export async function requestEmailChange(services: Deps, actor: Actor, { email, password }: EmailChangeRequest) {
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
    // The password changed, or the e-mail address was restored, during the check: the caller knows only the old one.
    const [still] = await tx.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, actor.id)).for("update");
    if (still?.passwordHash !== user.passwordHash) throw fieldRefusal("password", "account:email.wrongPassword");
    await sendLink(inTx, actor, email, "email_change");
    const values = { oldEmail: user.email, newEmail: email };
    await queueMail(inTx, actor.id, "email_change_asked", values, `email_change_asked:${actor.id}:${hashOf(email)}:${now.toISOString()}`);
  });
}

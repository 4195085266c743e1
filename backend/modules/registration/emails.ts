import { and, desc, eq, isNull, ne } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { isDuplicate } from "#backend/db/duplicates";
import type { Services } from "#backend/http/services";
import { forgetProviderLogins } from "#backend/identity/adapter";
import { waitsForGuardian } from "#backend/identity/minors";
import { linkState, newLink, ofToken } from "#backend/identity/one-time-links";
import { endSessionsOf } from "#backend/identity/sessions";
import { sendToAgain } from "#backend/modules/mails/dead-mailboxes";
import { queueMail, queueMailTo } from "#backend/modules/mails/outbox";
import { offerReversal } from "#backend/modules/registration/email-reversal";
import { registrationLinks } from "#backend/modules/registration-links/tables";
import { users } from "#backend/modules/users/tables";
import { moveAccount } from "#backend/modules/users/transitions";
import { Refusal } from "#backend/refusal";
import type { LinkState } from "#contract/api/mail-links";
import { franceDay } from "#contract/formats/france-time";
import { emailVerifications, merchantProfiles, registrations } from "./tables.ts";

const lifetime = 48 * 60 * 60 * 1000;
const betweenMails = 60;

type Deps = Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail">;
type User = Pick<typeof users.$inferSelect, "id" | "firstName" | "locale">;

const verificationTopics = ["email_verification", "email_change"] as const;
type LinkTopic = (typeof verificationTopics)[number];

/** Sends a link that verifies an e-mail address; earlier links stop working. */
export async function sendVerification(services: Deps, user: User, email: string, topic: LinkTopic = "email_verification") {
  const { db, clock } = services;
  const now = clock();
  const { link, stored } = newLink(now, lifetime);
  const to = { ...user, email, userId: user.id };
  if (await queueMailTo(services, to, topic, {}, `${topic}:${stored.tokenHash}`, { link, replaces: verificationTopics }))
    await storeLink(db, { userId: user.id, email, ...stored }, now);
}

async function storeLink(db: Db, link: Omit<typeof emailVerifications.$inferInsert, "createdAt">, now: Date) {
  const { userId } = link;
  // Of two links requested at the same moment, the later invalidates the earlier.
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
  const waiting = and(eq(emailVerifications.userId, userId), isNull(emailVerifications.usedAt));
  await db.update(emailVerifications).set({ expiresAt: now }).where(waiting);
  await db.insert(emailVerifications).values({ ...link, createdAt: now });
}

async function lastVerification(db: Db, userId: string) {
  const [last] = await db
    .select()
    .from(emailVerifications)
    .where(eq(emailVerifications.userId, userId))
    .orderBy(desc(emailVerifications.createdAt))
    .limit(1);
  return last;
}

/** The e-mail address to be verified, and the time until the link can be sent again. */
export async function pendingEmail({ db, clock }: Deps, { id, email }: { id: string; email: string }) {
  const last = await lastVerification(db, id);
  const passed = last ? (clock().getTime() - last.createdAt.getTime()) / 1000 : betweenMails;
  return { email: last?.email ?? email, waitSeconds: Math.max(0, Math.ceil(betweenMails - passed)) };
}

type Actor = User & { email: string; isEmailVerified: boolean };

/** Sends the link again, to the address it went to last. */
export async function resendVerification(services: Deps & Pick<Services, "limits">, actor: Actor) {
  await takeMail(services, actor);
  await services.db.transaction(async (tx) => {
    const { email } = await pendingEmail({ ...services, db: tx }, actor);
    await sendLink({ ...services, db: tx }, actor, email);
  });
}

/** Sends the link to another e-mail address, which becomes the account's once verified. One that has an account gets the same response. */
export async function changeEmail(services: Deps & Pick<Services, "limits">, actor: Actor, email: string) {
  await takeMail(services, actor);
  await services.db.transaction((tx) => sendLink({ ...services, db: tx }, actor, email));
}

/** Sends the link, unless the e-mail address has an account: its owner gets a notice instead, and the same rows are written. */
export async function sendLink(services: Deps, actor: User, email: string, topic?: LinkTopic) {
  const [owner] = await services.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), ne(users.id, actor.id)));
  if (!owner) return sendVerification(services, actor, email, topic);
  const now = services.clock();
  await storeLink(services.db, { userId: actor.id, email, ...newLink(now, lifetime).stored }, now);
  await queueMail(services, owner.id, "email_known", {}, `email_known:${owner.id}:${now.toISOString().slice(0, 13)}`);
}

async function takeMail({ limits }: Pick<Services, "limits">, actor: Actor) {
  if (actor.isEmailVerified) throw new Refusal("wrong_state");
  await limits.take("mailAgain", actor.id);
  await limits.take("mailByAccount", actor.id);
}

type Opener = { requestId: string; actor: { id: string; sessionId: string } | null };

/**
 * Opens a link, once: the account takes the address and goes on to the next state of its role. Someone else may have taken
 * the address in the meantime, even at the same moment; the link is of no use then. `opener` says who is logged in where it is opened.
 */
export async function verifyEmail(services: Deps, token: string, opener: Opener): Promise<LinkState> {
  return services.db
    .transaction((tx) => openLink({ ...services, db: tx }, token, opener))
    .catch((error) => {
      if (isDuplicate(error)) return "expired";
      throw error;
    });
}

async function openLink(services: Deps, token: string, opener: Opener): Promise<LinkState> {
  const { db: tx, clock } = services;
  const now = clock();
  const mine = ofToken(emailVerifications, token);
  const [owner] = await tx.select({ id: emailVerifications.userId }).from(emailVerifications).where(mine);
  // The account is locked before its links, so that a link invalidated meanwhile is noticed.
  const [user] = owner ? await tx.select().from(users).where(eq(users.id, owner.id)).for("update") : [];
  const [link] = await tx.select().from(emailVerifications).where(mine);
  const state = linkState(link, now);
  if (!link || state !== "valid") return state;
  const taken = await tx.$count(users, and(eq(users.email, link.email), ne(users.id, link.userId)));
  if (!user || user.accountState === "left" || taken > 0) return "expired";
  await tx.update(emailVerifications).set({ usedAt: now }).where(eq(emailVerifications.id, link.id));
  const first = user.accountState === "registered";
  const proved = { email: link.email, updatedAt: now, ...(!first && { emailVerifiedAt: now }) };
  await tx.update(users).set(proved).where(eq(users.id, user.id));
  if (user.email !== link.email) await recordEmail(tx, user, link.email, opener);
  if (first) await moveAccount(services, { by: "system", actor: null }, user.id, "verifyEmail", await entryOf(tx, user, franceDay(now)));
  else if (user.emailVerifiedAt && user.email !== link.email) await afterChange(services, user, link.email, opener);
  await sendToAgain(tx, link.email, now);
  return "valid";
}

/** The log says from what to what an address changed, also when the former one was never confirmed and gets no mail. */
const recordEmail = (tx: Db, user: User & { email: string }, email: string, { requestId }: Opener) =>
  recordChange(
    tx,
    { id: user.id, requestId },
    { action: "user.email_change", entityType: "person", entityId: user.id, before: { email: user.email }, after: { email } },
  );

/** After a change of e-mail address: every session ends but the one that opened the link, and the previous address is notified. */
async function afterChange(services: Deps, user: User & { email: string }, email: string, { actor }: Opener) {
  const { db: tx, clock } = services;
  const now = clock();
  await endSessionsOf(tx, now, [user.id], actor?.id === user.id ? actor.sessionId : undefined);
  await forgetProviderLogins(tx, user.id);
  await offerReversal(services, user, email);
}

/** What validates an account in advance, an invitation or a shop known to the register, and what prevents it. */
async function entryOf(tx: Db, { id, role }: Pick<typeof users.$inferSelect, "id" | "role">, today: string) {
  const minor = await tx.$count(users, and(eq(users.id, id), waitsForGuardian(tx, today)));
  const [link] = await tx
    .select({ skipApproval: registrationLinks.skipApproval })
    .from(registrations)
    .innerJoin(registrationLinks, eq(registrationLinks.id, registrations.registrationLinkId))
    .where(eq(registrations.userId, id));
  const [shop] = role === "DONATOR_MERCHANT" ? await tx.select().from(merchantProfiles).where(eq(merchantProfiles.userId, id)) : [];
  return { guardianWaiting: minor > 0, accepted: !!link?.skipApproval || !!shop?.inRegister };
}

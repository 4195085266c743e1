import { eq } from "drizzle-orm";
import { noSoonerThan } from "#backend/http/minimum-duration";
import { done, on } from "#backend/http/routes";
import type { Services } from "#backend/http/services";
import { triedFrom } from "#backend/identity/login-tries";
import { linkState, ofToken } from "#backend/identity/one-time-links";
import { refuseGuessable, siteNames } from "#backend/identity/password-rules";
import { hashPassword } from "#backend/identity/passwords";
import { sendToAgain } from "#backend/modules/mails/dead-mailboxes";
import { queueMail } from "#backend/modules/mails/outbox";
import { forgetEmailChanges } from "#backend/modules/users/email-changes";
import { users } from "#backend/modules/users/tables";
import { logOutEverywhere } from "#backend/modules/users/transitions";
import { hashOf } from "#backend/secrets";
import { passwordsApi } from "#contract/accounts/passwords";
import type { LinkState } from "#contract/api/mail-links";
import { openInvited } from "./inviting.ts";
import { newResetLink, storeResetLink, voidResetLinks } from "./links.ts";
import { passwordResets } from "./tables.ts";

export const passwordRoutes = [
  on(passwordsApi.request, async ({ body: { email }, limits, network, ...services }) => {
    await limits.take("passwordByNetwork", network);
    await limits.take("mailByAccount", hashOf(email.toLowerCase()));
    await noSoonerThan(150, sendReset(services, email));
    return done;
  }),

  on(passwordsApi.link, async ({ db, clock, body: { token } }) => {
    const [link] = await db.select().from(passwordResets).where(ofToken(passwordResets, token));
    return { state: linkState(link, clock()) };
  }),

  on(passwordsApi.update, async ({ body: { token, password }, limits, network, ...services }) => {
    await limits.take("passwordByNetwork", network);
    const owner = await ownerOf(services.db, token);
    if (owner)
      await refuseGuessable(password, { email: owner.email, names: [owner.firstName, owner.lastName, ...siteNames(services.settings)] });
    const { state, isFirst } = await update(services, token, await hashPassword(password));
    // Whoever had forgotten the old one has often tried it ten times.
    if (owner && state === "valid") await limits.clear("loginByAccountAndNetwork", triedFrom(owner.email, network));
    return { state, ...(isFirst && { isFirst }) };
  }),
];

/** The owner of the link, without using it: a refused password leaves it valid. */
async function ownerOf(db: Services["db"], token: string) {
  const [found] = await db
    .select({ email: users.email, firstName: users.firstName, lastName: users.lastName })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(ofToken(passwordResets, token));
  return found;
}

type Deps = Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail">;

/** Sends a link to the owner of an address, if it has one who may log in. */
async function sendReset(services: Deps, email: string) {
  const now = services.clock();
  await services.db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.email, email)).for("update");
    if (!user || user.accountState === "left") return;
    const reset = newResetLink(now);
    const more = { link: reset.link, replaces: ["password_reset", "account_invitation"] as const };
    const key = `password_reset:${reset.stored.tokenHash}`;
    const queued = await queueMail({ ...services, db: tx }, user.id, "password_reset", {}, key, more);
    // When the new mail is not sent, the previous link stays valid.
    if (queued) await storeResetLink(tx, user.id, reset, now);
  });
}

/** Changes the password with a link, once; every session and every other link of the person ends. */
async function update(services: Deps, token: string, passwordHash: string): Promise<{ state: LinkState; isFirst?: boolean }> {
  const now = services.clock();
  return services.db.transaction(async (tx) => {
    const mine = ofToken(passwordResets, token);
    const [owner] = await tx.select({ id: passwordResets.userId }).from(passwordResets).where(mine);
    // The account is locked before its links, so that a link invalidated meanwhile is noticed.
    if (owner) await tx.select({ id: users.id }).from(users).where(eq(users.id, owner.id)).for("update");
    const [link] = await tx.select().from(passwordResets).where(mine);
    const state = linkState(link, now);
    if (!link || state !== "valid") return { state };
    const [user] = await tx.select().from(users).where(eq(users.id, link.userId));
    const isFirst = user?.passwordHash === null && user.accountState === "registered";
    await tx.update(users).set({ passwordHash, updatedAt: now }).where(eq(users.id, link.userId));
    await voidResetLinks(tx, link.userId, now);
    await forgetEmailChanges(tx, link.userId, now);
    await logOutEverywhere(tx, link.userId, now);
    if (isFirst) await openInvited({ ...services, db: tx }, link.userId);
    else await queueMail({ ...services, db: tx }, link.userId, "password_changed", {}, `password_changed:${link.id}`);
    if (user) await sendToAgain(tx, user.email, now);
    return { state, isFirst };
  });
}

import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { noSoonerThan } from "#backend/http/pace";
import { on } from "#backend/http/routes";
import type { Services } from "#backend/http/services";
import { forgetProviderLogins } from "#backend/identity/adapter";
import { hashPassword } from "#backend/identity/passwords";
import { hashOf, newToken } from "#backend/identity/secrets";
import { endSessionsOf } from "#backend/identity/sessions";
import { forgetEmailChanges } from "#backend/modules/account/email-change";
import { queueMail } from "#backend/modules/mails/outbox";
import { users } from "#backend/modules/users/tables";
import { passwordsApi, type TokenState } from "#contract/registration";
import { passwordResets } from "./tables.ts";

const lifetime = 60 * 60 * 1000;

export const passwordRoutes = [
  on(passwordsApi.request, async ({ body: { email }, limits, clientAddress, ...services }) => {
    await limits.take("passwordByAddress", clientAddress);
    await limits.take("mailByAccount", hashOf(email.toLowerCase()));
    await noSoonerThan(150, sendReset(services, email));
    return { success: true as const };
  }),

  on(passwordsApi.link, async ({ db, clock, body: { token } }) => {
    const [link] = await db
      .select()
      .from(passwordResets)
      .where(eq(passwordResets.tokenHash, hashOf(token)));
    return { state: stateOf(link, clock()) };
  }),

  on(passwordsApi.update, async ({ body: { token, password }, limits, clientAddress, ...services }) => {
    await limits.take("passwordByAddress", clientAddress);
    return { state: await update(services, token, await hashPassword(password)) };
  }),
];

type Needs = Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail">;

/** Sends a link to the owner of an address, if it has one who may log in. */
async function sendReset(services: Needs, email: string) {
  const now = services.clock();
  await services.db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.email, email));
    if (!user || user.accountState === "left") return;
    const token = newToken();
    const expiresAt = new Date(now.getTime() + lifetime);
    await tx.insert(passwordResets).values({ userId: user.id, tokenHash: hashOf(token), expiresAt, createdAt: now });
    await queueMail({ ...services, db: tx }, user.id, "password_reset", { token }, `password_reset:${hashOf(token)}`);
  });
}

/** Changes the password with a link, once; every session and every other link of the person ends. */
async function update(services: Needs, token: string, passwordHash: string): Promise<TokenState> {
  const now = services.clock();
  return services.db.transaction(async (tx) => {
    const [link] = await tx
      .select()
      .from(passwordResets)
      .where(eq(passwordResets.tokenHash, hashOf(token)))
      .for("update");
    const state = stateOf(link, now);
    if (!link || state !== "valid") return state;
    await tx.update(users).set({ passwordHash, updatedAt: now }).where(eq(users.id, link.userId));
    await tx
      .update(passwordResets)
      .set({ usedAt: now })
      .where(and(eq(passwordResets.userId, link.userId), isNull(passwordResets.usedAt)));
    await forgetEmailChanges(tx, link.userId, now);
    await endEverywhere(tx, now, link.userId);
    await queueMail({ ...services, db: tx }, link.userId, "password_changed", {}, `password_changed:${link.id}`);
    return "valid";
  });
}

async function endEverywhere(tx: Db, now: Date, userId: string) {
  await endSessionsOf(tx, now, [userId]);
  await forgetProviderLogins(tx, userId);
}

function stateOf(link: typeof passwordResets.$inferSelect | undefined, now: Date): TokenState {
  if (link?.usedAt) return "used";
  return link && link.expiresAt > now ? "valid" : "expired";
}

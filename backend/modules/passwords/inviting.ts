import type { Services } from "#backend/http/services";
import { newLink } from "#backend/identity/one-time-links";
import { queueMailTo } from "#backend/modules/mails/outbox";
import type { users } from "#backend/modules/users/tables";
import { moveAccount } from "#backend/modules/users/transitions";
import { storeResetLink } from "./links.ts";

type Deps = Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail">;
type User = Pick<typeof users.$inferSelect, "id" | "email" | "firstName" | "locale">;

const lifetime = 14 * 24 * 60 * 60 * 1000;

/** Sends somebody, for whom staff made an account, a link to choose its first password. Later they may ask for another as for a forgotten one. */
export async function inviteToAccount(services: Deps, user: User) {
  const now = services.clock();
  const invitation = newLink(now, lifetime);
  const key = `account_invitation:${invitation.stored.tokenHash}`;
  if (await queueMailTo(services, { ...user, userId: user.id }, "account_invitation", {}, key, { link: invitation.link }))
    await storeResetLink(services.db, user.id, invitation, now);
}

/**
 * The first password of an account is chosen with a link that was mailed to its address: that verifies the address. The account then waits for
 * approval like any other.
 */
export async function openInvited(services: Deps, id: string) {
  await moveAccount(services, { by: "system", actor: null }, id, "verifyEmail");
}

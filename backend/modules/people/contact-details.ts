import { and, eq, ne, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { holdsRights, mayChangeEmail } from "#backend/identity/account-scope";
import { isHelped, requireRestricted } from "#backend/identity/restricted";
import { queueMail } from "#backend/modules/mails/outbox";
import { sendLink } from "#backend/modules/registration/emails";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { hashOf } from "#backend/secrets";
import type { OwnAddress } from "#contract/accounts/account";
import { franceDay } from "#contract/formats/france-time";
import { saveAddress } from "./address.ts";
import { settingsOf } from "./editing.ts";

type Deps = Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail" | "geocoder" | "limits">;

/** Corrects the postal address of somebody, who is notified when it is another one. Refused when the person was changed in the meantime. */
export async function correctAddress(services: Deps, actor: Actor, id: string, address: OwnAddress) {
  await saveAddress(services, actor, id, address, async (tx, { role, locale }) => {
    if (id === actor.id) return;
    const values = { fields: services.translate(locale, "mails:frame.changed.address"), page: settingsOf(role) };
    await queueMail({ ...services, db: tx }, id, "profile_changed", values, `profile_changed:${id}:${services.clock().toISOString()}`);
  });
}

/**
 * Asks for another email address of somebody, who lost the mailbox of theirs or mistyped it: the account takes it once the link that is sent to it is opened. A
 * confirmed address is notified before. One that has an account gets the same answer, and no link. Whoever holds the mailbox opens the account: of a student only
 * those with the right to restricted data do so, of administrators and holders of a right those who give rights, and nobody of themselves.
 */
export async function requestEmailFor(services: Deps, actor: Actor, id: string, email: string) {
  if (id === actor.id) throw new Refusal("own_account");
  await services.limits.take("mailByAccount", id);
  await services.db.transaction(async (tx) => {
    const inTx = { ...services, db: tx };
    const day = franceDay(services.clock());
    const [found] = await tx
      .select({ person: users, helped: isHelped, holds: sql<boolean>`${holdsRights(day)}` })
      .from(users)
      .where(and(eq(users.id, id), ne(users.accountState, "left")))
      .for("update");
    if (!found) throw new Refusal("not_found");
    const { person, helped, holds } = found;
    requireRestricted(actor, helped, person.sectorId);
    if (!mayChangeEmail(actor, { role: person.role, holds })) throw new Refusal("forbidden");
    if (email.toLowerCase() === person.email.toLowerCase()) throw fieldRefusal("email", "people:email.same");
    await sendLink(inTx, person, email, person.emailVerifiedAt ? "email_change" : "email_verification");
    await recordChange(tx, actor, { action: "user.email_request", entityType: "person", entityId: id });
    if (!person.emailVerifiedAt) return;
    const values = { oldEmail: person.email, newEmail: email };
    await queueMail(inTx, id, "email_change_asked", values, `email_change_asked:${id}:${hashOf(email)}:${services.clock().toISOString()}`);
  });
}

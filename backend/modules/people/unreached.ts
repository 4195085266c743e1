import { eq } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { sendToAgain } from "#backend/modules/mails/dead-mailboxes";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";

/** Revives the address of a person: they or staff confirm that it works. */
export async function writeAgainTo(tx: Db, actor: Actor, id: string, now: Date) {
  const [person] = await tx.select({ email: users.email }).from(users).where(eq(users.id, id));
  if (!person) throw new Refusal("not_found");
  if (!(await sendToAgain(tx, person.email, now))) throw new Refusal("wrong_state");
  await recordChange(tx, actor, { action: "user.write_again", entityType: "person", entityId: id });
}

import { recordChange } from "#backend/audit/recording";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { queueMail } from "#backend/modules/mails/outbox";
import { Refusal } from "#backend/refusal";
import { findBirthday } from "./queries.ts";
import { birthdayGreetings } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail">;

/** Sends a greeting, once a year for each person: the database decides between two who send it at once. Who wants none gets none. */
export async function greet(services: Deps, actor: Actor, userId: string, text: string) {
  const { clock } = services;
  await services.db.transaction(async (tx) => {
    const { found, row } = await findBirthday({ db: tx, clock }, actor, userId);
    if (row.greeting === "stopped") throw new Refusal("no_consent");
    const year = Number(row.day.slice(0, 4));
    const [sent] = await tx
      .insert(birthdayGreetings)
      .values({ userId, year, sentBy: actor.id, sentAt: clock() })
      .onConflictDoNothing()
      .returning({ id: birthdayGreetings.id });
    if (!sent) throw new Refusal("already_sent");
    const own = { body: { text, locale: found.locale } };
    await queueMail({ ...services, db: tx }, userId, "birthday_greeting", {}, `birthday ${userId} ${year}`, { own });
    await recordChange(tx, actor, { action: "person.greet", entityType: "person", entityId: userId, after: { year } });
  });
}

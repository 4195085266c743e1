import { eq } from "drizzle-orm";
import type { Services } from "#backend/http/services";
import { queueMailTo } from "#backend/modules/mails/outbox";
import type { pledges } from "#backend/modules/pledges/tables";
import { writtenDay } from "#contract/formats/france-time";
import { isByProvider } from "#contract/giving/card-settings";
import { formatEuros } from "#contract/giving/money";
import { isErased } from "./mailing.ts";
import { subscriptions } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock" | "settings" | "translate" | "wakeMail">;
type Pledge = typeof pledges.$inferSelect;

/** Writes to the donor of a monthly gift that it has stopped; of a standing order, that their bank ends it. A gift by card that never began is no news. */
export async function writeOfStop(services: Deps, pledge: Pledge): Promise<void> {
  if (pledge.rhythm !== "monthly") return;
  if (!isByProvider(pledge.method)) return write(services, pledge, "pledge_order_stopped", {});
  const began = (await services.db.$count(subscriptions, eq(subscriptions.pledgeId, pledge.id))) > 0;
  if (began) await write(services, pledge, "pledge_stopped", {});
}

/** Writes to the donor that another amount is taken each month, and from which day on. */
export function writeOfAmount(services: Deps, pledge: Pledge, amountCents: number, from: string) {
  const { locale } = pledge;
  const values = { before: formatEuros(locale, pledge.amountCents), date: writtenDay(locale, from) };
  return write(services, { ...pledge, amountCents }, "pledge_amount_changed", values);
}

/** Writes to the donor that nothing is taken before a day, or that the gift goes on, and when the next debit is. */
export function writeOfPause(services: Deps, pledge: Pledge, until: string) {
  return write(services, pledge, "pledge_paused", { until: writtenDay(pledge.locale, until) });
}

export function writeOfResuming(services: Deps, pledge: Pledge, next: string) {
  return write(services, pledge, "pledge_resumed", { date: writtenDay(pledge.locale, next) });
}

type Topic = "pledge_stopped" | "pledge_order_stopped" | "pledge_amount_changed" | "pledge_paused" | "pledge_resumed";

/** Called with the transaction of the change, under the lock of the pledge: each change is one mail, also where one is made twice. */
async function write(
  services: Deps,
  { id, reference, email, name, locale, amountCents }: Pledge,
  topic: Topic,
  more: Record<string, string>,
) {
  if (isErased(email)) return;
  const values = { amount: formatEuros(locale, amountCents), reference, ...more };
  const key = `${id} ${topic} ${services.clock().toISOString()}`;
  await queueMailTo(services, { email, locale, firstName: name }, topic, values, key, { record: { subject: "pledge", subjectId: id } });
}

import type { Services } from "#backend/http/services";
import { queueMailTo } from "#backend/modules/mails/outbox";
import type { Pledge } from "#backend/modules/payments/settling";
import { formatEuros } from "#contract/giving/money";

type Deps = Pick<Services, "db" | "clock" | "settings" | "translate" | "wakeMail">;

/** Thanks the donor for money that came by card. */
export async function thankForCard(services: Deps, { id, reference, email, name, locale }: Pledge, amountCents: number) {
  const values = { amount: formatEuros(locale, amountCents), reference };
  await queueMailTo(services, { email, locale, firstName: name }, "pledge_card", values, `${id} card`);
}

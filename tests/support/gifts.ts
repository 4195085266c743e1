import { payments } from "#backend/modules/payments/tables";
import { pledges } from "#backend/modules/pledges/tables";
import { franceDay } from "#contract/formats/france-time";
import type { TestBackend } from "./backend";
import { tokenFor } from "./registration";
import { keepCookies } from "./site";

type Backend = Pick<TestBackend, "request" | "services">;
let count = 0;

/** The payment of a pledge that came whole, on a day. */
export async function payGift(
  { services }: Pick<Backend, "services">,
  gift: typeof pledges.$inferSelect,
  receivedOn = franceDay(gift.createdAt),
) {
  const { id: pledgeId, amountCents, method } = gift;
  await services.db.insert(payments).values({ pledgeId, amountCents, method, receivedOn, submission: crypto.randomUUID() });
}

/** A gift that was pledged: fifty euros, once, by transfer, without receipt, unless the test says otherwise. One that was received has its payment. */
export async function addGift({ services }: Pick<Backend, "services">, more: Partial<typeof pledges.$inferInsert> & { email: string }) {
  count += 1;
  const key = String(count).padStart(4, "A").replaceAll("0", "Z").replaceAll("1", "Y");
  const means = { amountCents: 5_000, rhythm: "one_off", donor: "person", allocation: "any", method: "transfer", receipt: false } as const;
  const [gift] = await services.db
    .insert(pledges)
    .values({ ...means, name: "Lou", locale: "fr", reference: `DON-AAAA-${key}`, dedupeKey: `gift ${count}`, ...more })
    .returning();
  if (!gift) throw new Error("the gift was not added");
  if (gift.status === "received") await payGift({ services }, gift);
  return gift;
}

export const aReceipt = { receipt: true, street: "1 rue Haute", postcode: "69001", city: "Lyon", country: "FR" };

/** The token of the link that an address is mailed when it asks for one. */
export async function accessToken(backend: Backend, email: string): Promise<string> {
  const answer = await backend.request("/api/donor-access", { method: "POST", json: { email } });
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  return tokenFor(backend, email, "magic_link");
}

/** The cookie of a browser in which the gifts of an address are open. */
export async function openGifts(backend: Backend, email: string): Promise<string> {
  const json = { token: await accessToken(backend, email) };
  return keepCookies("", await backend.request("/api/donor-access/open", { method: "POST", json }));
}

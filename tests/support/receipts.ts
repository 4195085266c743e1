import { eq } from "drizzle-orm";
import { issueReceipt } from "#backend/modules/fiscal-receipts/issuing";
import { payments } from "#backend/modules/payments/tables";
import { registrations } from "#backend/modules/registration/tables";
import { users } from "#backend/modules/users/tables";
import type { ReceiptRecord, ReceiptsToCome } from "#contract/giving/fiscal-receipts";
import type { TestBackend } from "./backend";
import { addAcceptedClaim } from "./expenses";
import { addGift, aReceipt } from "./gifts";
import { addPerson } from "./people";
import { legal, signed } from "./receipt-facts";

/** A gift of somebody who wants a receipt and whose money came; answers the payment. */
export async function addPaidGift(
  backend: Pick<TestBackend, "services">,
  email: string,
  amountCents = 5_000,
  receivedOn = "2026-05-04",
  more: object = {},
) {
  const gift = await addGift(backend, { ...aReceipt, email, amountCents, ...more });
  const [payment] = await backend.services.db
    .insert(payments)
    .values({ pledgeId: gift.id, amountCents, method: gift.method, receivedOn, submission: crypto.randomUUID() })
    .returning();
  if (!payment) throw new Error("the payment was not added");
  return payment;
}

/** What an administrator does with receipts. */
export function receiptsOf(backend: TestBackend, cookie: () => string) {
  const path = "/api/admin/fiscal-receipts";
  const post = (at: string, json: object) => backend.request(`${path}${at}`, { method: "POST", cookie: cookie(), json });
  const read = async <T>(at: string) => (await (await backend.request(at, { cookie: cookie() })).json()) as T;
  const idOf = async (answer: Response) => {
    if (answer.status >= 300) throw new Error(`${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { id: string }).id;
  };
  return {
    post,
    read,
    issue: async (sourceId: string) => idOf(await post("", { sourceId })),
    cancel: async (id: string, reason = "Nom mal écrit") => idOf(await post(`/${id}/cancellation`, { reason })),
    replace: async (id: string, reason = "Nom mal écrit") => idOf(await post(`/${id}/replacement`, { reason })),
    get: (id: string) => read<ReceiptRecord>(`${path}/${id}`),
    toCome: (year: number) => read<ReceiptsToCome>(`${path}-to-come?year=${year}`),
    file: async (id: string, as = cookie()) => backend.request(`${path}/${id}/pdf`, { cookie: as }),
  };
}

/** A receipt for pages that show one: of the first person with an account who gives, if any. */
export async function addReceipt({ services }: Pick<TestBackend, "services">): Promise<string> {
  const [donor] = await services.db.select({ email: users.email }).from(users).where(eq(users.role, "DONATOR_INDIVIDUAL")).limit(1);
  const payment = await addPaidGift({ services }, donor?.email ?? "lou@example.org", 2_000, "2025-05-04");
  return issueFor({ services }, payment.id);
}

/** A receipt for the expenses that a volunteer gave up, and the claim that it certifies. */
export async function addExpenseReceipt({ services }: Pick<TestBackend, "services">, userId: string) {
  const place = { addressLine: "2 rue Basse", postcode: "69002", city: "Lyon" };
  await services.db
    .insert(registrations)
    .values({ userId, kind: "volunteer", at: services.clock(), ...place })
    .onConflictDoUpdate({ target: registrations.userId, set: place });
  const decider = await addPerson({ services }, { role: "ADMIN" });
  const claim = await addAcceptedClaim({ services }, userId, decider.id, { spentOn: "2025-03-02", reason: "Un brouillon" });
  return { claim, receipt: await issueFor({ services }, claim) };
}

/** Issues the receipt of a payment or a claim, whatever the organisation lacks. */
async function issueFor({ services }: Pick<TestBackend, "services">, sourceId: string): Promise<string> {
  // The facts that the organisation has stay as they are.
  const stored = { ...(await services.organisation.stored()), legal, receipts: signed };
  const settings = { ...services.settings, postalAddress: legal.postalAddress };
  const organisation = { ...services.organisation, stored: async () => stored };
  return (await issueReceipt({ ...services, settings, organisation }, null, sourceId)).id;
}

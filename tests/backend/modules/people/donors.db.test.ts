import { afterAll, beforeAll, expect, test } from "vitest";
import { donorContacts } from "#backend/modules/pledges/tables";
import { registrations } from "#backend/modules/registration/tables";
import type { PersonRow } from "#contract/accounts/people";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { addGift, aReceipt, payGift } from "#tests/support/gifts";
import { paymentsOf } from "#tests/support/payments";
import { addPerson, signIn } from "#tests/support/people";
import { addReceiptFacts } from "#tests/support/receipt-facts";
import { receiptsOf } from "#tests/support/receipts";

let backend: TestBackend;
let cookie: string;
let money: ReturnType<typeof paymentsOf>;

beforeAll(async () => {
  backend = await startBackend({ clock: testClock(new Date("2026-11-20T10:00:00Z")).clock });
  ({ cookie } = await signIn(backend, { role: "ADMIN" }));
  money = paymentsOf(backend, () => cookie);
  await addReceiptFacts(backend);
});
afterAll(() => backend.close());

async function list(query = "", as = cookie) {
  const answer = await backend.request(`/api/admin/people/donators?perPage=50${query}`, { cookie: as });
  const { items } = (await answer.json()) as { items: PersonRow[] };
  return Object.fromEntries(items.map(({ email, more }) => [email.replace("@example.org", ""), [more?.givenCents, more?.lastGiftOn]]));
}
const donor = (name: string, more: object = {}) =>
  addPerson(backend, { role: "DONATOR_INDIVIDUAL", email: `${name}@example.org`, ...more });
const give = (donorId: string, cents: number, receivedOn = "2026-11-18") =>
  money.record(cents, { donorId, donorName: undefined, receivedOn });

test("the list of donors says what each gave this year, less what was taken back, and when last", async () => {
  const lou = await donor("lou");
  await donor("sans");
  const pledged = await addGift(backend, { email: "lou@example.org", amountCents: 4_000 });
  await payGift(backend, pledged, "2026-03-01");
  const [taken = ""] = await give(lou.id, 5_000, "2026-11-10");
  expect((await money.post(`payments/${taken}/reversals`, money.reversal(1_000))).status).toBe(201);
  const old = await donor("ancien");
  await give(old.id, 9_000, "2025-12-31");
  expect(await list()).toEqual({ lou: [8_000, "2026-11-10"], sans: [0, null], ancien: [0, "2025-12-31"] });
});

test("a filter leaves the donors whose receipt lacks the postal address", async () => {
  const [blocked, placed, contact, issued, ancient] = [
    await donor("bloque"),
    await donor("place"),
    await donor("contact"),
    await donor("delivre"),
    await donor("jadis"),
  ];
  for (const { id } of [blocked, placed, contact]) await give(id, 1_000);
  await give(ancient.id, 1_000, "2022-12-31");
  const place = { addressLine: "2 rue Basse", postcode: "69002", city: "Lyon" };
  await backend.services.db.insert(registrations).values({ userId: placed.id, kind: "individual", at: new Date(), ...place });
  const address = { street: "2 rue Basse", postcode: "69002", city: "Lyon", country: "FR" };
  await backend.services.db.insert(donorContacts).values({ email: contact.email, lastName: "Roy", ...address });
  // Whose pledge has an address lacks none, with or without one in the account.
  await payGift(backend, await addGift(backend, { ...aReceipt, email: issued.email }), "2026-05-04");
  const [source = ""] = await give(issued.id, 1_000, "2026-05-04");
  expect(Object.keys(await list("&postal=missing")).toSorted()).toEqual(["ancien", "bloque", "lou"]);
  await receiptsOf(backend, () => cookie).issue(source);
  expect(Object.keys(await list("&postal=missing")).toSorted()).toEqual(["ancien", "bloque", "lou"]);
});

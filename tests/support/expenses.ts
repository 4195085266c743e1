import { eq } from "drizzle-orm";
import { expenseClaims, mileageRates } from "#backend/modules/expense-claims/tables";
import { registrations } from "#backend/modules/registration/tables";
import type { TestBackend } from "./backend";
import { signIn } from "./people";

export const waiver = "Je certifie renoncer au remboursement des frais ci-dessus et les laisser à l’association en tant que don.";

/** Forty kilometres at 0,529 euros. */
export const aJourney = {
  spentOn: "2026-03-02",
  kind: "journey",
  reason: "Collecte à Vaise",
  vehicle: "car_3",
  kilometres: 40,
  waiver: "on",
};

export const aProof = () => new File(["%PDF-1.7\n1 0 obj\n<<>>\nendobj\n"], "ticket.pdf", { type: "application/pdf" });

/** Sends a claim as its form does; answers its id. */
export async function sendClaim(backend: TestBackend, cookie: string, more: object = {}): Promise<string> {
  const answer = await backend.request("/api/own-expense-claims", { method: "POST", cookie, form: { ...aJourney, ...more } });
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { id: string }).id;
}

/** A rate of a car, without which no journey is valued. */
export const addCarRate = ({ services }: Pick<TestBackend, "services">, more: Partial<typeof mileageRates.$inferInsert> = {}) =>
  services.db.insert(mileageRates).values({ vehicle: "car_3", milliEuros: 529, validFrom: "2020-01-01", ...more });

/** A volunteer whose postal address is known. */
export async function addVolunteer(backend: TestBackend, more: object = {}) {
  const person = await signIn(backend, { role: "VOLUNTEER", ...more });
  const place = { addressLine: "2 rue Basse", postcode: "69002", city: "Lyon" };
  await backend.services.db.insert(registrations).values({ userId: person.id, kind: "volunteer", at: new Date(), ...place });
  return person;
}

/** An accepted claim of forty kilometres, written as it is stored. */
export async function addAcceptedClaim(
  { services }: Pick<TestBackend, "services">,
  userId: string,
  deciderId: string,
  more: Partial<typeof expenseClaims.$inferInsert> = {},
): Promise<string> {
  const journey = {
    spentOn: "2026-03-02",
    kind: "journey",
    vehicle: "car_3",
    kilometres: 40,
    milliEuros: 529,
    amountCents: 2_116,
  } as const;
  const at = new Date(`${more.spentOn ?? journey.spentOn}T12:00:00Z`);
  const decided = { status: "accepted", deciderId, decidedAt: at } as const;
  const [claim] = await services.db
    .insert(expenseClaims)
    .values({ userId, ...journey, reason: "Collecte à Vaise", waiver, waivedAt: at, ...decided, ...more })
    .returning({ id: expenseClaims.id });
  return claim?.id ?? "";
}

export const claimRow = async ({ services }: Pick<TestBackend, "services">, id: string) =>
  (await services.db.select().from(expenseClaims).where(eq(expenseClaims.id, id)))[0];

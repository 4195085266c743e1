import { giftsInKind } from "#backend/modules/gifts-in-kind/tables";
import type { TestBackend } from "./backend";

const goods = { receivedOn: "2026-05-01", category: "clothing", description: "Deux manteaux", name: "Lou Roy", locale: "fr" } as const;
const place = { street: "1 rue Haute", postcode: "69001", city: "Lyon", country: "FR" };

/** A gift in kind whose value was recorded by one person and approved by another. */
export async function addApprovedGift(
  { services }: Pick<TestBackend, "services">,
  people: { recorder: string; decider: string },
  more: Partial<typeof giftsInKind.$inferInsert> = {},
) {
  const at = services.clock();
  const recorded = { valueBasis: "Prix d’occasion", valueRecordedBy: people.recorder, valueRecordedAt: at, ...place };
  const decided = { valueState: "approved", valueDeciderId: people.decider, valueDecidedAt: at } as const;
  const [gift] = await services.db
    .insert(giftsInKind)
    .values({ ...goods, email: "lou@example.org", valueCents: 4_000, ...recorded, ...decided, createdAt: at, updatedAt: at, ...more })
    .returning();
  if (!gift) throw new Error("the gift was not added");
  return gift;
}

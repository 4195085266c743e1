import { eq } from "drizzle-orm";
import { aids } from "#backend/modules/aids/tables";
import { registrations } from "#backend/modules/registration/tables";
import { users } from "#backend/modules/users/tables";
import { agreeToAllergies } from "#backend/modules/verification/allergies";
import { beneficiaryFiles } from "#backend/modules/verification/tables";
import type { KitPage } from "#contract/charity/kit-orders";
import type { TestBackend } from "./backend";
import { addEvent } from "./events";
import { signIn } from "./people";

const hour = 3_600_000;

/** A time of clocks in France, some hours after the backend's clock; in winter. */
export const inHours = ({ services }: TestBackend, hours: number) =>
  new Date(services.clock().getTime() + (hours + 1) * hour).toISOString().slice(0, 16);

type Kits = { type?: string; hours?: number; capacity?: number } & Parameters<typeof addEvent>[2];

/** A delivery or a fitting of two hours, with one slot of its first hour. */
export function addKits(backend: TestBackend, admin: string, { type = "delivery", hours = 100, capacity = 5, ...more }: Kits = {}) {
  const at = (later: number) => inHours(backend, hours + later);
  return addEvent(backend, admin, {
    roles: ["BENEFICIARY"],
    quotas: [{ capacity, startsAt: at(0), endsAt: at(1) }],
    ...more,
    event: { type, visibility: "members", startsAt: at(0), endsAt: at(2), ...more.event },
  });
}

/** A student with an address, a telephone, and what they eat. */
export async function addStudent(backend: TestBackend) {
  const person = await signIn(backend, { role: "BENEFICIARY" });
  const { db, clock } = backend.services;
  await db.update(users).set({ phone: "06 39 98 12 34" }).where(eq(users.id, person.id));
  await db
    .insert(registrations)
    .values({ userId: person.id, kind: "beneficiary", at: clock(), addressLine: "3 rue du Bac", postcode: "69007", city: "Lyon" });
  await agreeToAllergies(db, person.id, clock());
  await db.insert(beneficiaryFiles).values({ userId: person.id, status: "eligible", diets: ["vegan"], allergies: "arachides" });
  return person;
}

export const orderKit = (
  backend: TestBackend,
  cookie: string,
  { id, quotas }: { id: string; quotas: string[] },
  more: Record<string, unknown> = { place: "own" },
) => backend.request(`/api/my-events/${id}/kit`, { method: "POST", cookie, json: { quotaId: quotas[0], ...more } });

export const kitsPage = async (backend: TestBackend, cookie: string, id: string, query = "") =>
  (await backend.request(`/api/kits/${id}${query}`, { cookie })).json() as Promise<KitPage>;

export const aidsOf = ({ services }: TestBackend, userId: string) => services.db.select().from(aids).where(eq(aids.userId, userId));

/** The facts about aids, as an administrator sets them. */
export const setAidRule = (backend: TestBackend, cookie: string, aidRule: "none" | "warn" | "refuse", parcelDays = 6) =>
  backend.request("/api/admin/organisation/aids", {
    method: "PUT",
    cookie,
    json: { version: 0, facts: { aidRule, parcelDays, clothesDays: null } },
  });

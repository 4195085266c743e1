import { expect } from "vitest";
import type { RulesDraft } from "#contract/charity/event-participants";
import type { TestBackend } from "./backend";
import { publishContent } from "./content";

type Quota = Partial<RulesDraft["quotas"][number]>;

/** A published event that people may register for, of one quota unless the test says otherwise; with the ids of its quotas. */
export async function addEvent(
  backend: TestBackend,
  cookie: string,
  {
    event = {},
    quotas = [{ capacity: 1 }],
    ...rules
  }: { event?: Record<string, unknown>; quotas?: Quota[] } & Partial<Omit<RulesDraft, "quotas">> = {},
) {
  const { id } = await publishContent(backend, "events", cookie, event);
  const saved = await savePlaces(backend, cookie, id, { quotas, ...rules });
  expect(saved.status).toBe(200);
  return { id, quotas: await quotaIds(backend, cookie, id) };
}

export function savePlaces(
  backend: TestBackend,
  cookie: string,
  id: string,
  { quotas = [], ...rules }: { quotas?: Quota[]; version?: number | null } & Partial<Omit<RulesDraft, "quotas">>,
) {
  const json = {
    ...{ roles: ["VOLUNTEER"], maxParty: 5, offerHours: 12, cancelUntilHours: 24, waitingList: true },
    ...rules,
    quotas: quotas.map((quota) => ({ label: { fr: "Places" }, capacity: 1, ...quota })),
  };
  return backend.request(`/api/admin/events/${id}/places`, { method: "PUT", cookie, json });
}

export async function placesOf(backend: TestBackend, cookie: string, id: string) {
  return (await backend.request(`/api/admin/events/${id}/places`, { cookie })).json() as Promise<{
    phase: string;
    rules: { version: number; taken: number; totalCapacity: number | null };
    quotas: { id: string; capacity: number; taken: number; waiting: number }[];
    counts: Record<string, number>;
  }>;
}

async function quotaIds(backend: TestBackend, cookie: string, id: string) {
  return (await placesOf(backend, cookie, id)).quotas.map((quota) => quota.id);
}

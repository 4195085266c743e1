import type { Membership, MembershipRecord, MembershipRow } from "#contract/charity/memberships";
import type { TestBackend } from "./backend";

/** Requests about memberships, for an admin with this cookie. */
export function membershipsOf(backend: Pick<TestBackend, "request">, cookie: () => string) {
  const post = (path: string, json: object = {}, by = cookie()) => backend.request(`/api/${path}`, { method: "POST", cookie: by, json });
  const read = async <T>(path: string, by = cookie()) => (await (await backend.request(`/api/${path}`, { cookie: by })).json()) as T;
  const planDraft = (more: object = {}) => ({
    ...{ name: { fr: "Bénévole" }, roles: ["ADMIN", "VOLUNTEER"], period: "rolling_12m", priceCents: 1_500, graceDays: 30 },
    ...{ validFrom: "2026-01-01", receiptEligible: true, ...more },
  });
  async function created(answer: Response): Promise<string> {
    if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { id: string }).id;
  }
  const addPlan = async (more: object = {}) => created(await post("admin/membership-plans", planDraft(more)));
  const ask = async (planId: string, by: string, more: object = {}) =>
    created(await post("own-membership", { planId, method: "transfer", ...more }, by));
  const pay = (id: string, more: object = {}) =>
    post(`admin/memberships/${id}/payments`, {
      ...{ receivedOn: "2026-11-20", method: "transfer", amountCents: 1_500, submission: crypto.randomUUID(), ...more },
    });
  const record = (id: string) => read<MembershipRecord>(`admin/memberships/${id}`);
  const list = (query = "") => read<{ items: MembershipRow[]; total: number }>(`admin/memberships${query}`);
  const own = (by: string) =>
    read<{
      items: (Membership & { lapsesOn: string | null })[];
      currentId: string | null;
      offers: { id: string; startDate: string; endDate: string }[];
      card: object | null;
    }>("own-membership", by);
  return { post, read, planDraft, addPlan, ask, pay, record, list, own };
}

import type { TestBackend } from "./backend";

/** What a test records, for an admin with this cookie: a transfer of the day before yesterday from a collecting box, unless it says otherwise. */
export function paymentsOf(backend: Pick<TestBackend, "request">, cookie: () => string) {
  const post = (path: string, json: object) => backend.request(`/api/admin/${path}`, { method: "POST", cookie: cookie(), json });
  const read = async <T>(path: string) => (await (await backend.request(`/api/admin/${path}`, { cookie: cookie() })).json()) as T;
  const draft = (amountCents: number, more: object = {}) => ({
    ...{ receivedOn: "2026-11-18", method: "transfer", amountCents, parts: [{ amountCents }], donorName: "Tronc de la soirée" },
    ...{ submission: crypto.randomUUID(), ...more },
  });
  const reversal = (amountCents: number, more: object = {}) => ({
    ...{ receivedOn: "2026-11-19", method: "transfer", amountCents, reversal: "refund", reason: "À sa demande" },
    ...{ submission: crypto.randomUUID(), ...more },
  });
  async function record(amountCents: number, more: object = {}): Promise<string[]> {
    const answer = await post("payments", draft(amountCents, more));
    if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { ids: string[] }).ids;
  }
  const mistake = (id: string, amountCents: number, more: object = {}) =>
    post(`payments/${id}/reversals`, reversal(amountCents, { reversal: "mistake", receivedOn: undefined, method: undefined, ...more }));
  const deposit = (cheques: string[], more: object = {}) =>
    post("cheque-deposits", { depositedOn: "2026-11-20", cheques, submission: crypto.randomUUID(), ...more });
  return { post, read, draft, reversal, record, mistake, deposit };
}

export const refusal = async (answer: Response) => [answer.status, ((await answer.json()) as { fieldErrors?: object }).fieldErrors];

import type { GuestLink } from "#contract/charity/event-guests";
import type { TestBackend, testClock } from "./backend";
import { oldProof } from "./form-proof";
import { mailsTo } from "./outbox";

type Place = { id: string; quotas: string[] };

/** What somebody without account does at an event, as requests without cookies. */
export function eventGuest(backend: TestBackend, time: Pick<ReturnType<typeof testClock>, "pass">) {
  const post = (path: string, json: object, headers = {}) => backend.request(path, { method: "POST", json, headers });
  const ask = async (event: Place, email: string, more: Record<string, unknown> = {}, locale = "fr") => {
    const json = { name: "Lou Petit", email, quotaId: event.quotas[0], partySize: 1, proof: await oldProof(backend, time), ...more };
    return post(`/api/events/${event.id}/guests`, json, { "accept-language": locale });
  };
  /** The token of the newest mail to an address that has a link. */
  const tokenFor = async (email: string, topic?: string) => {
    const mails = (await mailsTo(backend, email)).filter((mail) => mail.sealedToken && (!topic || mail.topic === topic));
    return /events\/registration\?token=([\w-]+)/.exec(mails[0]?.text ?? "")?.[1] ?? "";
  };
  const read = async (token: string) => (await post("/api/event-guests/link", { token })).json() as Promise<GuestLink>;
  const confirm = async (token: string) =>
    ((await (await post("/api/event-guests/confirm", { token })).json()) as { outcome: string }).outcome;
  const statusOf = async (token: string) => {
    const link = await read(token);
    return link.state === "registration" ? link.mine.status : link.state;
  };
  return {
    ...{ post, ask, tokenFor, read, confirm, statusOf },
    topicsTo: async (email: string) => (await mailsTo(backend, email)).map(({ topic }) => topic).reverse(),
    /** Asks and confirms; returns the token that opens the registration. */
    async register(event: Place, email: string, more: Record<string, unknown> = {}) {
      await ask(event, email, more);
      const token = await tokenFor(email, "event_guest_confirm");
      await confirm(token);
      return token;
    },
  };
}

import type { WaitingScan, waitingScans } from "./waiting-scans";

/** Where the page with the answer to a scan is, and its status; null without connection, or when the server does not answer. */
export type Answer = { url: URL; status: number } | null;

type Sending = {
  store: Pick<typeof waitingScans, "remove" | "expire"> & { all(): Promise<WaitingScan[]> };
  post: (scan: WaitingScan) => Promise<Answer>;
  now: number;
  /** How many wait; at the end also how many of these the server has refused. */
  count: (waiting: number, refused?: number) => void;
  /** An answer that was given, or a refusal that would be the same again. */
  answered: (scan: WaitingScan, answer: URL) => void;
};

/**
 * Sends what waits, in the order in which it was scanned, until there is no connection or the session has ended. One that is refused for now, as at a door
 * that this person may not open any more, goes on waiting and holds up no other.
 */
export async function sendWaiting({ store, post, now, count, answered }: Sending): Promise<void> {
  await store.expire(now);
  const scans = await store.all();
  let [waiting, refused] = [scans.length, 0];
  count(waiting);
  for (const scan of scans) {
    const answer = await post(scan);
    const outcome = outcomeOf(scan, answer);
    if (!answer || outcome === "stop") break;
    if (outcome === "refused") refused += 1;
    else {
      await store.remove(scan.nonce);
      waiting -= 1;
      count(waiting);
      answered(scan, answer.url);
    }
  }
  count(waiting, refused);
}

/** Refusals that would be the same again: a scan that was not understood, that is too old, or that another one has overtaken. */
const final = ["unreadable", "tooOld", "changed"];

function outcomeOf({ page }: WaitingScan, answer: Answer): "answered" | "refused" | "stop" {
  if (!answer || answer.url.pathname !== new URL(page, answer.url).pathname) return "stop";
  const { searchParams } = answer.url;
  const why = searchParams.get("refused") ?? "";
  if (searchParams.has("shown") || final.includes(why)) return "answered";
  // The limit is that of the person, whatever the door.
  return why === "tooMany" || answer.status === 429 ? "stop" : "refused";
}

import { admittedAnswers } from "#contract/charity/admitted-answers";
import { type SentScans, scansCounted, scansSent, type WaitingCount } from "./scan-events";
import { type Answer, sendWaiting } from "./sending-waiting";
import { type WaitingScan, waitingScans } from "./waiting-scans";

/** Milliseconds after which the server is taken to be out of reach. */
const timeout = 8_000;

let isSending = false;

/** Sends the scans of a person that wait in this browser, whatever page is open. One page of the browser does at a time. */
export async function sendScans(person: string): Promise<void> {
  if (isSending) return;
  isSending = true;
  try {
    const alone = navigator.locks?.request.bind(navigator.locks, "send-scans", { ifAvailable: true });
    if (alone) await alone((lock) => (lock ? sendNow(person) : undefined));
    else await sendNow(person);
  } finally {
    isSending = false;
  }
}

async function sendNow(person: string) {
  const answers: [WaitingScan, URL][] = [];
  let page: string | null = null;
  await sendWaiting({
    store: {
      ...waitingScans,
      async all() {
        const scans = await waitingScans.all(person);
        page = scans[0]?.page ?? null;
        return scans;
      },
    },
    ...{ now: Date.now(), post: (scan) => postScan(scan, true) },
    count: (waiting, held) => fire(scansCounted, { waiting, held: held ?? null, page } satisfies WaitingCount),
    answered: (scan, answer) => answers.push([scan, answer]),
  });
  const sent = summaryOf(answers);
  if (sent.length > 0) fire(scansSent, sent);
}

const fire = (name: string, detail: unknown) => document.dispatchEvent(new CustomEvent(name, { detail }));

/** The answers of each door, counted, and those that are others than the browser gave itself. What the server refused to judge let nobody in. */
export function summaryOf(answers: [Pick<WaitingScan, "page" | "given">, URL][]): SentScans[] {
  const doors = Map.groupBy(answers, ([{ page }]) => page);
  return [...doors].map(([page, ofDoor]) => {
    const admitted = ofDoor.filter(([, { searchParams }]) => isAdmitted(searchParams.get("answer"))).length;
    const shown = ofDoor.at(-1)?.[1] as URL;
    const changed = ofDoor.filter(([{ given }, { searchParams }]) => given && given !== searchParams.get("answer")).length;
    return { page, admitted, refused: ofDoor.length - admitted, changed, shown };
  });
}

const isAdmitted = (answer: string | null) => admittedAnswers.some((one) => one === answer);

/** Sends one scan to the page of its door. */
export async function postScan({ page, code, kind, deviceId, nonce, at }: WaitingScan, later: boolean): Promise<Answer> {
  const body = new URLSearchParams({ code, kind, device: deviceId, nonce, ...(later && { at }) });
  try {
    const answer = await fetch(page, { method: "POST", body, signal: AbortSignal.timeout(timeout) });
    return answer.status < 500 ? { url: new URL(answer.url), status: answer.status } : null;
  } catch {
    return null;
  }
}

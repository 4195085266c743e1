import { useNavigate } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { ScanKind } from "#contract/charity/check-ins";
import { type WaitingScan, waitingScans } from "~/enhance/waiting-scans";
import { type Answer, sendWaiting } from "./sending-waiting";

export type ScanSender = {
  send(code: string): Promise<void>;
  /** Sends again what waits. */
  retry(): Promise<void>;
  /** How many scans wait, and how many of these the server has refused for now. */
  waiting: number;
  held: number;
  /** Whether the last scan is one of them: it is recorded, and nobody has answered it yet. */
  isLast: boolean;
  /** Whether a scan is on its way: what is shown is not its answer. */
  isSending: boolean;
  /** Whether the last scan was refused before it was judged. */
  refused: boolean;
};

type Fields = { kind: ScanKind; deviceId: string };

/** Milliseconds after which the server is taken to be out of reach, and between two tries. */
const timeout = 8_000;
const retryAfter = 20_000;

/**
 * Sends scans to the page and shows their answers. One that finds no connection waits in this browser, with its time, and is sent once there is one:
 * also when the page was closed meanwhile.
 */
export function useScanSender({ kind, deviceId }: Fields, here: (query: Record<string, string>) => string): ScanSender {
  const navigate = useNavigate();
  const [{ waiting, held }, setCounts] = useState({ waiting: 0, held: 0 });
  const [last, setLast] = useState<"answered" | "sending" | "waiting" | "refused">("answered");
  const show = useRef((_: URL) => {});
  show.current = (answer) => {
    const { event: _, refused: __, ...query } = Object.fromEntries(answer.searchParams);
    setLast(query.shown ? "answered" : "refused");
    navigate(here(query), { replace: true, preventScrollReset: true });
  };
  const send = useCallback(
    async (code: string) => {
      setLast("sending");
      const scan = { code, kind, deviceId, nonce: crypto.randomUUID(), at: new Date().toISOString(), page: pageOf(location.href) };
      const answer = await post(scan, false);
      if (answer?.url.pathname === location.pathname) return show.current(answer.url);
      try {
        await waitingScans.add(scan);
      } catch {
        // The browser stores nothing: the scan is lost, and whoever scanned it is told so.
        return setLast("refused");
      }
      // The session has ended: the scan is sent when somebody has logged in again.
      if (answer) return location.assign(answer.url);
      setCounts((counts) => ({ ...counts, waiting: counts.waiting + 1 }));
      setLast("waiting");
    },
    [kind, deviceId],
  );
  const busy = useRef(false);
  const retry = useCallback(async () => {
    if (busy.current) return;
    busy.current = true;
    try {
      await sendWaiting({
        ...{ store: waitingScans, now: Date.now(), post: (scan) => post(scan, true) },
        count: (waiting, refused) => setCounts(({ held }) => ({ waiting, held: refused ?? Math.min(held, waiting) })),
        answered: ({ page }, answer) => page === pageOf(location.href) && show.current(answer),
      });
    } finally {
      busy.current = false;
    }
  }, []);
  useEffect(() => {
    const again = () => void retry().catch(() => {});
    again();
    const timer = setInterval(again, retryAfter);
    addEventListener("online", again);
    return () => {
      clearInterval(timer);
      removeEventListener("online", again);
    };
  }, [retry]);
  return { send, retry, waiting, held, isLast: last === "waiting", isSending: last === "sending", refused: last === "refused" };
}

async function post({ page, code, kind, deviceId, nonce, at }: WaitingScan, later: boolean): Promise<Answer> {
  const body = new URLSearchParams({ code, kind, device: deviceId, nonce, ...(later && { at }) });
  try {
    const answer = await fetch(page, { method: "POST", body, signal: AbortSignal.timeout(timeout) });
    return answer.status < 500 ? { url: new URL(answer.url), status: answer.status } : null;
  } catch {
    return null;
  }
}

/** The page of a door without what it shows at the moment. */
function pageOf(href: string): string {
  const { pathname, searchParams } = new URL(href);
  const event = searchParams.get("event");
  return event ? `${pathname}?${new URLSearchParams({ event })}` : pathname;
}

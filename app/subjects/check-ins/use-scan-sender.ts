import { useNavigate } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { ScanKind } from "#contract/charity/check-ins";
import { type WaitingScan, waitingScans } from "./waiting-scans";

export type ScanSender = {
  send(code: string): Promise<void>;
  /** Sends again what waits. */
  retry(): Promise<void>;
  /** How many scans wait for a connection. */
  waiting: number;
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
  const [waiting, setWaiting] = useState(0);
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
      if (answer?.pathname === location.pathname) return show.current(answer);
      try {
        await waitingScans.add(scan);
      } catch {
        // The browser stores nothing: the scan is lost, and whoever scanned it is told so.
        return setLast("refused");
      }
      // The session has ended: the scan is sent when somebody has logged in again.
      if (answer) return location.assign(answer);
      setWaiting((count) => count + 1);
      setLast("waiting");
    },
    [kind, deviceId],
  );
  const busy = useRef(false);
  const retry = useCallback(async () => {
    if (busy.current) return;
    busy.current = true;
    try {
      await sendAll(setWaiting, (answer) => show.current(answer));
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
  return { send, retry, waiting, isLast: last === "waiting", isSending: last === "sending", refused: last === "refused" };
}

/** Sends what waits, in the order in which it was scanned, until there is no connection or the session has ended. Answers of this door are shown. */
async function sendAll(count: (waiting: number) => void, show: (answer: URL) => void): Promise<void> {
  const scans = await waitingScans.all();
  count(scans.length);
  for (const [index, scan] of scans.entries()) {
    const answer = await post(scan, true);
    if (!answer || answer.pathname !== new URL(scan.page, location.origin).pathname || !isAnswered(answer)) return;
    await waitingScans.remove(scan.nonce);
    count(scans.length - index - 1);
    if (scan.page === pageOf(location.href)) show(answer);
  }
}

/** Refusals that would be the same again: a scan that was not understood, that is too old, or that another one has overtaken. */
const final = ["unreadable", "tooOld", "changed"];

/** Whether a scan need not be sent again: it was judged, or it never will be. Others wait: for a right that somebody gives back, or for less to do. */
const isAnswered = ({ searchParams }: URL) => searchParams.has("shown") || final.includes(searchParams.get("refused") ?? "");

/** Where the page with the answer is; null without connection, or when the server does not answer. */
async function post({ page, code, kind, deviceId, nonce, at }: WaitingScan, later: boolean): Promise<URL | null> {
  const body = new URLSearchParams({ code, kind, device: deviceId, nonce, ...(later && { at }) });
  try {
    const answer = await fetch(page, { method: "POST", body, signal: AbortSignal.timeout(timeout) });
    return answer.status < 500 ? new URL(answer.url) : null;
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

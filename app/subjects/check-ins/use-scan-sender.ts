import { useNavigate } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Scan, ScanKind } from "#contract/charity/check-ins";
import { pageOfDoor, retryAfter, type SentScans, scansCounted, scansSent, type WaitingCount } from "~/enhance/scan-events";
import { postScan, sendScans } from "~/enhance/scan-sending";
import { type WaitingScan, waitingScans } from "~/enhance/waiting-scans";
import type { OfflineScan } from "./offline-answers";

export type ScanSender = {
  send(code: string): Promise<void>;
  /** Sends again what waits. */
  retry(): Promise<void>;
  /** How many scans wait, and how many of these the server has refused for now. */
  waiting: number;
  held: number;
  /** How many scans of this door were sent later, since the page was opened; null while these are none, or one that let somebody in. */
  sentLater: { admitted: number; refused: number; changed: number } | null;
  /** Whether the last scan is one of them: it is recorded, and the server has not answered it yet. */
  isLast: boolean;
  /** The browser's own answer to that scan, by the list of the door; null where it has none. */
  own: Scan | null;
  /** Whether a scan is on its way: what is shown is not its answer. */
  isSending: boolean;
  /** Whether the last scan was refused before it was judged. */
  refused: boolean;
};

type Fields = { kind: ScanKind; deviceId: string; person: string };

/** Answers a scan without connection; null for who is in no list of this browser. */
type OwnAnswer = { answer: (scan: WaitingScan) => Promise<OfflineScan | null> };

/**
 * Sends scans to the page and shows their answers. One that finds no connection waits in this browser, with its time, and is sent once there is one:
 * from any page of the back-office. Of those that were sent later, the last answer is shown, and how many were let in.
 */
export function useScanSender(
  { kind, deviceId, person }: Fields,
  here: (query: Record<string, string>) => string,
  ownAnswers: { current: OwnAnswer | null },
): ScanSender {
  const navigate = useNavigate();
  const [{ waiting, held }, setCounts] = useState({ waiting: 0, held: 0 });
  const [sentLater, setSentLater] = useState({ admitted: 0, refused: 0, changed: 0 });
  const [last, setLast] = useState<"answered" | "sending" | "waiting" | "refused">("answered");
  const [own, setOwn] = useState<Scan | null>(null);
  const show = useRef((_: URL) => {});
  show.current = (answer) => {
    const { event: _, refused: __, answer: ___, ...query } = Object.fromEntries(answer.searchParams);
    setLast(query.shown ? "answered" : "refused");
    navigate(here(query), { replace: true, preventScrollReset: true });
  };
  const send = useCallback(
    async (code: string) => {
      setLast("sending");
      const made = { nonce: crypto.randomUUID(), at: new Date().toISOString(), page: pageOfDoor(location.href) };
      const scan = { code, kind, deviceId, by: person, given: null, ...made };
      const answer = await postScan(scan, false);
      if (answer?.url.pathname === location.pathname) return show.current(answer.url);
      const given = (await ownAnswers.current?.answer(scan))?.scan ?? null;
      try {
        await waitingScans.add({ ...scan, given: given?.answer ?? null });
      } catch {
        // The browser stores nothing: the scan is lost, and whoever scanned it reads that.
        return setLast("refused");
      }
      // The session has ended: the scan is sent when somebody has logged in again.
      if (answer) return location.assign(answer.url);
      setCounts((counts) => ({ ...counts, waiting: counts.waiting + 1 }));
      setOwn(given);
      setLast("waiting");
    },
    [kind, deviceId, person, ownAnswers],
  );
  useEffect(() => {
    const again = () => void sendScans(person).catch(() => {});
    const counted = ({ detail }: CustomEventInit<WaitingCount>) =>
      detail && setCounts((before) => ({ waiting: detail.waiting, held: detail.held ?? Math.min(before.held, detail.waiting) }));
    const sent = ({ detail = [] }: CustomEventInit<SentScans[]>) => {
      const ofDoor = detail.find(({ page }) => page === pageOfDoor(location.href));
      if (!ofDoor) return;
      setSentLater(({ admitted, refused, changed }) => ({
        ...{ admitted: admitted + ofDoor.admitted, refused: refused + ofDoor.refused, changed: changed + ofDoor.changed },
      }));
      show.current(ofDoor.shown);
    };
    document.addEventListener(scansCounted, counted);
    document.addEventListener(scansSent, sent);
    addEventListener("online", again);
    again();
    const timer = setInterval(again, retryAfter);
    return () => {
      clearInterval(timer);
      removeEventListener("online", again);
      document.removeEventListener(scansCounted, counted);
      document.removeEventListener(scansSent, sent);
    };
  }, [person]);
  const isWorthALine = sentLater.refused > 0 || sentLater.changed > 0 || sentLater.admitted > 1;
  return {
    ...{ send, retry: () => sendScans(person), waiting, held, sentLater: isWorthALine ? sentLater : null },
    ...{ isLast: last === "waiting", own, isSending: last === "sending", refused: last === "refused" },
  };
}

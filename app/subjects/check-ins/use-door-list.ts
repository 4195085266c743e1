import { useRevalidator } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { DoorList } from "#contract/charity/door-list";
import { sealedLists } from "~/enhance/sealed-lists";
import type { WaitingScan } from "~/enhance/waiting-scans";
import { refreshEach } from "~/ui/refresh-while";
import { answerFrom, fits, listAfter, merged, type OfflineScan } from "./offline-answers";

/** Milliseconds after which all of a list is fetched, not the changes alone: who was erased is in no change. */
const wholeAfter = 600_000;

type Fetched = { list: DoorList | null } | "refused" | "unreachable";

/** Fetches the list of a door, or what has changed since. A right that is withdrawn and a session that has ended are refusals. */
async function fetchList(eventId: string, since: string | null): Promise<Fetched> {
  try {
    const answer = await fetch(`/dashboard/events/${eventId}/door-list${since ? `?since=${encodeURIComponent(since)}` : ""}`);
    if (answer.redirected || (answer.status >= 400 && answer.status < 500 && answer.status !== 429)) return "refused";
    return answer.ok ? ((await answer.json()) as { list: DoorList | null }) : "unreachable";
  } catch {
    return "unreachable";
  }
}

/**
 * The list of the door of an event, for answers without connection. While there is one it is refreshed every twenty seconds, and the page with it: a
 * connection that fails is noticed here, where it costs nothing. `waits`: scans wait to be sent, which the server's list does not have yet. `shown`: the scan
 * whose answer is on the page, after which the list is another one.
 */
export function useDoorList(eventId: string, person: string, { waits, shown }: { waits: boolean; shown: string | undefined }) {
  const [list, setList] = useState<DoorList | null>(null);
  const latest = useRef<DoorList | null>(null);
  const lastWhole = useRef(0);
  const ended = useRef(false);
  const waiting = useRef(waits);
  waiting.current = waits;
  const { revalidate } = useRevalidator();
  const set = useCallback(
    (next: DoorList | null) => {
      latest.current = next;
      setList(next);
      const stored = next ? sealedLists.save(next, person) : sealedLists.remove(eventId);
      // A browser that stores nothing has the list as long as the page is open.
      void stored.catch(() => {});
    },
    [eventId, person],
  );
  const refresh = useCallback(async () => {
    if (ended.current || !navigator.onLine) return false;
    const isDue = Date.now() - lastWhole.current > wholeAfter;
    const changes = await fetchList(eventId, isDue ? null : (latest.current?.at ?? null));
    const isOther = typeof changes === "object" && changes.list !== null && !fits(latest.current, changes.list);
    const fetched = isOther ? await fetchList(eventId, null) : changes;
    // A refusal counts at once; a list without the scans that wait does not.
    if (fetched === "unreachable" || (fetched !== "refused" && waiting.current)) return false;
    const next = fetched === "refused" ? null : fetched.list;
    if (next?.whole) lastWhole.current = Date.now();
    ended.current = next === null;
    set(next && merged(latest.current, next));
    return next !== null;
  }, [eventId, set]);
  useEffect(() => {
    // Another event on the same page begins at its own list.
    if (latest.current?.event.id !== eventId) latest.current = null;
    [ended.current, lastWhole.current] = [false, 0];
    const start = async () => {
      const stored = await sealedLists.open(eventId, person, Date.now()).catch(() => null);
      if (stored && !latest.current) {
        latest.current = stored;
        setList(stored);
      }
      await refresh();
    };
    void start();
    return refreshEach(() => void refresh().then((isFresh) => isFresh && revalidate()));
  }, [eventId, person, refresh, revalidate]);
  useEffect(() => {
    if (shown && latest.current) void refresh();
  }, [shown, refresh]);
  const answer = useCallback(
    async (scan: WaitingScan): Promise<OfflineScan | null> => {
      const known = latest.current;
      if (!known || Date.parse(known.until) <= Date.now()) return null;
      const found = await answerFrom(known, scan);
      if (found) set(listAfter(known, found));
      return found;
    },
    [set],
  );
  return { list, answer };
}

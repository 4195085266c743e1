import { useEffect, useRef, useState } from "react";
import type { Scan, ScanKind } from "#contract/charity/check-ins";
import type { DoorList } from "#contract/charity/door-list";
import { retryAfter } from "~/enhance/scan-events";
import { sealedLists } from "~/enhance/sealed-lists";
import { waitingScans } from "~/enhance/waiting-scans";
import { answerFrom, listAfter } from "./offline-answers";

type Stored = { list: DoorList; person: string };
/** What the last scan got: the browser's own answer, or none. `refused`: the browser does not store it, so it is lost. */
type Last = { nonce: string; own: Scan | null; refused: boolean };

/** The pages of a door, whose event is in their address. */
const doorPage = /^\/(?:en\/)?dashboard\/(?:events\/([\w-]{36})\/door|admin\/events\/scan\?event=([\w-]{36}))$/;

/**
 * The door that the address names behind `#`, as this browser has it. Once the page of the door can be reached, it takes this one's place, and sends what
 * waits. `list` is undefined while it is opened, and null where the browser has none, or its time is over: then nothing can be scanned.
 */
export function useStoredDoor() {
  const [page, setPage] = useState<string | null>(null);
  const [list, setList] = useState<DoorList | null>();
  const [waiting, setWaiting] = useState(0);
  const [last, setLast] = useState<Last | null>(null);
  const stored = useRef<Stored | null>(null);
  const deviceId = useRef("");
  useEffect(() => {
    deviceId.current = crypto.randomUUID();
    const named = decodeURIComponent(location.hash.slice(1));
    const [, ofVolunteers, ofAdmins] = doorPage.exec(named) ?? [];
    const eventId = ofVolunteers ?? ofAdmins;
    if (!eventId) return setList(null);
    setPage(named);
    const open = async () => {
      stored.current = await sealedLists.opened(eventId, Date.now()).catch(() => null);
      setList(stored.current?.list ?? null);
      setWaiting((await waitingScans.all(stored.current?.person)).length);
    };
    void open();
    const leave = () => void leaveFor(named);
    addEventListener("online", leave);
    const timer = setInterval(leave, retryAfter);
    return () => {
      clearInterval(timer);
      removeEventListener("online", leave);
    };
  }, []);
  const send = async (code: string, kind: ScanKind) => {
    if (!stored.current || !page) return;
    const { list: known, person } = stored.current;
    if (Date.parse(known.until) <= Date.now()) {
      stored.current = null;
      setLast(null);
      return setList(null);
    }
    const scan = {
      code,
      kind,
      deviceId: deviceId.current,
      nonce: crypto.randomUUID(),
      at: new Date().toISOString(),
      page,
      by: person,
      given: null,
    };
    const found = await answerFrom(known, scan);
    try {
      await waitingScans.add({ ...scan, given: found?.scan.answer ?? null });
    } catch {
      // The browser stores nothing: the scan is lost, and whoever scanned it reads that.
      return setLast({ nonce: scan.nonce, own: null, refused: true });
    }
    if (found) {
      stored.current = { person, list: listAfter(known, found) };
      setList(stored.current.list);
      await sealedLists.save(stored.current.list, person).catch(() => {});
    }
    setWaiting((await waitingScans.all(person)).length);
    setLast({ nonce: scan.nonce, own: found?.scan ?? null, refused: false });
  };
  return { page, list, waiting, last, send };
}

/** Goes to the page of the door if it answers: whatever it answers, it says what to do. */
async function leaveFor(page: string) {
  const answer = await fetch(page, { method: "HEAD", redirect: "manual", cache: "no-store" }).catch(() => null);
  if (answer && answer.status < 500) location.replace(page);
}

import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { longestOffline } from "#contract/charity/longest-offline";
import {
  doorListsUntil,
  pageOfDoor,
  retryAfter,
  type SentScans,
  scansCounted,
  scansExpired,
  scansSent,
  unsentScans,
  type WaitingCount,
} from "~/enhance/scan-events";
import type { Toast } from "~/toasts/toast";

/** Long enough to be read after the tab was left: what it says is nowhere else. */
const shownFor = 3_600_000;

/**
 * Sends scans of a door that wait in this browser, from any page of the back-office, and says to the person how many wait, how many were sent and let in,
 * and how many were deleted since they have waited too long. The page of a door says the first two itself.
 */
export function useScanToasts(person: string | undefined): Toast[] {
  const { t } = useTranslation("dashboard");
  const { key } = useLocation();
  const expired = useExpired();
  const { waiting, page, sent } = useSending(key, person);
  const toasts: Toast[] = [];
  if (expired > 0)
    toasts.push({
      id: `expired-scans-${expired}`,
      title: t("user.expiredScans", { count: expired }),
      description: t("user.expiredScansText", { hours: longestOffline }),
      ...{ icon: "warning", color: "warning", timeout: shownFor },
    });
  if (waiting > 0 && page && !isHere(page))
    toasts.push({
      id: `waiting-scans-${waiting}`,
      title: t("user.waitingScans", { count: waiting }),
      description: t("user.waitingScansText", { hours: longestOffline }),
      actions: [{ label: t("user.openDoor"), to: page }],
      ...{ icon: "warning", color: "warning", timeout: shownFor },
    });
  for (const one of sent) if (!isHere(one.page)) toasts.push(sentToast(t, one));
  return toasts;
}

const isHere = (page: string) => page === pageOfDoor(location.href);

function sentToast(t: ReturnType<typeof useTranslation<"dashboard">>["t"], { page: door, admitted, refused, changed }: SentScans): Toast {
  const title = t("user.sentScans", { count: admitted });
  const id = `sent-scans-${door}-${admitted}-${refused}`;
  const differs = changed > 0 ? t("user.changedScans", { count: changed }) : "";
  if (refused === 0 && !differs) return { id, title, icon: "done", color: "success" };
  const more = refused > 0 ? t("user.refusedScans", { count: refused }) : "";
  return {
    ...{ id, title, icon: "warning", color: "warning", timeout: shownFor },
    description: [more, differs].filter(Boolean).join(" "),
    actions: [
      refused > 0
        ? { label: t("user.seeRefused"), to: `${door}${door.includes("?") ? "&" : "?"}scans=refused` }
        : { label: t("user.openDoor"), to: door },
    ],
  };
}

function useExpired(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const add = (event: Event) => setCount((before) => before + (event as CustomEvent<number>).detail);
    document.addEventListener(scansExpired, add);
    return () => document.removeEventListener(scansExpired, add);
  }, []);
  return count;
}

type Sending = { waiting: number; page: string | null; sent: SentScans[] };

/** Tries with each page, with each connection, and from time to time. */
function useSending(key: string, person: string | undefined): Sending {
  const [state, setState] = useState<Sending>({ waiting: 0, page: null, sent: [] });
  useEffect(() => {
    const again = () => sendIfAny(person);
    const counted = ({ detail }: CustomEventInit<WaitingCount>) => {
      if (detail && detail.held !== null) setState(({ sent }) => ({ waiting: detail.waiting, page: detail.page, sent }));
    };
    const answered = ({ detail }: CustomEventInit<SentScans[]>) => detail && setState((before) => ({ ...before, sent: detail }));
    document.addEventListener(scansCounted, counted);
    document.addEventListener(scansSent, answered);
    addEventListener("online", again);
    const timer = setInterval(again, retryAfter);
    return () => {
      clearInterval(timer);
      removeEventListener("online", again);
      document.removeEventListener(scansCounted, counted);
      document.removeEventListener(scansSent, answered);
    };
  }, [person]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what changes with each page
  useEffect(() => sendIfAny(person), [key, person]);
  return state;
}

function sendIfAny(person: string | undefined) {
  if (person && localStorage.getItem(doorListsUntil))
    void import("~/enhance/sealed-lists").then(({ sealedLists }) => sealedLists.expire(Date.now(), person)).catch(() => {});
  // A browser that stores nothing has none, and most people never scan: they do not load the script.
  if (!person || !localStorage.getItem(unsentScans)) return;
  void import("~/enhance/scan-sending").then(({ sendScans }) => sendScans(person)).catch(() => {});
}

import { LogIn, LogOut, Search, Volume2, VolumeX, X } from "lucide";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { answerTones, type ScanKind } from "#contract/charity/check-ins";
import { placeText } from "~/subjects/events/place-text";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { LocalizedText } from "~/ui/localized-text";
import { Camera } from "./camera";
import { CodeForm } from "./code-form";
import type { DoorData } from "./door.server";
import { LastScans } from "./last-scans";
import { NameResults } from "./name-results";
import { countsOf } from "./offline-answers";
import { NoAnswer, ScanResult } from "./scan-result";
import { signal } from "./signals";
import { useStoredShell } from "./stored-shell";
import { useDoorList } from "./use-door-list";
import { type ScanSender, useScanSender } from "./use-scan-sender";
import { SentStrip, WaitingStrip } from "./waiting-strip";

type Props = {
  data: DoorData;
  /** The page that the button with the cross leads to. */
  back: string;
  /** The path of this page with another query; the parameters in `keep` stay. */
  here: (query: Record<string, string>) => string;
  /** Parameters that a search by name keeps. */
  keep: Record<string, string>;
};

/**
 * The door of an event, on the whole screen: the last answer, the code that is typed or scanned, who is inside, and the last scans. It works without
 * script: a hand scanner types into the field, which has the focus, and sends it.
 */
export function DoorScreen({ data, back, here, keep }: Props) {
  const { t } = useTranslation("door");
  const { t: events } = useTranslation("events");
  const { door, people, name, shown, nonce, person } = data;
  const { event, manual, scans, deviceId } = door;
  const online = useOnline();
  // Without connection the direction changes on the page alone.
  const [kindOffline, setKindOffline] = useState<ScanKind | null>(null);
  useEffect(() => {
    if (online) setKindOffline(null);
  }, [online]);
  const kind = kindOffline ?? data.kind;
  const ownAnswers = useRef<ReturnType<typeof useDoorList> | null>(null);
  const sender = useScanSender({ kind, deviceId, person }, here, ownAnswers);
  ownAnswers.current = useDoorList(event.id, person, { waits: sender.waiting > sender.held, shown: shown?.id });
  const { list } = ownAnswers.current;
  useStoredShell(list !== null);
  const { expected, entered, inside } = sender.waiting > 0 && list ? countsOf(list) : door;
  const { muted, setMuted } = useSignal(shown, sender);
  const kindQuery: Record<string, string> = kind === "exit" ? { kind } : {};
  return (
    <section className="door" aria-label={t("title")}>
      <div className="door-head">
        <Link to={back} className="door-round" aria-label={t("leave")}>
          <Icon of={X} />
        </Link>
        <div className="min-w-0 flex-1">
          <h1>
            <LocalizedText of={event.title} />
          </h1>
          <small>{placeText(events, event)}</small>
        </div>
        {muted !== undefined && (
          <button type="button" className="door-round" aria-pressed={muted} aria-label={t("mute")} onClick={() => setMuted(!muted)}>
            <Icon of={muted ? VolumeX : Volume2} />
          </button>
        )}
      </div>
      <div className="door-strips">
        <WaitingStrip sender={sender} />
        <SentStrip sender={sender} refusedPage={here({ ...kindQuery, scans: "refused" })} />
      </div>
      {people && <NameResults people={people} name={name} close={here(kindQuery)} fields={{ kind, deviceId, nonce }} />}
      {/* The camera stays open behind the results of a search. */}
      <div className="door-view" hidden={!!people}>
        <div role="status" aria-atomic="true">
          <LastAnswer shown={shown} sender={sender} kind={kind} listAt={list?.at} />
        </div>
        <Camera send={sender.send} />
      </div>
      <div className="door-foot">
        <p className="door-count">
          <b>
            {entered}
            <small> / {expected}</small>
          </b>
          <span>{t("inside", { count: inside })}</span>
        </p>
        <KindSwitch kind={kind} here={here} onOffline={online ? undefined : setKindOffline} />
        {!online && <p>{t("offline.needs")}</p>}
        <CodeForm fields={{ kind, deviceId, nonce }} answered={shown?.id ?? null} send={sender.send} />
        {manual && (
          <search className="door-name">
            <form onSubmit={(event) => !online && event.preventDefault()}>
              {Object.entries({ ...keep, ...kindQuery }).map(([field, value]) => (
                <input key={field} type="hidden" name={field} value={value} />
              ))}
              <label htmlFor="door-name">{t("name.label")}</label>
              <div className="flex gap-2">
                <input
                  id="door-name"
                  name="q"
                  type="search"
                  className="door-input"
                  defaultValue={name}
                  minLength={2}
                  maxLength={100}
                  autoComplete="off"
                />
                <button type="submit" className="btn btn-hollow" aria-label={t("name.search")}>
                  <Icon of={Search} />
                </button>
              </div>
            </form>
          </search>
        )}
      </div>
      <LastScans scans={scans} kind={kind} which={data.which} pageOf={(query) => here({ ...kindQuery, ...query })} />
    </section>
  );
}

/** What fills the screen: the answer of the server, the browser's own, that there is none yet, or what to do. */
function LastAnswer({ shown, sender, kind, listAt }: { shown: DoorData["shown"]; sender: ScanSender; kind: ScanKind; listAt?: string }) {
  const { t } = useTranslation("door");
  const { isLast, own, refused, isSending } = sender;
  if (isLast && own) return <ScanResult scan={own} listAt={listAt} />;
  if (isLast || refused) return <NoAnswer waits={isLast} listAt={listAt} />;
  if (shown && !isSending) return <ScanResult scan={shown} />;
  return <p className="door-hint">{t(isSending ? "sending" : `ready.${kind}`)}</p>;
}

/** Whether the browser knows of a connection; true before the page has its script. */
function useOnline(): boolean {
  const [online, setOnline] = useState(true);
  useEffect(() => {
    const change = () => setOnline(navigator.onLine);
    change();
    addEventListener("online", change);
    addEventListener("offline", change);
    return () => {
      removeEventListener("online", change);
      removeEventListener("offline", change);
    };
  }, []);
  return online;
}

/** Sounds once for each answer, unless somebody muted it; `muted` is not known before the page has its script. */
function useSignal(shown: DoorData["shown"], { isLast, waiting, own }: ScanSender) {
  const noted = isLast ? waiting : 0;
  const [muted, setMuted] = useState<boolean>();
  const last = useRef<string | null>(null);
  useEffect(() => {
    setMuted((now) => now ?? false);
    if (!shown || shown.id === last.current) return;
    last.current = shown.id;
    if (!muted) signal(answerTones[shown.answer]);
  }, [shown, muted]);
  const lastNoted = useRef(0);
  useEffect(() => {
    if (noted > lastNoted.current && !muted) signal(own ? answerTones[own.answer] : "warning");
    lastNoted.current = noted;
  }, [noted, own, muted]);
  return { muted, setMuted };
}

/** Two links, so that the direction is in the address and survives a reload. */
function KindSwitch({ kind, here, onOffline }: { kind: ScanKind; here: Props["here"]; onOffline?: (kind: ScanKind) => void }) {
  const { t } = useTranslation("door");
  const onClick = (chosen: ScanKind) => (event: MouseEvent) => {
    if (!onOffline) return;
    event.preventDefault();
    onOffline(chosen);
  };
  return (
    <nav className="door-kinds" aria-label={t("kind.label")}>
      <Link to={here({})} onClick={onClick("entry")} aria-current={kind === "entry" || undefined}>
        <Icon of={LogIn} className="size-4.5" />
        {t("kind.entry")}
      </Link>
      <Link to={here({ kind: "exit" })} onClick={onClick("exit")} aria-current={kind === "exit" || undefined}>
        <Icon of={LogOut} className="size-4.5" />
        {t("kind.exit")}
      </Link>
    </nav>
  );
}

import { LogIn, LogOut, RefreshCw } from "lucide";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { answerTones, type ScanKind, scanKinds } from "#contract/charity/check-ins";
import { buttonClass } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { LocalizedText } from "~/ui/localized-text";
import { Camera } from "./camera";
import { CodeForm } from "./code-form";
import { countsOf } from "./offline-answers";
import { NoAnswer, ScanResult } from "./scan-result";
import { signal } from "./signals";
import { useStoredDoor } from "./use-stored-door";

/** The screen of a door without connection, after a reload: answers by the list that this browser has, and scans that wait. Without a list it takes none. */
export function OfflineDoor() {
  const { t } = useTranslation("door");
  const { page, list, waiting, last, send } = useStoredDoor();
  const [kind, setKind] = useState<ScanKind>("entry");
  useEffect(() => {
    if (last) signal(last.own ? answerTones[last.own.answer] : "warning");
  }, [last]);
  const counts = list && countsOf(list);
  return (
    <main className="door" aria-label={t("title")}>
      <div className="door-head">
        <h1 className="min-w-0 flex-1">{list ? <LocalizedText of={list.event.title} /> : t("title")}</h1>
        {page && (
          <a className={buttonClass("hollow")} href={page}>
            <Icon of={RefreshCw} />
            {t("offline.retry")}
          </a>
        )}
      </div>
      <div className="door-strips">
        <div className="door-waiting" role="status">
          <p>
            <strong>{t("offline.title")}</strong> {t("offline.waiting", { count: waiting })}
          </p>
        </div>
      </div>
      <div className="door-view">
        <div role="status" aria-atomic="true">
          {last?.own ? (
            <ScanResult scan={last.own} listAt={list?.at} />
          ) : last ? (
            <NoAnswer waits={!last.refused} listAt={list?.at} />
          ) : (
            <p className="door-hint">{t(list === undefined ? "sending" : list ? `ready.${kind}` : "offline.noList")}</p>
          )}
        </div>
        {list && <Camera send={(code) => send(code, kind)} />}
      </div>
      <div className="door-foot">
        {counts && (
          <p className="door-count">
            <b>
              {counts.entered}
              <small> / {counts.expected}</small>
            </b>
            <span>{t("inside", { count: counts.inside })}</span>
          </p>
        )}
        <fieldset className="door-kinds" aria-label={t("kind.label")}>
          {scanKinds.map((one) => (
            <button key={one} type="button" aria-pressed={kind === one} onClick={() => setKind(one)}>
              <Icon of={one === "entry" ? LogIn : LogOut} className="size-4.5" />
              {t(`kind.${one}`)}
            </button>
          ))}
        </fieldset>
        {list && <CodeForm fields={{ kind, deviceId: "", nonce: "" }} answered={last?.nonce ?? null} send={(code) => send(code, kind)} />}
      </div>
    </main>
  );
}

import { RefreshCw, WifiOff } from "lucide";
import { useTranslation } from "react-i18next";
import { answerTones, type Scan } from "#contract/charity/check-ins";
import { hourText } from "#contract/formats/france-time";
import { Icon } from "~/ui/icon";
import { formatDate } from "~/ui/local-date";
import { LocalizedText } from "~/ui/localized-text";
import { usePage } from "~/ui/page-context";
import { answerIcons } from "./answer-icons";

/** The answer to a scan, large: colour, icon, words, whose it is, and what to do. `listAt`: as of when the list is by which the browser gave it itself. */
export function ScanResult({ scan, listAt }: { scan: Scan; listAt?: string }) {
  const { t } = useTranslation("door");
  const { t: events } = useTranslation("events");
  const { locale } = usePage();
  const { answer, name, partySize, quota, slot, status, first, elsewhere } = scan;
  const others = (partySize ?? 1) - 1;
  return (
    <div className="door-result" data-tone={answerTones[answer]} key={scan.id}>
      <span className="door-ring">
        <Icon of={answerIcons[answer]} className="size-10 [stroke-width:3.5] lg:size-14" />
      </span>
      <h2>{t(`answer.${answer}`)}</h2>
      {name && <p className="door-who">{others > 0 ? t("withOthers", { name, count: others }) : name}</p>}
      {elsewhere && (
        <p className="door-who">
          <LocalizedText of={elsewhere.title} />, {formatDate(locale, elsewhere.startsAt, "time")}
        </p>
      )}
      <p>{t(`advice.${answer}`)}</p>
      <ul>
        {quota && (
          <li>
            <LocalizedText of={quota} />
          </li>
        )}
        {slot && <li>{t("slot", { hour: hourText(locale, new Date(slot)) })}</li>}
        {first && (
          <li>
            {first.by ? t("firstBy", { hour: formatDate(locale, first.at, "time"), by: first.by }) : formatDate(locale, first.at, "time")}
          </li>
        )}
        {status && (answer === "not_confirmed" || answer === "cancelled") && <li>{events(`status.${status}`)}</li>}
        {listAt && <li>{t("offline.byList", { hour: hourText(locale, new Date(listAt)) })}</li>}
      </ul>
    </div>
  );
}

/** A scan that nobody has judged: it waits for a connection, being in no list of this browser, or was not understood. */
export function NoAnswer({ waits, listAt }: { waits: boolean; listAt?: string }) {
  const { t } = useTranslation("door");
  const { locale } = usePage();
  const hour = listAt && hourText(locale, new Date(listAt));
  return (
    <div className="door-result" data-tone="warning">
      <span className="door-ring">
        <Icon of={waits ? WifiOff : RefreshCw} className="size-10 [stroke-width:3.5] lg:size-14" />
      </span>
      <h2>{!waits ? t("offline.refused") : hour ? t("offline.absent", { hour }) : t("offline.noted")}</h2>
      <p>{t(!waits ? "offline.again" : hour ? "offline.absentAdvice" : "offline.advice")}</p>
    </div>
  );
}

import { RefreshCw, WifiOff } from "lucide";
import { useTranslation } from "react-i18next";
import { answerTones, type Scan } from "#contract/charity/check-ins";
import { hourText } from "#contract/formats/france-time";
import { Icon } from "~/ui/icon";
import { formatDate } from "~/ui/local-date";
import { LocalizedText } from "~/ui/localized-text";
import { usePage } from "~/ui/page-context";
import { answerIcons } from "./answer-icons";

/** The answer to a scan, large: colour, icon, words, whose it is, and what to do. */
export function ScanResult({ scan }: { scan: Scan }) {
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
      </ul>
    </div>
  );
}

/** A scan that nobody has judged: it waits for a connection, or was not understood. */
export function NoAnswer({ waits }: { waits: boolean }) {
  const { t } = useTranslation("door");
  return (
    <div className="door-result" data-tone="warning">
      <span className="door-ring">
        <Icon of={waits ? WifiOff : RefreshCw} className="size-10 [stroke-width:3.5] lg:size-14" />
      </span>
      <h2>{t(waits ? "offline.noted" : "offline.refused")}</h2>
      <p>{t(waits ? "offline.advice" : "offline.again")}</p>
    </div>
  );
}

import { useTranslation } from "react-i18next";
import type { Quota } from "#contract/charity/event-participants";
import { readIn } from "#contract/formats/localized-text";
import { usePage } from "~/ui/page-context";
import { Progress } from "~/ui/progress";

/** How full each quota is, and how many wait for it. */
export function QuotaBars({ quotas }: { quotas: Quota[] }) {
  const { t } = useTranslation("events");
  const { locale } = usePage();
  return (
    <ul className="grid gap-4">
      {quotas.map(({ id, label, taken, capacity, waiting }) => (
        <li key={id}>
          <Progress
            label={readIn(locale, label).text}
            value={taken}
            max={Math.max(1, capacity)}
            text={t("ofPlaces", { taken, capacity })}
          />
          {waiting > 0 && <p className="muted mt-1">{t("waitingPeople", { count: waiting })}</p>}
        </li>
      ))}
    </ul>
  );
}

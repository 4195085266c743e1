import { useTranslation } from "react-i18next";
import type { PolicyWithRun } from "#contract/law/retention";
import { Form, Submit } from "~/forms/form";
import { LocalDate } from "~/ui/local-date";
import { RunCounts } from "./run-counts";

type Props = { policy: PolicyWithRun; error: "someTime" | "promised" | undefined };

/** The retention period of one kind of data, its legal basis, and the result of the last run. */
export function PolicyForm({ policy, error: refused }: Props) {
  const { t } = useTranslation("privacy");
  const { t: text } = useTranslation("retention");
  const { dataKind, lastRun } = policy;
  const error = `${dataKind}-error`;
  return (
    <li>
      <div className="min-w-56 grow basis-56">
        <strong className="block">{text(`kinds.${dataKind}.name`)}</strong>
        <span className="block text-sm">{text(`kinds.${dataKind}.then`)}</span>
        <span className="muted block text-sm">{text(`kinds.${dataKind}.law`)}</span>
        <span className="muted block text-sm">
          {lastRun ? (
            <>
              {t("retention.lastRun")} <LocalDate value={lastRun.at} style="time" />: <RunCounts counts={lastRun.counts} />
            </>
          ) : (
            t("retention.never")
          )}
        </span>
      </div>
      <Form className="flex flex-wrap items-end gap-2" key={`${policy.months} ${policy.days}`}>
        <input type="hidden" name="dataKind" value={dataKind} />
        {(["months", "days"] as const).map((unit) => (
          <div key={unit} className="field">
            <label htmlFor={`${dataKind}-${unit}`} className="text-sm">
              {t(`retention.${unit}`)}
            </label>
            <input
              id={`${dataKind}-${unit}`}
              name={unit}
              type="number"
              min={0}
              max={600}
              className="control w-24"
              defaultValue={policy[unit]}
              aria-invalid={refused ? true : undefined}
              aria-describedby={refused ? error : undefined}
            />
          </div>
        ))}
        <Submit variant="line">{t("retention.save")}</Submit>
        {refused && (
          <p className="field-error basis-full" id={error} role="alert">
            {t(`retention.${refused}`)}
          </p>
        )}
      </Form>
    </li>
  );
}

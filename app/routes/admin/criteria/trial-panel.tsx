import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { type CriteriaPreview, criteriaPreviews } from "#contract/accounts/criteria";
import type { CriteriaTrial } from "#contract/accounts/criteria-editing";
import { Notice } from "~/ui/notice";

/** A trial, with the bounds it was made with, and whether these had changed since the last one. */
export type ShownTrial = CriteriaTrial & { bounds: string; again: boolean };

/** How many files would get another answer, and which ones: rows are the version in force, columns the new bounds. It takes the focus. */
export function TrialPanel({ trial }: { trial: ShownTrial }) {
  const { t } = useTranslation("criteria");
  const { counts, unanswered, again } = trial;
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (trial) panel.current?.focus();
  }, [trial]);
  const changed = counts.filter(({ from, to }) => from !== to);
  const waiting = changed.reduce((sum, one) => sum + one.waiting, 0);
  const decided = changed.reduce((sum, one) => sum + one.decided, 0);
  const total = counts.reduce((sum, one) => sum + one.waiting + one.decided, 0);
  const summary =
    total === 0
      ? t("trial.none")
      : changed.length === 0
        ? t("trial.same", { count: total })
        : t("trial.changed", { count: waiting + decided, total, waiting, decided });
  return (
    <section ref={panel} tabIndex={-1} className="panel grid gap-4" aria-labelledby="trial">
      <h2 id="trial" className="panel-title">
        {t("trial.title")}
      </h2>
      {again && <Notice>{t("trial.boundsChanged")}</Notice>}
      <p className="font-semibold">{summary}</p>
      {total > 0 && <TrialTable counts={counts} />}
      <p className="muted text-sm">
        {unanswered > 0 && `${t("trial.unanswered", { count: unanswered })} `}
        {t("trial.note")}
      </p>
    </section>
  );
}

function TrialTable({ counts }: Pick<CriteriaTrial, "counts">) {
  const { t } = useTranslation("criteria");
  const cell = (from: CriteriaPreview, to: CriteriaPreview) => {
    const { waiting = 0, decided = 0 } = counts.find((one) => one.from === from && one.to === to) ?? {};
    return waiting + decided === 0 ? "0" : t("trial.cell", { count: waiting + decided, waiting });
  };
  return (
    <table className="list-table">
      <caption className="sr-only">{t("trial.caption")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("trial.from")}</th>
          {criteriaPreviews.map((to) => (
            <th key={to} scope="col">
              {t("trial.to", { preview: t(`rule.${to}`) })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {criteriaPreviews.map((from) => (
          <tr key={from}>
            <th scope="row">{t(`rule.${from}`)}</th>
            {criteriaPreviews.map((to) => (
              <td key={to} data-label={t("trial.to", { preview: t(`rule.${to}`) })} className={from === to ? "muted" : "font-semibold"}>
                {cell(from, to)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

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
  const { counts, total, unanswered, again, madeUp } = trial;
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (trial) panel.current?.focus();
  }, [trial]);
  return (
    <section ref={panel} tabIndex={-1} className="panel grid gap-4" aria-labelledby="trial">
      <h2 id="trial" className="panel-title">
        {t("trial.title")}
      </h2>
      {again && <Notice>{t("trial.boundsChanged")}</Notice>}
      {madeUp && <Notice>{t("trial.madeUp", { count: total ?? 0 })}</Notice>}
      <p className="font-semibold">{total === null ? t("trial.few") : <Summary {...trial} total={total} />}</p>
      {total !== null && <TrialTable counts={counts} />}
      <p className="muted text-sm">
        {unanswered !== null && `${t("trial.unanswered", { count: unanswered })} `}
        {t("trial.note")}
      </p>
    </section>
  );
}

function Summary({ total, changed, waiting, decided, madeUp }: CriteriaTrial & { total: number }) {
  const { t } = useTranslation("criteria");
  if (changed === null) return t("trial.changedFew", { total });
  if (changed === 0) return t("trial.same", { count: total });
  const values = { count: changed, total };
  if (madeUp || waiting === null || decided === null) return t("trial.changed", values);
  return `${t("trial.changed", values)} ${t("trial.parts", { waiting, decided })}`;
}

function TrialTable({ counts }: Pick<CriteriaTrial, "counts">) {
  const { t } = useTranslation("criteria");
  const cell = (from: CriteriaPreview, to: CriteriaPreview) => {
    const { files = null } = counts.find((one) => one.from === from && one.to === to) ?? {};
    return files === null ? t("trial.fewer") : t("trial.cell", { count: files });
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

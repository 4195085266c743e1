import { useTranslation } from "react-i18next";
import { type CriteriaRecord, ruleQuestions } from "#contract/accounts/criteria-editing";
import { formatEuros } from "#contract/giving/money";
import { Facts } from "~/ui/facts";
import { formatDate } from "~/ui/local-date";
import { LocalizedText } from "~/ui/localized-text";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

/** A version of the criteria: who published it, its bounds and its questions. */
export function CriteriaVersionView({ version }: { version: CriteriaRecord }) {
  const { t } = useTranslation("criteria");
  const { locale } = usePage();
  const { rule, questions, publishedAt, publishedBy } = version;
  const amount = (cents: number) => ({ amount: formatEuros(locale, cents) });
  return (
    <>
      <p>{publishedBy ? t("publishedBy", { date: formatDate(locale, publishedAt, "full"), name: publishedBy }) : t("example")}</p>
      <Panel title={t("rule.title")}>
        <p className="muted mb-3">{t("rule.formula")}</p>
        <Facts
          facts={[
            { label: t("rule.yes"), value: t("rule.yesAmount", amount(rule.likelyUpTo)) },
            { label: t("rule.maybe"), value: t("rule.maybeAmount", amount(rule.doubtUpTo)) },
            { label: t("rule.no"), value: t("rule.noAmount", amount(rule.doubtUpTo)) },
          ]}
        />
      </Panel>
      <Panel title={t("questions")}>
        <ol className="rows">
          {questions.map(({ key, kind, label, why, choices = [] }) => (
            <li key={key}>
              <div className="min-w-0 grow wrap-anywhere">
                <p className="font-semibold">
                  <LocalizedText of={label} mark />
                </p>
                {why && (
                  <p className="muted">
                    <LocalizedText of={why} />
                  </p>
                )}
                {choices.length > 0 && (
                  <ul className="mt-1 flex flex-wrap gap-1.5">
                    {choices.map(({ value, label: choice }) => (
                      <li key={value} className="tag">
                        <LocalizedText of={choice} />
                      </li>
                    ))}
                  </ul>
                )}
              </div>
              <p className="muted text-sm">
                {t(`kind.${kind}`)}
                {key in ruleQuestions && <span className="tag ml-2">{t("needed")}</span>}
              </p>
            </li>
          ))}
        </ol>
      </Panel>
    </>
  );
}

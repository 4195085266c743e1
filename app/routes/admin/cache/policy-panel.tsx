import { useTranslation } from "react-i18next";
import type { CspViolation } from "#contract/api/csp-reports";
import { LocalDate } from "~/ui/local-date";
import { Panel } from "~/ui/panel";

/** What browsers reported of the pages' Content-Security-Policy. */
export function PolicyPanel({ violations }: { violations: CspViolation[] }) {
  const { t } = useTranslation("cache");
  const named = (name: string) => (name === "other" ? t("policy.other") : name);
  return (
    <Panel title={t("policy.title")}>
      {violations.length === 0 ? (
        <p>{t("policy.none")}</p>
      ) : (
        <>
          <p className="muted pb-3">{t("policy.text")}</p>
          <table className="list-table">
            <caption className="sr-only">{t("policy.caption")}</caption>
            <thead>
              <tr>
                <th scope="col">{t("policy.directive")}</th>
                <th scope="col">{t("policy.blocked")}</th>
                <th scope="col" className="text-right">
                  {t("policy.times")}
                </th>
                <th scope="col">{t("policy.last")}</th>
              </tr>
            </thead>
            <tbody>
              {violations.map(({ directive, blocked, times, lastOn }) => (
                <tr key={`${directive} ${blocked}`}>
                  <td className="font-semibold">{named(directive)}</td>
                  <td data-label={t("policy.blocked")} className="break-all">
                    {named(blocked)}
                  </td>
                  <td data-label={t("policy.times")} className="text-right tabular-nums">
                    {times}
                  </td>
                  <td data-label={t("policy.last")}>
                    <LocalDate value={lastOn} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </Panel>
  );
}

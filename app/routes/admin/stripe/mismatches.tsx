import { useTranslation } from "react-i18next";
import type { CardOverview } from "#contract/giving/card-payments";
import { formatEuros } from "#contract/giving/money";
import { Form, Submit } from "~/forms/form";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

/** What differed from the provider when payments were last compared. */
export function Mismatches({ overview: { missing, mismatches, differed, comparedAt } }: { overview: CardOverview }) {
  const { t } = useTranslation("cards");
  const { locale } = usePage();
  const count = differed;
  return (
    <Panel title={count > 0 ? t("mismatches.title", { count }) : t(comparedAt ? "mismatches.none" : "mismatches.never")}>
      {count > mismatches.length && <p className="mb-4">{t("mismatches.first", { count: mismatches.length })}</p>}
      {count > 0 && (
        <ul className="rows mb-4">
          {mismatches.map(({ providerId, kind, amountCents, recordedCents, paymentId }) => (
            <li key={providerId}>
              <span className="min-w-0 flex-[1_1_12rem]">
                <strong>
                  {t(`mismatches.kind.${kind}`, {
                    amount: formatEuros(locale, amountCents),
                    recorded: formatEuros(locale, recordedCents),
                  })}
                </strong>
                <small className="muted block font-mono wrap-anywhere">{providerId}</small>
              </span>
              {paymentId && <Link to={`/dashboard/admin/donations/${paymentId}`}>{t("mismatches.open")}</Link>}
            </li>
          ))}
        </ul>
      )}
      {missing.length === 0 && (
        <Form className="actions">
          <Submit variant="line">{t("mismatches.compare")}</Submit>
        </Form>
      )}
    </Panel>
  );
}

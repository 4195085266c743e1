import { useTranslation } from "react-i18next";
import type { OwnRenewal } from "#contract/charity/membership-renewals";
import { writtenDay } from "#contract/formats/france-time";
import { formatEuros } from "#contract/giving/money";
import { Form, Submit } from "~/forms/form";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

/** A renewal that goes on by itself, and its way out. */
export function OwnRenewalPanel({ renewal: { id, priceCents, consentedOn, chargeOn } }: { renewal: OwnRenewal }) {
  const { t } = useTranslation("memberships");
  const { locale } = usePage();
  return (
    <Panel title={t("renewal.title")}>
      <p className="max-w-prose">{t("renewal.about", { date: writtenDay(locale, consentedOn), price: formatEuros(locale, priceCents) })}</p>
      {chargeOn && <p className="mt-2 font-semibold">{t("renewal.next", { date: writtenDay(locale, chargeOn) })}</p>}
      <Form className="mt-4">
        <Submit variant="line" name="stop" value={id}>
          {t("renewal.stop")}
        </Submit>
      </Form>
    </Panel>
  );
}

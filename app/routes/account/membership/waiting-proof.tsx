import { useTranslation } from "react-i18next";
import type { OwnMembership } from "#contract/charity/memberships";
import { writtenDay } from "#contract/formats/france-time";
import { readIn } from "#contract/formats/localized-text";
import { formatEuros } from "#contract/giving/money";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { Withdrawal } from "./withdrawal";

/** A membership at a reduced price whose proof nobody has seen yet: how it is shown. Nothing is to be paid before. */
export function WaitingProof({ item }: { item: OwnMembership }) {
  const { t } = useTranslation("memberships");
  const { locale } = usePage();
  return (
    <Panel title={t("proof.title")}>
      <p>
        {t("proof.waits", { plan: readIn(locale, item.plan.name).text, amount: formatEuros(locale, item.priceCents) })}{" "}
        {item.lapsesOn && t("proof.lapses", { date: writtenDay(locale, item.lapsesOn) })}
      </p>
      <p className="mt-2">
        {t("proof.how")} <Link to="/account/chat">{t("proof.chat")}</Link>
      </p>
      <Withdrawal id={item.id} />
    </Panel>
  );
}

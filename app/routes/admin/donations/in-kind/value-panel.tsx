import { Check, Clock, X } from "lucide";
import { useTranslation } from "react-i18next";
import { countryName, homeCountry } from "#contract/formats/country-names";
import { franceDay, writtenDay } from "#contract/formats/france-time";
import type { GiftInKindRecord, ValueState } from "#contract/giving/gifts-in-kind";
import { formatEuros } from "#contract/giving/money";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import type { CountryChoice } from "~/subjects/donations/countries.server";
import { Badge } from "~/ui/badge";
import { type Fact, Facts } from "~/ui/facts";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { DeclineValue } from "./decline-value";
import { ValueForm } from "./value-form";

type Answers = { value: FormAnswer | undefined; decline: FormAnswer | undefined };
type Props = { gift: GiftInKindRecord; countries: CountryChoice[]; answers: Answers };

/** The value that the donor asked for, and what staff do with it. */
export function ValuePanel({ gift, countries, answers }: Props) {
  const { t } = useTranslation("in-kind");
  const { value, valueState, version, isErased } = gift;
  const mayDecide = valueState === "requested" && value && !value.isOwn && !isErased;
  return (
    <Panel title={t("value.title")}>
      <div className="grid gap-4">
        <p className="max-w-prose">{t("value.about")}</p>
        {value && <ValueFacts gift={gift} value={value} />}
        {valueState === "requested" && value?.isOwn && !isErased && <p className="font-semibold">{t("value.own")}</p>}
        {value?.receipt && <p className="font-semibold">{t("value.locked")}</p>}
        {mayDecide && <p>{t("value.approveText")}</p>}
        {value && !value.receipt && !isErased && (
          <Form className="actions">
            <input type="hidden" name="version" value={String(version)} />
            {mayDecide && (
              <Submit name="intent" value="approve">
                {t("value.approve")}
              </Submit>
            )}
            <Submit variant="danger" name="intent" value="withdraw">
              {t("value.withdraw")}
            </Submit>
          </Form>
        )}
        {mayDecide && <DeclineValue version={version} answer={answers.decline} />}
        {valueState !== "approved" && !isErased && <ValueForm key={version} gift={gift} countries={countries} answer={answers.value} />}
      </div>
    </Panel>
  );
}

const badges = {
  requested: { meaning: "warning", icon: Clock },
  approved: { meaning: "success", icon: Check },
  declined: { meaning: "danger", icon: X },
} as const satisfies Record<ValueState, object>;

function ValueFacts({ gift, value }: { gift: GiftInKindRecord; value: NonNullable<GiftInKindRecord["value"]> }) {
  const { t } = useTranslation("in-kind");
  const { locale } = usePage();
  const { basis, address, recordedBy, recordedAt, decidedBy, decidedAt, reason, receipt } = value;
  const by = (name: string | null, at: string) => t("value.by", { name: name ?? "–", day: writtenDay(locale, franceDay(new Date(at))) });
  const abroad = address && address.country !== homeCountry ? countryName(locale, address.country) : undefined;
  const facts: (Fact | null)[] = [
    { label: t("field.value"), value: formatEuros(locale, gift.valueCents ?? 0) },
    gift.valueState && {
      label: t("field.valueState"),
      value: <Badge {...badges[gift.valueState]}>{t(`valueState.${gift.valueState}`)}</Badge>,
    },
    { label: t("value.basis"), value: basis },
    {
      label: t("value.address"),
      value: address
        ? [address.street, `${address.postcode} ${address.city}`.trim(), abroad].filter(Boolean).join(", ")
        : t("value.erased"),
    },
    { label: t("value.recordedBy"), value: by(recordedBy, recordedAt) },
    decidedAt ? { label: t("value.decidedBy"), value: by(decidedBy, decidedAt) } : null,
    reason ? { label: t("value.reason"), value: reason } : null,
    receipt && { label: t("value.receipt"), value: <Link to={`/dashboard/admin/fiscal-receipts/${receipt.id}`}>{receipt.number}</Link> },
  ];
  return <Facts facts={facts.filter((fact): fact is Fact => fact !== null)} />;
}

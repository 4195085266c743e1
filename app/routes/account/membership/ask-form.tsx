import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { duesMethods, type MembershipOffer, ownDuesMethods } from "#contract/charity/memberships";
import { writtenDay } from "#contract/formats/france-time";
import { readIn } from "#contract/formats/localized-text";
import { ErrorSummary } from "~/forms/error-summary";
import { Checkbox, ChoiceGroup, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { useTranslate } from "~/i18n/use-translate";
import { aboutPlan, ReducedChoice } from "~/subjects/memberships/plan-choice";
import { usePage } from "~/ui/page-context";

const schema = () => import("#contract/charity/memberships").then(({ MembershipForm }) => MembershipForm);

type Props = { offers: MembershipOffer[]; renews: boolean; byCard: boolean; submission: string; answer: FormAnswer | undefined };

/** Asks for a membership, or for the period after the current one. */
export function AskForm({ offers, renews, byCard, submission, answer }: Props) {
  const { t } = useTranslation("memberships");
  const payments = useTranslation("payments").t;
  const translate = useTranslate();
  const { locale } = usePage();
  const [first] = offers;
  const defaultValue = { planId: first?.id, method: byCard ? "card" : "transfer" } as const;
  const [form, fields] = usePageForm(schema, { id: "membership", answer, defaultValue });
  return (
    <Form className="grid max-w-2xl gap-4" submission={submission} {...getFormProps(form)}>
      <ErrorSummary form={form} />
      {renews && first && <p>{t("own.renewFrom", { date: writtenDay(locale, first.startDate) })}</p>}
      <ChoiceGroup
        field={fields.planId}
        label={t("own.choice")}
        cards
        choices={offers.map((offer) => ({
          value: offer.id,
          label: readIn(locale, offer.name).text,
          hint: aboutPlan(locale, translate, offer),
        }))}
      />
      <ReducedChoice field={fields.reduced} plans={offers} />
      {offers.some(({ freeAmount }) => freeAmount) && (
        <TextField field={fields.amount} label={t("own.amount")} hint={t("own.amountHint")} autoComplete="off" />
      )}
      <ChoiceGroup
        field={fields.method}
        label={t("own.method")}
        choices={(byCard ? ownDuesMethods : duesMethods).map((value) => ({
          value,
          label: payments(`method.${value}`),
          hint: value === "card" ? t("own.cardHint") : value === "sepa_debit" ? t("own.debitHint") : undefined,
        }))}
      />
      {byCard && offers.some(({ period, priceCents }) => period !== "lifetime" && priceCents > 0) && (
        <Checkbox field={fields.renews} label={t("renewal.consent")} hint={t("renewal.consentHint")} />
      )}
      <p className="actions">
        <Submit>{t("own.send")}</Submit>
      </p>
    </Form>
  );
}

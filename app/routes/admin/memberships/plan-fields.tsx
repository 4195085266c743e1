import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { type MembershipPlan, memberRoles, planPeriods } from "#contract/charity/membership-plans";
import { ErrorSummary } from "~/forms/error-summary";
import { Checkbox, ChoiceGroup, SelectField, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { ButtonLink } from "~/ui/button";

const schema = () => import("#contract/charity/membership-plans").then(({ PlanForm }) => PlanForm);

type Props = { plan?: MembershipPlan; today: string; submission: string; send: string; answer: FormAnswer | undefined };

const ticked = (value: boolean) => (value ? "on" : undefined);
const euros = (cents: number | null) => (cents === null ? undefined : String(cents / 100));

/** What the form begins with: the version before, offered from today. */
const valuesOf = ({ priceCents, reducedCents, freeAmount, reducedProof, receiptEligible, ...plan }: MembershipPlan, today: string) => ({
  ...{ name: plan.name, description: plan.description ?? undefined, reducedLabel: plan.reducedLabel ?? undefined },
  ...{ roles: plan.roles, period: plan.period, months: plan.months?.toString(), graceDays: String(plan.graceDays), validFrom: today },
  ...{ priceCents: euros(priceCents), reducedCents: euros(reducedCents) },
  ...{ freeAmount: ticked(freeAmount), reducedProof: ticked(reducedProof), receiptEligible: ticked(receiptEligible) },
});

/** The form of a plan, and of its next version. */
export function PlanFields({ plan, today, submission, send, answer }: Props) {
  const { t } = useTranslation("memberships");
  const first = { roles: ["VOLUNTEER"], period: "rolling_12m", graceDays: "30", validFrom: today } as const;
  const defaultValue = plan ? valuesOf(plan, today) : first;
  const [form, fields] = usePageForm(schema, { id: "plan", answer, defaultValue: defaultValue as never });
  const [name, description, label] = [fields.name.getFieldset(), fields.description.getFieldset(), fields.reducedLabel.getFieldset()];
  return (
    <Form className="grid max-w-2xl gap-4" submission={submission} {...getFormProps(form)}>
      <ErrorSummary form={form} />
      <TextField field={name.fr} label={t("plan.name")} />
      <TextField field={name.en} label={t("plan.nameEn")} lang="en" />
      <TextField field={description.fr} label={t("plan.description")} />
      <TextField field={description.en} label={t("plan.descriptionEn")} lang="en" />
      <ChoiceGroup
        field={fields.roles}
        label={t("plan.roles")}
        several
        choices={memberRoles.map((value) => ({ value, label: t(`plan.role.${value}`) }))}
      />
      <SelectField
        field={fields.period}
        label={t("plan.period")}
        choices={planPeriods.map((value) => ({ value, label: t(`period.${value}`) }))}
        optional={false}
      />
      <TextField field={fields.months} label={t("plan.months")} hint={t("plan.monthsHint")} autoComplete="off" />
      <TextField field={fields.priceCents} label={t("plan.price")} autoComplete="off" />
      <Checkbox field={fields.freeAmount} label={t("plan.freeAmount")} />
      <TextField field={fields.reducedCents} label={t("plan.reduced")} hint={t("plan.reducedHint")} autoComplete="off" />
      <TextField field={label.fr} label={t("plan.reducedLabel")} />
      <TextField field={label.en} label={t("plan.reducedLabelEn")} lang="en" />
      <Checkbox field={fields.reducedProof} label={t("plan.reducedProof")} />
      <TextField field={fields.graceDays} label={t("plan.grace")} autoComplete="off" />
      <Checkbox field={fields.receiptEligible} label={t("plan.receipt")} hint={t("plan.receiptHint")} />
      <TextField field={fields.validFrom} label={t("plan.validFrom")} type="date" />
      <p className="actions">
        <Submit>{send}</Submit>
        <ButtonLink variant="line" to="/dashboard/admin/memberships/plans">
          {t("create.cancel")}
        </ButtonLink>
      </p>
    </Form>
  );
}

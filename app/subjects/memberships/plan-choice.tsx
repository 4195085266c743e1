import { useTranslation } from "react-i18next";
import type { MembershipPlan } from "#contract/charity/membership-plans";
import type { Locale } from "#contract/formats/locale";
import { readIn } from "#contract/formats/localized-text";
import { formatEuros } from "#contract/giving/money";
import { Checkbox } from "~/forms/fields";
import type { Translate } from "~/i18n/translate";
import { usePage } from "~/ui/page-context";

type Plan = Omit<MembershipPlan, "roles">;

/** For how long a plan is. */
export const periodOf = (t: Translate, { period, months }: Pick<Plan, "period" | "months">) =>
  period === "months" ? t("memberships:monthsCount", { count: months ?? 0 }) : t(`memberships:period.${period}`);

/** What a plan costs, for how long, and what it gives a right to. */
export function aboutPlan(locale: Locale, t: Translate, plan: Plan): string {
  const price = formatEuros(locale, plan.priceCents);
  return [
    plan.freeAmount ? t("memberships:own.free", { price }) : price,
    periodOf(t, plan),
    plan.description && readIn(locale, plan.description).text,
    plan.receiptEligible && t("memberships:own.receipt"),
  ]
    .filter(Boolean)
    .join(", ");
}

type Props = { field: Parameters<typeof Checkbox>[0]["field"]; plans: Plan[] };

/** The reduced price, of plans that have one. */
export function ReducedChoice({ field, plans }: Props) {
  const { t } = useTranslation("memberships");
  const { locale } = usePage();
  const hints = plans.flatMap(({ name, reducedCents, reducedLabel, reducedProof }) =>
    reducedCents === null
      ? []
      : [
          [
            `${readIn(locale, name).text} ${formatEuros(locale, reducedCents)}`,
            reducedLabel && readIn(locale, reducedLabel).text,
            reducedProof && t("own.reducedProof"),
          ]
            .filter(Boolean)
            .join(", "),
        ],
  );
  return hints.length > 0 && <Checkbox field={field} label={t("own.reduced")} hint={hints.join(locale === "fr" ? "\u00a0; " : "; ")} />;
}

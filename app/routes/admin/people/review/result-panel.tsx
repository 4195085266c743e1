import { Check, Minus, X } from "lucide";
import { useTranslation } from "react-i18next";
import type { AccountReview } from "#contract/accounts/account-review";
import { leftToLiveOn, previewOf } from "#contract/accounts/criteria";
import { formatEuros } from "#contract/giving/money";
import { Badge } from "~/ui/badge";
import { Facts } from "~/ui/facts";
import { usePage } from "~/ui/page-context";

const badges = {
  yes: { meaning: "success", icon: Check },
  maybe: { meaning: "warning", icon: Minus },
  no: { meaning: "danger", icon: X },
} as const;

type Props = { situation: NonNullable<AccountReview["situation"]> };

/** The result of the rule, with its amount; the decision is up to the team. */
export function ResultPanel({ situation: { version, answers } }: Props) {
  const { t } = useTranslation("review");
  const { t: chats } = useTranslation("chats");
  const { locale } = usePage();
  const left = leftToLiveOn(answers);
  if (Number.isNaN(left)) return null;
  const preview = previewOf(version.rule, answers);
  const euros = (value: unknown) => formatEuros(locale, Number(value) * 100);
  return (
    <section className="panel grid grid-cols-1 gap-x-8 gap-y-4 sm:grid-cols-2" aria-labelledby="result">
      <div>
        <h2 id="result" className="panel-title">
          {t("result.title")}
        </h2>
        <p className="text-[clamp(3rem,2rem+4vw,4.75rem)] leading-none font-extrabold tracking-[-0.05em]">{formatEuros(locale, left)}</p>
        <p className="mt-2 flex flex-wrap items-center gap-2">
          {t("result.unit")} <Badge {...badges[preview]}>{chats(`file.preview.${preview}`)}</Badge>
        </p>
      </div>
      <div className="grid content-center gap-4">
        <Scale left={left} rule={version.rule} />
        <Facts
          facts={[
            { label: t("result.income"), value: euros(answers.income) },
            { label: t("result.charges"), value: `− ${euros(answers.charges)}` },
            { label: t("result.household"), value: `÷ ${answers.household}` },
          ]}
        />
      </div>
    </section>
  );
}

/** The amount on a scale with the two bounds of the rule. */
function Scale({ left, rule: { likelyUpTo, doubtUpTo } }: { left: number; rule: { likelyUpTo: number; doubtUpTo: number } }) {
  const { t } = useTranslation("review");
  const { locale } = usePage();
  const end = Math.max(doubtUpTo * 1.5, left, 1);
  const at = (value: number) => Math.max(0, Math.min(100, (value / end) * 100));
  return (
    <figure className="grid gap-1">
      <svg viewBox="0 0 100 12" preserveAspectRatio="none" className="h-6 w-full" aria-hidden="true">
        <rect y="4" width="100" height="4" rx="2" className="fill-line" />
        <rect y="4" width={at(left)} height="4" rx="2" className="fill-primary" />
        {[likelyUpTo, doubtUpTo].map((bound) => (
          <rect key={bound} x={at(bound)} width="0.6" height="12" className="fill-ink" />
        ))}
      </svg>
      <figcaption className="muted text-sm">
        {t("result.bounds", { likely: formatEuros(locale, likelyUpTo), doubt: formatEuros(locale, doubtUpTo) })}
      </figcaption>
    </figure>
  );
}

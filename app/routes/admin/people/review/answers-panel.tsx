import { useTranslation } from "react-i18next";
import type { AccountReview } from "#contract/accounts/account-review";
import type { Locale } from "#contract/formats/locale";
import { type Fact, Facts } from "~/ui/facts";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { answersOf } from "../../verification-chats/file-panel";

/** The person's answers when registering, for any role. */
export function AnswersPanel({ review }: { review: AccountReview }) {
  const { t } = useTranslation("review");
  const { locale } = usePage();
  const facts = useAnswers(review, locale);
  const sentAt = review.situation?.sentAt;
  // No questions were asked, and no answers were erased yet.
  if (facts.length === 0 && review.verdicts.length > 0 && !review.missing.includes("answers")) return null;
  return (
    <Panel title={t("answers.title")}>
      {sentAt && <p className="muted mb-3 text-sm">{t("answers.sentAt", { date: formatDate(locale, sentAt, "full") })}</p>}
      {facts.length === 0 ? (
        <p className="muted">{t("answers.none")}</p>
      ) : (
        <Facts facts={facts} className="grid gap-x-8 gap-y-4 sm:grid-cols-2" />
      )}
    </Panel>
  );
}

function useAnswers({ situation, wishes, shop, message, address }: AccountReview, locale: Locale): Fact[] {
  const { t } = useTranslation("register");
  const { t: review } = useTranslation("review");
  const named = (values: readonly string[]) => values.map((value) => t(`choice.${value}` as "choice.bike")).join(", ");
  const fact = (name: string, value: string | null | undefined): Fact[] =>
    value ? [{ label: t(`field.${name}` as "field.siret"), value }] : [];
  const yes = (value: boolean) => review(value ? "answers.yes" : "answers.no");
  const vehicle = wishes?.vehicle;
  return [
    ...(situation ? answersOf(situation, locale) : []),
    ...(situation
      ? [...fact("diets", named(situation.diets)), ...fact("allergies", situation.allergies), ...fact("size", situation.size)]
      : []),
    ...(wishes ? [...fact("activities", named(wishes.activities)), ...fact("moments", named(wishes.moments))] : []),
    ...(vehicle ? fact("vehicle", vehicle === "van" ? review("answers.van") : named([vehicle])) : []),
    ...(shop
      ? [
          ...fact("companyName", shop.companyName),
          ...fact(
            "siret",
            shop.inRegister === null ? shop.siret : `${shop.siret}, ${review(shop.inRegister ? "answers.known" : "answers.notKnown")}`,
          ),
          ...fact("legalForm", shop.legalForm),
          ...fact("surfaceOver400", yes(shop.surfaceOver400)),
          ...fact("fiscalYearEnd", shop.fiscalYearEnd),
          ...fact("moments", named(shop.moments)),
          ...fact("products", named(shop.products)),
          ...fact("pickupNotes", shop.pickupNotes),
        ]
      : []),
    ...(address ? [{ label: review("answers.address"), value: address }] : []),
    ...(message ? [{ label: review("answers.message"), value: message }] : []),
  ];
}

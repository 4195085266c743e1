import { useTranslation } from "react-i18next";
import type { PersonFacts } from "#contract/accounts/person-facts";
import { isForLife } from "#contract/charity/lifetime";
import { writtenDay } from "#contract/formats/france-time";
import { hoursText } from "#contract/formats/hours";
import { formatEuros } from "#contract/giving/money";
import { type Fact, Facts } from "~/ui/facts";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { LocalizedText } from "~/ui/localized-text";
import { usePage } from "~/ui/page-context";

type Props = { id: string; email: string; facts: PersonFacts };

/** Facts that are looked up first, each with a link to its list, and the chat about the account; nothing where there are none. */
export function FactsPanel({ facts, ...whose }: Omit<Props, "facts"> & { facts: PersonFacts | null }) {
  return facts && <ShownFacts {...whose} facts={facts} />;
}

function ShownFacts({ id, email, facts }: Props) {
  const { t } = useTranslation("people");
  const helping = useHelping(id, email, facts);
  const giving = useGiving(email, facts);
  return (
    <section className="panel" aria-label={t("facts.title")}>
      <Facts facts={[...helping, ...giving]} className="grid grid-cols-2 gap-x-8 gap-y-4 lg:grid-cols-4" />
      {facts.chatId && (
        <p className="mt-4">
          <Link to={`/dashboard/admin/verification-chats/${facts.chatId}`}>{t("facts.chat")}</Link>
        </p>
      )}
    </section>
  );
}

function useHelping(id: string, email: string, { helping, memberUntil, withheld }: PersonFacts): Fact[] {
  const { t } = useTranslation("people");
  const { locale } = usePage();
  if (!helping) return [];
  const { next, document, minutes, claims } = helping;
  const none = t("facts.none");
  const nextText = next ? (
    <>
      <Link to={`/dashboard/admin/events/${next.id}`}>
        <LocalizedText of={{ fr: next.title.fr, en: next.title.en ?? "" }} />
      </Link>{" "}
      <small className="muted block">
        <LocalDate value={next.startsAt} style="moment" />
      </small>
    </>
  ) : (
    t(withheld ? "restricted" : "facts.none")
  );
  const member = memberUntil && (isForLife({ endDate: memberUntil }) ? t("facts.forLife") : writtenDay(locale, memberUntil));
  const q = encodeURIComponent(email);
  const expenses = { label: t("facts.expenses"), value: <Link to={`/dashboard/admin/expense-claims?q=${q}`}>{claims}</Link> };
  return [
    { label: t("facts.next"), value: nextText },
    { label: t("facts.document"), value: document ? `${t(`facts.kind.${document.kind}`)}, ${writtenDay(locale, document.until)}` : none },
    {
      label: t("facts.hours"),
      value: <Link to={`/dashboard/admin/volunteer-hours?userId=${id}`}>{hoursText(locale, minutes)}</Link>,
    },
    {
      label: t("facts.member"),
      value: <Link to={`/dashboard/admin/memberships?q=${q}`}>{member || t("member.no")}</Link>,
    },
    ...(claims > 0 ? [expenses] : []),
  ];
}

function useGiving(email: string, { giving }: PersonFacts): Fact[] {
  const { t } = useTranslation("people");
  const { locale } = usePage();
  if (!giving) return [];
  const q = encodeURIComponent(email);
  return [
    {
      label: t("facts.gifts"),
      value: <Link to={`/dashboard/admin/donations?q=${q}`}>{formatEuros(locale, giving.centsThisYear)}</Link>,
    },
    { label: t("facts.lastGift"), value: giving.lastOn ? writtenDay(locale, giving.lastOn) : t("facts.none") },
    { label: t("facts.receipts"), value: <Link to={`/dashboard/admin/fiscal-receipts?q=${q}`}>{giving.receipts}</Link> },
  ];
}

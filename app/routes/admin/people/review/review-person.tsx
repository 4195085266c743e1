import { useTranslation } from "react-i18next";
import type { AccountReview } from "#contract/accounts/account-review";
import { writtenDay } from "#contract/formats/france-time";
import { phoneInPairs } from "~/subjects/people/phone";
import { Facts } from "~/ui/facts";
import { LocalDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { SamePersonPanel } from "../same-person-panel";

/** The person's contact details, and other accounts that may be theirs. */
export function ReviewPerson({ review }: { review: AccountReview }) {
  const { t } = useTranslation("review");
  const { t: people } = useTranslation("people");
  const page = usePage();
  const { id, email, phone, team, locale, registeredAt, birthDate, sameAs } = review;
  const facts = [
    ...(phone
      ? [
          {
            label: people("column.phone"),
            value: (
              <a href={`tel:${phone}`} className="whitespace-nowrap">
                {phoneInPairs(phone)}
              </a>
            ),
          },
        ]
      : []),
    { label: t("person.email"), value: <a href={`mailto:${email}`}>{email}</a> },
    { label: people("fact.language"), value: people(`language.${locale}`) },
    { label: people("column.team"), value: team ?? t("person.noTeam") },
    ...(birthDate ? [{ label: people("fact.birthDate"), value: writtenDay(page.locale, birthDate) }] : []),
    { label: people("column.registeredAt"), value: <LocalDate value={registeredAt} style="full" /> },
  ];
  return (
    <>
      <Panel title={t("person.title")} link={{ to: `/dashboard/admin/users/${id}/view`, label: t("person.page") }}>
        <Facts facts={facts} className="grid gap-3" />
      </Panel>
      {sameAs.length > 0 && <SamePersonPanel people={sameAs} />}
    </>
  );
}

import { useTranslation } from "react-i18next";
import { isForLife } from "#contract/charity/lifetime";
import type { OwnRenewal } from "#contract/charity/membership-renewals";
import type { MembershipRecord } from "#contract/charity/memberships";
import { writtenDay } from "#contract/formats/france-time";
import { readIn } from "#contract/formats/localized-text";
import { formatEuros } from "#contract/giving/money";
import { Form, Submit } from "~/forms/form";
import { pathIn } from "~/i18n/locale-of-path";
import { type Fact, Facts } from "~/ui/facts";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { noon } from "./list-parts";

/** Whose it is, of which plan, and until when it is valid. */
export function MembershipFacts({ membership }: { membership: MembershipRecord }) {
  const { t } = useTranslation("memberships");
  const payments = useTranslation("payments").t;
  const { locale } = usePage();
  const {
    id,
    status,
    number,
    userId,
    email,
    plan,
    priceCents,
    receivedCents,
    debit,
    reduced,
    method,
    reference,
    requestedAt,
    remindedAt,
    cancelledReason,
    proofSeenAt,
  } = membership;
  const facts: (Fact | false | null | undefined | "")[] = [
    userId && {
      label: t("column.name"),
      value: <Link to={`/dashboard/admin/users/${userId}/view`}>{t("record.account")}</Link>,
    },
    email && { label: t("column.email"), value: <a href={`mailto:${email}`}>{email}</a> },
    { label: t("column.plan"), value: [readIn(locale, plan.name).text, reduced && t("own.reduced")].filter(Boolean).join(", ") },
    { label: t("column.price"), value: formatEuros(locale, priceCents) },
    { label: t("column.received"), value: formatEuros(locale, receivedCents) },
    debit && {
      label: t("record.debit"),
      value: t("record.debitSince", { amount: formatEuros(locale, debit.amountCents), date: writtenDay(locale, debit.since) }),
    },
    method && { label: t("column.method"), value: payments(`method.${method}`) },
    reference && { label: t("column.reference"), value: reference },
    !isForLife(membership) && { label: t("record.validUntil"), value: writtenDay(locale, membership.validUntil) },
    { label: t("record.requested"), value: <LocalDate value={requestedAt} style="time" /> },
    proofSeenAt && { label: t("record.proofSeen"), value: <LocalDate value={proofSeenAt} style="time" /> },
    remindedAt && { label: t("record.reminded"), value: <LocalDate value={remindedAt} style="time" /> },
    cancelledReason && { label: t("record.reason"), value: cancelledReason },
  ];
  return (
    <section className="panel">
      <Facts facts={facts.filter((fact): fact is Fact => Boolean(fact))} />
      {status === "active" && number && userId && (
        <p className="actions mt-4">
          <a className="btn btn-line" href={pathIn(locale, `/dashboard/admin/memberships/${id}/attestation.pdf`)} download>
            {t("record.certificate")}
          </a>
        </p>
      )}
    </section>
  );
}

/** The proof of a reduced price, which staff accept once they have seen it. Who refuses it cancels the request. */
export function ProofPanel({ membership: { plan, priceCents, reducedLabel } }: { membership: MembershipRecord }) {
  const { t } = useTranslation("memberships");
  const { locale } = usePage();
  const reduced = reducedLabel ? readIn(locale, reducedLabel).text : readIn(locale, plan.name).text;
  return (
    <Panel title={t("proof.title")}>
      <p className="max-w-prose">{t("record.proofWaits", { reduced, amount: formatEuros(locale, priceCents) })}</p>
      <p className="mt-2 max-w-prose">{t("record.proofRefused")}</p>
      <Form className="mt-4">
        <Submit name="intent" value="acceptProof">
          {t("record.acceptProof")}
        </Submit>
      </Form>
    </Panel>
  );
}

/** The automatic renewal that the member agreed to, which staff stop at their request. */
export function RenewalPanel({ renewal: { priceCents, consentedOn, chargeOn } }: { renewal: OwnRenewal }) {
  const { t } = useTranslation("memberships");
  const { locale } = usePage();
  const day = (date: string) => writtenDay(locale, date);
  return (
    <Panel title={t("renewal.title")}>
      <p className="max-w-prose">{t("record.renewal", { date: day(consentedOn), price: formatEuros(locale, priceCents) })}</p>
      {chargeOn && <p className="mt-2 font-semibold">{t("renewal.next", { date: day(chargeOn) })}</p>}
      <Form className="mt-4">
        <Submit variant="line" name="intent" value="stopRenewal">
          {t("renewal.stop")}
        </Submit>
      </Form>
    </Panel>
  );
}

/** What came of a membership; a payment is refunded or corrected on its own page. */
export function DuesList({ payments: items }: Pick<MembershipRecord, "payments">) {
  const { t } = useTranslation("memberships");
  const payments = useTranslation("payments").t;
  const { locale } = usePage();
  if (items.length === 0) return <p>{t("record.noDues")}</p>;
  return (
    <ul className="rows">
      {items.map(({ id, receivedOn, signedCents, refundedCents, method, reversal }) => {
        const amount = formatEuros(locale, signedCents);
        return (
          <li key={id}>
            <span className="min-w-0 flex-[1_1_12rem]">
              <LocalDate value={noon(receivedOn)} style="full" />, {payments(`method.${method}`)}
            </span>
            <span className="font-semibold tabular-nums">{amount}</span>
            {reversal === null && refundedCents < signedCents && (
              <Link to={`/dashboard/admin/donations/${id}`} aria-label={t("record.refundOf", { amount })}>
                {t("record.refund")}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}

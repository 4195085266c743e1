import { useTranslation } from "react-i18next";
import { typeset } from "#contract/formats/french-spaces";
import type { SentRecord } from "#contract/publishing/sent-testimonials";
import { Facts } from "~/ui/facts";
import { LocalDate } from "~/ui/local-date";
import { Panel } from "~/ui/panel";
import { SentBadge } from "./columns";

/** The sender, the time, and the agreement. */
export function SentHead({ sent }: { sent: SentRecord }) {
  const { t } = useTranslation("sent-testimonials");
  const { initials, speaker, quote, locale, status, ticket, email, agreement, receivedAt, reviewedAt, withdrawnAt } = sent;
  const facts = [
    { label: t("column.speaker"), value: <span lang={locale}>{typeset(speaker, locale)}</span> },
    { label: t("column.locale"), value: t(`locale.${locale}`) },
    { label: t("email"), value: <a href={`mailto:${email}`}>{email}</a> },
    { label: t("column.receivedAt"), value: <LocalDate value={receivedAt} style="time" /> },
    ...(reviewedAt ? [{ label: t("reviewedAt"), value: <LocalDate value={reviewedAt} style="time" /> }] : []),
    ...(withdrawnAt ? [{ label: t("withdrawnAt"), value: <LocalDate value={withdrawnAt} style="time" /> }] : []),
  ];
  return (
    <>
      <div>
        <h1 className="office-title wrap-anywhere">{initials}</h1>
        <p className="mt-2 flex flex-wrap items-center gap-2">
          <SentBadge status={status}>{t(`status.${status}`)}</SentBadge>
          <span className="muted tabular-nums">{ticket}</span>
        </p>
      </div>
      <section className="panel">
        <Facts facts={facts} />
      </section>
      <Panel title={t("text")}>
        <p className="max-w-prose text-lg whitespace-pre-line wrap-anywhere" lang={locale}>
          {typeset(quote, locale)}
        </p>
        <h3 className="mt-6 font-semibold">{t("agreed")}</h3>
        <p className="muted mt-1 max-w-prose" lang={locale}>
          {agreement}
        </p>
      </Panel>
    </>
  );
}

import { useTranslation } from "react-i18next";
import type { SentRecord } from "#contract/publishing/sent-testimonials";
import { Facts } from "~/ui/facts";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { Panel } from "~/ui/panel";

/** The origin of a sent testimonial; nothing for those entered by staff. */
export function SentPanel({ data: sent }: { data: (SentRecord & { toTranslate: boolean }) | null }) {
  const { t } = useTranslation("content");
  if (!sent) return null;
  const { id, ticket, receivedAt, email, locale, status, agreement, toTranslate } = sent;
  const facts = [
    { label: t("sentTestimonial.ticket"), value: ticket },
    { label: t("sentTestimonial.receivedAt"), value: <LocalDate value={receivedAt} style="time" /> },
    { label: t("sentTestimonial.email"), value: <a href={`mailto:${email}`}>{email}</a> },
    { label: t("sentTestimonial.language"), value: t(`sentTestimonial.${locale}`) },
  ];
  return (
    <Panel title={t("sentTestimonial.title")}>
      {status === "withdrawn" && <p className="mb-3 font-semibold">{t("sentTestimonial.withdrawn")}</p>}
      {status === "submitted" && (
        <p className="mb-3">
          {t("sentTestimonial.toRead")} <Link to={`/dashboard/admin/testimonials/sent/${id}`}>{t("sentTestimonial.read")}</Link>
        </p>
      )}
      {status === "approved" && toTranslate && <p className="mb-3">{t("sentTestimonial.translate")}</p>}
      <Facts facts={facts} />
      <h3 className="mt-5 font-semibold">{t("sentTestimonial.agreed")}</h3>
      <p className="muted mt-1 max-w-prose" lang={locale}>
        {agreement}
      </p>
    </Panel>
  );
}

import { FileText } from "lucide";
import { useTranslation } from "react-i18next";
import type { Application } from "#contract/applications";
import { Form, Submit } from "~/forms/form";
import { Badge } from "~/ui/badge";
import { Facts } from "~/ui/facts";
import { Icon } from "~/ui/icon";
import { LocalDate } from "~/ui/local-date";
import { statusLooks } from "./columns";

/** What someone sent, and what was answered. */
export function ApplicationPanel({ application }: { application: Application }) {
  const { id, email, jobTitle, createdAt, status, message, locale, hasCv, answer, answeredBy, answeredAt } = application;
  const { t } = useTranslation("applications");
  return (
    <section className="panel grid gap-5" aria-label={t("title")}>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <Facts
          facts={[
            { label: t("column.job"), value: jobTitle },
            { label: t("column.createdAt"), value: <LocalDate value={createdAt} style="time" /> },
            { label: t("email"), value: <a href={`mailto:${email}`}>{email}</a> },
            { label: t("column.status"), value: <Badge {...statusLooks[status]}>{t(`status.${status}`)}</Badge> },
          ]}
        />
        {status !== "closed" && (
          <Form>
            <Submit name="intent" value="close" look="line">
              {t("close")}
            </Submit>
          </Form>
        )}
      </div>
      <p className="max-w-2xl whitespace-pre-line" lang={locale}>
        {message}
      </p>
      {hasCv && (
        <p>
          <a className="inline-flex items-center gap-2 py-1 font-semibold" href={`/dashboard/admin/jobs/applications/${id}/cv`} download>
            <Icon of={FileText} />
            {t("cv")}
          </a>
        </p>
      )}
      {answer && answeredAt && (
        <blockquote className="max-w-2xl border-l-4 border-primary pl-5">
          <p className="muted text-sm">
            {answeredBy}, <LocalDate value={answeredAt} style="time" />
          </p>
          <p className="whitespace-pre-line" lang={locale}>
            {answer}
          </p>
        </blockquote>
      )}
    </section>
  );
}

import { useTranslation } from "react-i18next";
import type { ArticleRecord } from "#contract/publishing/articles";
import { Form, Submit } from "~/forms/form";
import type { ButtonVariant } from "~/ui/button";
import { Facts } from "~/ui/facts";
import { LocalDate } from "~/ui/local-date";
import { ArchiveDialog } from "./archive-question";
import type { PublicationIntent } from "./publication";
import { ScheduleForm } from "./schedule-form";
import { SendBackForm } from "./send-back-form";

/** The state of the article, and its possible transitions. */
export function PublicationPanel({ article, className = "" }: { article: ArticleRecord; className?: string }) {
  const { t } = useTranslation("articles");
  const { status, publishedAt, deletedAt, may } = article;
  const open = status === "draft" || status === "in_review";
  const facts = [
    publishedAt &&
      status !== "archived" &&
      !deletedAt && {
        label: t(status === "scheduled" ? "publication.from" : "publication.online"),
        value: <LocalDate value={publishedAt} style="time" />,
      },
    deletedAt && { label: t("publication.deletedAt"), value: <LocalDate value={deletedAt} style="time" /> },
    { label: t("publication.author"), value: article.author },
    status === "published" && { label: t("publication.pageViews"), value: article.pageViews },
  ].filter((fact) => !!fact);
  return (
    <section className={`panel flex flex-wrap items-end gap-x-8 gap-y-4 ${className}`} aria-labelledby="publication">
      <h2 id="publication" className="panel-title basis-full">
        {t("publication.title")}
      </h2>
      {article.sentBack && <SentBack {...article.sentBack} />}
      <Facts facts={facts} className="flex grow flex-wrap gap-x-8 gap-y-2" />
      <div className="actions items-end">
        {may.submit && !may.publish && <Step article={article} intent="submit" />}
        {may.withdraw && <Step article={article} intent="sendBack" label={t("publication.withdraw")} variant="line" />}
        {may.publish && open && <ScheduleForm id={article.id} version={article.version} />}
        {may.publish && (open || status === "scheduled") && <Step article={article} intent="publish" />}
        {may.publish && (status === "published" || status === "scheduled") && <Step article={article} intent="unpublish" variant="line" />}
        {may.publish && status !== "archived" && !deletedAt && <ArchiveDialog id={article.id} />}
        {may.publish && status === "archived" && <Step article={article} intent="reopen" variant="line" />}
        {may.remove && <Step article={article} intent="remove" variant="line" />}
        {may.undelete && <Step article={article} intent="undelete" variant="line" />}
      </div>
      {may.sendBack && (
        <div className="basis-full">
          <SendBackForm id={article.id} />
        </div>
      )}
    </section>
  );
}

/** What whoever reviewed it asks for. */
function SentBack({ reason, by, at }: NonNullable<ArticleRecord["sentBack"]>) {
  const { t } = useTranslation("articles");
  return (
    <div className="basis-full rounded-lg bg-primary-soft px-5 py-4">
      <h3 className="font-semibold">{t("sendBack.title")}</h3>
      <p className="whitespace-pre-line wrap-break-word">{reason}</p>
      <p className="muted text-sm">
        {by}, <LocalDate value={at} style="time" />
      </p>
    </div>
  );
}

type StepProps = { article: ArticleRecord; intent: PublicationIntent; label?: string; variant?: ButtonVariant };

function Step({ article, intent, label, variant }: StepProps) {
  const { t } = useTranslation("articles");
  return (
    <Form action={`/dashboard/admin/news/${article.id}/publication`}>
      <input type="hidden" name="version" value={article.version} />
      <Submit name="intent" value={intent} variant={variant}>
        {label ?? t(`publication.${intent}`)}
      </Submit>
    </Form>
  );
}

import { useTranslation } from "react-i18next";
import type { ArticleRecord } from "#contract/publishing/articles";
import { Form, Submit } from "~/forms/form";
import type { ButtonVariant } from "~/ui/button";
import { Facts } from "~/ui/facts";
import { LocalDate } from "~/ui/local-date";
import { ArchiveDialog } from "./archive-question";
import type { PublicationIntent } from "./publication";
import { ScheduleForm } from "./schedule-form";

/** The state of the article, and its possible transitions. */
export function PublicationPanel({ article, className = "" }: { article: ArticleRecord; className?: string }) {
  const { t } = useTranslation("articles");
  const { status, publishedAt, may } = article;
  const open = status === "draft" || status === "in_review";
  const facts = [
    publishedAt &&
      status !== "archived" && {
        label: t(status === "scheduled" ? "publication.from" : "publication.online"),
        value: <LocalDate value={publishedAt} style="time" />,
      },
    { label: t("publication.author"), value: article.author },
    status === "published" && { label: t("publication.pageViews"), value: article.pageViews },
  ].filter((fact) => !!fact);
  return (
    <section className={`panel flex flex-wrap items-end gap-x-8 gap-y-4 ${className}`} aria-labelledby="publication">
      <h2 id="publication" className="panel-title basis-full">
        {t("publication.title")}
      </h2>
      <Facts facts={facts} className="flex grow flex-wrap gap-x-8 gap-y-2" />
      <div className="actions items-end">
        {may.submit && !may.publish && <Step article={article} intent="submit" />}
        {status === "in_review" && <Step article={article} intent="sendBack" variant="line" />}
        {may.publish && open && <ScheduleForm id={article.id} />}
        {may.publish && (open || status === "scheduled") && <Step article={article} intent="publish" />}
        {may.publish && (status === "published" || status === "scheduled") && <Step article={article} intent="unpublish" variant="line" />}
        {may.publish && status !== "archived" && <ArchiveDialog id={article.id} />}
        {may.publish && status === "archived" && <Step article={article} intent="reopen" variant="line" />}
      </div>
    </section>
  );
}

function Step({ article, intent, variant }: { article: ArticleRecord; intent: PublicationIntent; variant?: ButtonVariant }) {
  const { t } = useTranslation("articles");
  return (
    <Form action={`/dashboard/admin/news/${article.id}/publication`}>
      <Submit name="intent" value={intent} variant={variant}>
        {t(`publication.${intent}`)}
      </Submit>
    </Form>
  );
}

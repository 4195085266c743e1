import { useTranslation } from "react-i18next";
import { type Question, QuestionLink, QuestionPanel } from "~/forms/confirm-question";

/** Asks before the article is archived. */
export function ArchiveDialog({ id }: { id: string }) {
  const { t } = useTranslation("articles");
  const question = useQuestion(id);
  return (
    <QuestionLink dialog="archive" to={`${question.action}?ask=archive`} question={question}>
      {t("publication.archive")}
    </QuestionLink>
  );
}

export function ArchivePage({ id }: { id: string }) {
  return <QuestionPanel question={useQuestion(id)} back={`/dashboard/admin/news/${id}/edit`} />;
}

function useQuestion(id: string): Question {
  const { t } = useTranslation("articles");
  return {
    title: t("publication.ask.archive"),
    text: t("publication.askText.archive"),
    confirm: t("publication.confirm.archive"),
    keep: t("publication.keep"),
    action: `/dashboard/admin/news/${id}/publication`,
    name: "intent",
    value: "archive",
  };
}

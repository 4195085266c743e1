import { useTranslation } from "react-i18next";
import { type Question, QuestionLink, QuestionPanel } from "~/ui/question";

/** Asks before a record is taken away for good. `edit` is the record's page. */
export function RemoveDialog({ edit }: { edit: string }) {
  const { t } = useTranslation("content");
  return (
    <QuestionLink dialog="remove" to={`${edit}?ask=remove`} question={useQuestion(edit)}>
      {t("intent.remove")}
    </QuestionLink>
  );
}

export function RemovePage({ edit }: { edit: string }) {
  return <QuestionPanel question={useQuestion(edit)} back={edit} />;
}

function useQuestion(edit: string): Question {
  const { t } = useTranslation("content");
  const words = { title: t("ask.title"), text: t("ask.text"), confirm: t("ask.confirm"), keep: t("ask.keep") };
  return { ...words, action: edit, name: "intent", value: "remove" };
}

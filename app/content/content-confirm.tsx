import { useTranslation } from "react-i18next";
import type { ContentRecord } from "#contract/publishing/content";
import { type Question, QuestionLink, QuestionPanel } from "~/forms/confirm-question";

/** Confirmations: to delete a record, and to unpublish one on which others depend. */
type ConfirmedIntent = "remove" | "draft" | "archived";

/** `edit` is the record's page, with the query of its list. */
type Props = { intent: ConfirmedIntent; edit: string; record: ContentRecord };

export function ConfirmDialog({ intent, edit, record }: Props) {
  const { t } = useTranslation("content");
  return (
    <QuestionLink
      dialog={intent}
      to={`${edit}${edit.includes("?") ? "&" : "?"}ask=${intent}`}
      variant={intent === "remove" ? "danger" : "line"}
      question={useQuestion({ intent, edit, record })}
    >
      {t(`intent.${intent}`)}
    </QuestionLink>
  );
}

export function ConfirmPage(props: Props) {
  return <QuestionPanel question={useQuestion(props)} back={props.edit} />;
}

/** Whether a transition needs a confirmation in the record's state. */
export function needsConfirmation(intent: string | null, { status, dependents }: ContentRecord): intent is ConfirmedIntent {
  if (intent === "remove") return status !== "published";
  return (intent === "draft" || intent === "archived") && status === "published" && dependents > 0;
}

function useQuestion({ intent, edit, record: { dependents: count, withdrawnOn } }: Props): Question {
  const { t } = useTranslation("content");
  const text = intent === "remove" ? t(withdrawnOn ? "ask.remove.atOnce" : "ask.remove.text") : t(`ask.${intent}.text`, { count });
  const texts = { title: t(`ask.${intent}.title`), text, confirm: t(`ask.${intent}.confirm`), keep: t("ask.keep") };
  return { ...texts, action: edit, name: "intent", value: intent };
}

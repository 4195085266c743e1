import { useTranslation } from "react-i18next";
import { type CriteriaQuestion, leftToLiveOn, previewOf, textIn } from "#contract/accounts/criteria";
import type { ChatRecord } from "#contract/accounts/verification-chats";
import type { Locale } from "#contract/formats/locale";
import { formatEuros } from "#contract/giving/money";
import { Facts } from "~/ui/facts";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

/** A student's answers, and the result of the rule; the decision is up to the team. */
export function FilePanel({ file: { version, answers, sentAt } }: { file: NonNullable<ChatRecord["file"]> }) {
  const { t } = useTranslation("chats");
  const { locale } = usePage();
  const left = leftToLiveOn(answers);
  const facts = answersOf({ version, answers }, locale);
  const result = Number.isNaN(left)
    ? []
    : [{ label: t("file.left"), value: `${formatEuros(locale, left)} – ${t(`file.preview.${previewOf(version.rule, answers)}`)}` }];
  return (
    <Panel title={t("file.title")}>
      <p className="muted mb-3 text-sm">{sentAt ? t("file.sentAt", { date: formatDate(locale, sentAt, "full") }) : t("file.notSent")}</p>
      {facts.length === 0 ? <p className="muted">{t("file.erased")}</p> : <Facts facts={[...facts, ...result]} className="grid gap-3" />}
    </Panel>
  );
}

type Answered = Pick<NonNullable<ChatRecord["file"]>, "version" | "answers">;

/** The questions of the criteria with their answers. */
export function answersOf({ version, answers }: Answered, locale: Locale) {
  return version.questions.flatMap((question) => {
    const value = answers[question.key];
    return value === undefined ? [] : [{ label: textIn(locale, question.label), value: answerText(question, value, locale) }];
  });
}

function answerText({ kind, choices = [] }: CriteriaQuestion, value: string | number, locale: Locale): string {
  if (kind === "amount") return formatEuros(locale, Number(value) * 100);
  const choice = choices.find((one) => one.value === value);
  return choice ? textIn(locale, choice.label) : String(value);
}

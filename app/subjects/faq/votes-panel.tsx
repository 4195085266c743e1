import { useTranslation } from "react-i18next";
import type { Votes } from "#contract/publishing/faq";
import { Facts } from "~/ui/facts";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

type Props = { data: { all: Votes; fr: Votes; en: Votes; sinceChange: Votes; changedAt: string } };

/** The votes on an answer: in all, by language, and since it was changed. */
export function VotesPanel({ data: { changedAt, ...votes } }: Props) {
  const { t } = useTranslation("content");
  const { locale } = usePage();
  const date = formatDate(locale, changedAt, "short");
  const parts = (["all", "fr", "en", "sinceChange"] as const).map((part) => ({
    label: t(`faqVotes.${part}`, { date }),
    value: t("faqVotes.counts", votes[part]),
  }));
  return (
    <Panel title={t("faqVotes.title")}>
      {votes.all.yes + votes.all.no > 0 ? <Facts facts={parts} /> : <p className="muted">{t("faqVotes.none")}</p>}
    </Panel>
  );
}

import { useTranslation } from "react-i18next";
import type { Votes } from "#contract/publishing/faq";
import { ShareBar } from "~/ui/chart/share-bar";
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
    value: (
      <>
        {t("faqVotes.counts", votes[part])}
        {votes[part].yes + votes[part].no > 0 && (
          <ShareBar
            thin
            parts={[
              { name: "yes", value: votes[part].yes },
              { name: "no", value: votes[part].no },
            ]}
          />
        )}
      </>
    ),
  }));
  return (
    <Panel title={t("faqVotes.title")}>
      {votes.all.yes + votes.all.no > 0 ? <Facts facts={parts} className="grid gap-3" /> : <p className="muted">{t("faqVotes.none")}</p>}
    </Panel>
  );
}

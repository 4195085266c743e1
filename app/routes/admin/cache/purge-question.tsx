import { useTranslation } from "react-i18next";
import { type Question, QuestionLink, QuestionPanel } from "~/forms/confirm-question";

const purgePath = "/dashboard/admin/cache-metrics/purge";

/** `group` as in the query; null means all. */
type Pages = { group: string; name?: string };

/** The confirmation of a purge. */
export function PurgeLink({ group, name }: Pages) {
  const { t } = useTranslation("cache");
  return (
    <QuestionLink
      dialog={`purge-${group}`}
      to={`${purgePath}?group=${group}`}
      variant="line"
      small
      label={name && t("purge.oneLabel", { group: name })}
      question={useQuestion({ group, name })}
    >
      {name ? t("purge.one") : t("purge.all")}
    </QuestionLink>
  );
}

export function PurgePanel({ group, name, back }: Pages & { back: string }) {
  return <QuestionPanel question={useQuestion({ group, name })} back={back} />;
}

function useQuestion({ group, name }: Pages): Question {
  const { t } = useTranslation("cache");
  const title = name ? t("purge.ask", { group: name }) : t("purge.askAll");
  return {
    title,
    text: t("purge.text"),
    confirm: t("purge.confirm"),
    keep: t("purge.keep"),
    action: purgePath,
    name: "group",
    value: group,
  };
}

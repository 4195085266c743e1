import { Check, Unlink } from "lucide";
import { useTranslation } from "react-i18next";
import type { LinkCheck } from "#contract/publishing/link-checks";
import { Badge } from "~/ui/badge";
import { LocalDate } from "~/ui/local-date";

/** The result and time of the last check of a record's link. */
export function LinkFact({ link }: { link: LinkCheck | null | undefined }) {
  const { t } = useTranslation("content");
  if (!link) return t("link.never");
  const { problem, status, checkedAt, toCheck } = link;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Badge meaning={toCheck ? "warning" : problem ? "plain" : "success"} icon={problem ? Unlink : Check}>
        {problem ? t(`link.problem.${problem}`, { status }) : t("link.fine")}
      </Badge>
      <LocalDate value={checkedAt} style="time" />
    </span>
  );
}

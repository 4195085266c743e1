import { Link as Chain, Unlink } from "lucide";
import { useTranslation } from "react-i18next";
import { Badge } from "~/ui/badge";
import { Link } from "~/ui/link";

/** Whether the log's rows still follow from each other, as far as was looked. */
export function ChainBadge({ check: { broken, checked, total } }: { check: { broken: number | null; checked: number; total: number } }) {
  const { t } = useTranslation("audit");
  return (
    <span className="flex flex-wrap items-center gap-3">
      {broken === null ? (
        <Badge meaning="success" icon={Chain}>
          {t("chain.whole", { count: checked })}
        </Badge>
      ) : (
        <Badge meaning="danger" icon={Unlink}>
          {t("chain.broken", { seq: broken })}
        </Badge>
      )}
      {checked < total && <Link to="/dashboard/admin/audit-log?check=all">{t("chain.all", { count: total })}</Link>}
    </span>
  );
}

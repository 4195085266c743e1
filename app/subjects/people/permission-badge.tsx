import { Check, UserCheck } from "lucide";
import { useTranslation } from "react-i18next";
import { writtenDay } from "#contract/formats/france-time";
import { Badge } from "~/ui/badge";
import { usePage } from "~/ui/page-context";

type Props = { held: boolean; byRole: boolean; until?: string | null; inWords?: boolean };

/** Whether a person holds a right: granted, optionally until a day, by role, or not: a dash in a table, a word elsewhere. */
export function PermissionBadge({ held, byRole, until, inWords }: Props) {
  const { t } = useTranslation("rights");
  const { locale } = usePage();
  if (held)
    return (
      <Badge meaning="success" icon={Check}>
        {until ? t("until", { date: writtenDay(locale, until) }) : t("held")}
      </Badge>
    );
  if (byRole)
    return (
      <Badge meaning="plain" icon={UserCheck}>
        {t("byRole")}
      </Badge>
    );
  if (inWords) return <span className="muted">{t("notHeld")}</span>;
  return (
    <span className="muted">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{t("notHeld")}</span>
    </span>
  );
}

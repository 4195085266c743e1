import { CalendarClock, Check, Clock, Eye, type IconNode, Lock, Users } from "lucide";
import { useTranslation } from "react-i18next";
import type { TrackingRow, TrackingVisibility } from "#contract/accounts/tracking";
import { franceDay } from "#contract/formats/france-time";
import { Badge, type BadgeMeaning } from "~/ui/badge";
import { LocalDate } from "~/ui/local-date";
import { useNow } from "~/ui/now";

const icons: Record<TrackingVisibility, IconNode> = { subject: Eye, staff: Users, restricted: Lock };

/** Who may read an entry; a restricted one stands out. */
export function VisibilityBadge({ visibility }: { visibility: TrackingVisibility }) {
  const { t } = useTranslation("tracking");
  return (
    <Badge meaning={visibility === "restricted" ? "warning" : "plain"} icon={icons[visibility]}>
      {t(`visibility.${visibility}`)}
    </Badge>
  );
}

const meanings = { overdue: "danger", today: "warning", week: "information", later: "plain" } as const satisfies Record<
  string,
  BadgeMeaning
>;

/** How near the next action of an entry is, or that it is done. Nothing where there is none. */
export function DueBadge({ entry }: { entry: Pick<TrackingRow, "due" | "nextActionAt" | "doneAt"> }) {
  const { t } = useTranslation("tracking");
  const now = useNow();
  const { due, nextActionAt, doneAt } = entry;
  if (!nextActionAt) return null;
  if (doneAt || !due)
    return (
      <Badge meaning="success" icon={Check}>
        {t("doneBadge")}
      </Badge>
    );
  const late = Math.round((Date.parse(franceDay(now)) - Date.parse(nextActionAt)) / 86_400_000);
  return (
    <Badge meaning={meanings[due]} icon={due === "overdue" ? CalendarClock : Clock}>
      {due === "overdue" ? t("late", { count: late }) : due === "today" ? t("due.today") : <LocalDate value={nextActionAt} style="short" />}
    </Badge>
  );
}

import { CalendarClock } from "lucide";
import type { ThreadRow } from "#contract/charity/threads";
import type { Translate } from "~/i18n/translate";
import { type Column, emptyCell } from "~/lists/column";
import type { Filter } from "~/lists/filter";
import { Badge } from "~/ui/badge";
import { LocalDate } from "~/ui/local-date";

/** By when an answer was promised, and whether that day is over. */
export const dueColumn: Column<ThreadRow> = {
  key: "dueOn",
  header: (t) => t("threads:due.column"),
  value: ({ dueOn }) => (dueOn ? new Date(dueOn) : null),
  cell: ({ dueOn, late }, t) => (dueOn ? <Due day={dueOn} late={late} t={t} /> : emptyCell),
  card: "named",
};

function Due({ day, late, t }: { day: string; late: boolean; t: Translate }) {
  return (
    <>
      <LocalDate value={day} style="short" />{" "}
      {late && (
        <Badge meaning="danger" icon={CalendarClock}>
          {t("threads:due.late")}
        </Badge>
      )}
    </>
  );
}

export function dueFilter(value: string | undefined, t: Translate): Filter {
  return { name: "due", label: t("threads:due.filter"), value, choices: [{ value: "late", label: t("threads:due.late") }] };
}

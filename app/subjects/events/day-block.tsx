import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";

/** The day of an event in large type; the text beside it says the same. */
export function DayBlock({ startsAt }: { startsAt: string }) {
  const { locale } = usePage();
  return (
    <span className="grid w-16 flex-none content-start self-start text-sm leading-tight" aria-hidden="true">
      <b className="text-2xl leading-none font-extrabold tracking-[-0.03em] text-primary">{formatDate(locale, startsAt, "dayNumber")}</b>
      {formatDate(locale, startsAt, "shortMonth")}
    </span>
  );
}

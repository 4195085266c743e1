import { useTranslation } from "react-i18next";
import type { TrackingRow } from "#contract/accounts/tracking";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { DueBadge, VisibilityBadge } from "./badges";

/** Entries one after another, with their texts. */
export function EntryList({ entries, linked = true }: { entries: TrackingRow[]; linked?: boolean }) {
  return (
    <ul className="grid gap-4">
      {entries.map((entry) => (
        <li key={entry.id} className="border-b border-line pb-4 last:border-0 last:pb-0">
          <Entry entry={entry} linked={linked} />
        </li>
      ))}
    </ul>
  );
}

function Entry({ entry, linked }: { entry: TrackingRow; linked: boolean }) {
  const { t } = useTranslation("tracking");
  const { id, kind, title, body, occurredAt, author, own, visibility, correctsId, assignee, mine, nextActionAt } = entry;
  const page = "/dashboard/admin/tracking";
  return (
    <>
      <p className="muted text-sm">
        {t(`kind.${kind}`)}, <LocalDate value={occurredAt} style="time" />, {own ? t("you") : author}
      </p>
      <h3 className="font-semibold wrap-anywhere">{linked ? <Link to={`${page}/${correctsId ?? id}`}>{title}</Link> : title}</h3>
      {body && <p className="mt-1 whitespace-pre-line wrap-anywhere">{body}</p>}
      <p className="mt-2 flex flex-wrap items-center gap-2 text-sm">
        <VisibilityBadge visibility={visibility} />
        <DueBadge entry={entry} />
        {nextActionAt && <span>{mine ? t("you") : (assignee ?? t("toGive"))}</span>}
        {linked && correctsId && (
          <span className="muted">
            {t("corrects")} <Link to={`${page}/${correctsId}`}>{t("original")}</Link>
          </span>
        )}
      </p>
    </>
  );
}

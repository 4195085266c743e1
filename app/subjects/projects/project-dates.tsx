import { useTranslation } from "react-i18next";
import type { ProjectFollow } from "#contract/charity/projects";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { LocalizedText } from "~/ui/localized-text";
import { StatusBadge } from "~/ui/status-badge";

/** The next events of a project. */
export function ProjectEvents({ events }: { events: ProjectFollow["events"] }) {
  const { t } = useTranslation("content");
  return (
    <section className="grid content-start gap-3">
      <h3 className="font-bold">{t("projectFollow.dates")}</h3>
      {events.length === 0 && <p className="muted">{t("projectFollow.noDates")}</p>}
      {events.length > 0 && (
        <ul className="rows">
          {events.map(({ id, title, startsAt, status }) => (
            <li key={id}>
              <span className="min-w-0 grow wrap-anywhere">
                <Link to={`/dashboard/admin/events/${id}`} className="row-title">
                  <LocalizedText of={title} mark />
                </Link>
                <span className="muted block text-sm">
                  <LocalDate value={startsAt} style="moment" />
                </span>
              </span>
              {status !== "published" && <StatusBadge status={status} />}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

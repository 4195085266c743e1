import { useTranslation } from "react-i18next";
import type { TreeLine } from "#contract/charity/sectors";
import { useTranslate } from "~/i18n/use-translate";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { LocalizedText } from "~/ui/localized-text";
import { StatusBadge } from "~/ui/status-badge";

const list = "/dashboard/admin/sectors";

/** Sibling sectors with their children. */
export function Branch({ lines, all }: { lines: TreeLine[]; all: TreeLine[] }) {
  return (
    <ul className="grid [&_ul]:mb-2 [&_ul]:ml-1.5 [&_ul]:border-l-2 [&_ul]:border-line [&_ul]:pl-4 sm:[&_ul]:pl-6">
      {lines.map((line) => {
        const under = all.filter(({ parentId }) => parentId === line.id);
        return (
          <li key={line.id}>
            <TreeRow line={line} />
            {under.length > 0 && <Branch lines={under} all={all} />}
          </li>
        );
      })}
    </ul>
  );
}

export function TreeRow({ line: { id, name, kind, status, managers, members, zones, nextDate, mergedInto } }: { line: TreeLine }) {
  const { t } = useTranslation("sectors");
  const all = useTranslate();
  return (
    <div className="flex grow items-start justify-between gap-4 py-3">
      <div className="grid gap-0.5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link className="row-title wrap-anywhere" to={`${list}/${id}/fiche`}>
            {name}
          </Link>
          <span className="muted text-sm">{all(`content:sectors.choice.kind.${kind}`)}</span>
          <StatusBadge status={status} />
        </p>
        <p className="muted flex flex-wrap gap-x-4 text-sm wrap-anywhere">
          {mergedInto && <span>{t("tree.merged", { name: mergedInto })}</span>}
          <span>{t("tree.members", { count: members })}</span>
          {managers.length > 0 && <span>{t("tree.managers", { names: managers.join(", ") })}</span>}
          {nextDate && (
            <span>
              {t("tree.next")} <LocalDate value={nextDate} style="time" />
            </span>
          )}
          {zones.fr && (
            <span>
              {t("tree.zones")} <LocalizedText of={zones} />
            </span>
          )}
        </p>
      </div>
      <Link className="flex-none py-0.5 text-sm font-semibold" to={`${list}/${id}/edit`} aria-label={t("tree.editOne", { name })}>
        {t("tree.edit")}
      </Link>
    </div>
  );
}

import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { type GroupReport, groupFigures } from "~/server/cache/cache-report";
import { ShareBar } from "~/ui/chart/share-bar";
import { Disclosure } from "~/ui/disclosure";
import { Panel } from "~/ui/panel";
import { PurgeLink } from "./purge-question";

type Report = { groups: GroupReport[]; total: GroupReport };

/** The cached pages by group, with their hits, and a link to purge each. */
export function PagesPanel({ report }: { report: Report }) {
  const { t } = useTranslation("cache");
  return (
    <Panel title={t("groups.title")}>
      {report.groups.length === 0 ? (
        <p>{t("groups.empty")}</p>
      ) : (
        <>
          <GroupsTable
            caption={t("groups.caption")}
            report={report}
            nameOf={(group) => (
              <>
                {nameOf(group, t)} <span className="muted font-normal">{pathOf(group)}</span>
              </>
            )}
            actionOf={(group) => <PurgeLink group={group} name={nameOf(group, t)} />}
          />
          <div className="actions pt-4">
            <PurgeLink group="*" />
          </div>
        </>
      )}
    </Panel>
  );
}

/** The same for the cached API responses; they are purged with the pages. */
export function DataPanel({ report }: { report: Report }) {
  const { t } = useTranslation("cache");
  return (
    <Panel title={t("data.title")}>
      <p className="muted pb-3">{t("data.text")}</p>
      {report.groups.length === 0 ? (
        <p>{t("data.empty")}</p>
      ) : (
        <GroupsTable caption={t("data.caption")} report={report} nameOf={(group) => `/api/${group}`} />
      )}
    </Panel>
  );
}

type TableProps = { caption: string; report: Report; nameOf: (group: string) => ReactNode; actionOf?: (group: string) => ReactNode };

/** Groups without requests and without pages are collapsed. */
function GroupsTable({ report: { groups, total }, ...more }: TableProps) {
  const { t } = useTranslation("cache");
  const idle = groups.filter((row) => row.idle);
  const busy = groups.filter((row) => !row.idle);
  return (
    <>
      <RowsTable rows={[...busy, total]} {...more} />
      {idle.length > 0 && (
        <Disclosure summary={t("groups.idle", { count: idle.length })}>
          <RowsTable rows={idle} {...more} />
        </Disclosure>
      )}
    </>
  );
}

type RowsProps = Omit<TableProps, "report"> & { rows: GroupReport[] };

function RowsTable({ caption, rows, nameOf, actionOf }: RowsProps) {
  const { t } = useTranslation("cache");
  return (
    <table className="list-table">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t("groups.group")}</th>
          {groupFigures.map((key) => (
            <th key={key} scope="col" className="text-right">
              {t(`groups.${key}`)}
            </th>
          ))}
          {actionOf && (
            <th scope="col">
              <span className="sr-only">{t("purge.one")}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) =>
          row.group === "*" ? (
            <GroupRow key="*" row={row} name={t("groups.total")} action={actionOf && ""} />
          ) : (
            <GroupRow key={row.group} row={row} name={nameOf(row.group)} action={actionOf?.(row.group)} />
          ),
        )}
      </tbody>
    </table>
  );
}

function GroupRow({ row, name, action }: { row: GroupReport; name: ReactNode; action: ReactNode }) {
  const { t } = useTranslation("cache");
  return (
    <tr className={row.group === "*" ? "font-bold" : undefined}>
      <td className="font-semibold">{name}</td>
      {groupFigures.map((key) => (
        <td key={key} data-label={t(`groups.${key}`)} data-zero={row.zeros.includes(key) || undefined} className="text-right tabular-nums">
          {row[key]}
          {key === "rate" && row.share !== null && (
            <div className="ml-auto w-24">
              <ShareBar thin whole={1} parts={[{ name: t("groups.rate"), value: row.share }]} />
            </div>
          )}
        </td>
      ))}
      {action !== undefined && <td>{action}</td>}
    </tr>
  );
}

function pathOf(group: string): string {
  return group === "home" ? "/" : `/${group}`;
}

/** The label of a group, as in the menus; its path when there is none. */
export function nameOf(group: string, t: TFunction<"cache">): string {
  return t(`groups.names.${group}` as "groups.names.home", { defaultValue: pathOf(group) });
}

import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { type GroupReport, groupFigures } from "~/cache/report";
import { Panel } from "~/ui/panel";
import { PurgeLink } from "./purge-question";

/** What is kept of each group, how often it served, and the way to empty it. */
export function GroupsPanel({ groups }: { groups: GroupReport[] }) {
  const { t } = useTranslation("cache");
  if (groups.length === 0)
    return (
      <Panel title={t("groups.title")}>
        <p>{t("groups.empty")}</p>
      </Panel>
    );
  return (
    <Panel title={t("groups.title")}>
      <table className="list-table">
        <caption className="sr-only">{t("groups.caption")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("groups.group")}</th>
            {groupFigures.map((key) => (
              <th key={key} scope="col" className="text-right">
                {t(`groups.${key}`)}
              </th>
            ))}
            <th scope="col">
              <span className="sr-only">{t("purge.one")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.map((row) => (
            <tr key={row.group}>
              <td className="font-semibold">
                {nameOf(row.group, t)} <span className="muted font-normal">{pathOf(row.group)}</span>
              </td>
              {groupFigures.map((key) => (
                <td key={key} data-label={t(`groups.${key}`)} className="text-right tabular-nums">
                  {row[key]}
                </td>
              ))}
              <td>
                <PurgeLink group={row.group} name={nameOf(row.group, t)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="actions pt-4">
        <PurgeLink group="*" />
      </div>
    </Panel>
  );
}

function pathOf(group: string): string {
  return group === "home" ? "/" : `/${group}`;
}

/** A group in words, as the menus call its page; its address where there are none. */
export function nameOf(group: string, t: TFunction<"cache">): string {
  return t(`groups.names.${group}` as "groups.names.home", { defaultValue: pathOf(group) });
}

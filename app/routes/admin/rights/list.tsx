import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Plus, TriangleAlert } from "lucide";
import { useTranslation } from "react-i18next";
import { everywherePermissions, permissionFacts } from "#contract/accounts/permissions";
import { type RightsRow, rightsApi } from "#contract/accounts/rights";
import { permissions } from "#contract/accounts/roles";
import { writtenDay } from "#contract/formats/france-time";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { type Column, cellOf, RowLink } from "~/lists/column";
import { choiceFilter } from "~/lists/filter";
import { loadList } from "~/lists/list-loader.server";
import { ListPage } from "~/lists/list-page";
import { PermissionBadge } from "~/subjects/people/permission-badge";
import { ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { usePage } from "~/ui/page-context";

const path = "/dashboard/admin/permissions";

export const handle = { i18n: ["rights", "people", "lists"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const list = await loadList(args, path, rightsApi.list);
  return { list, title: list.title };
}

/** The matrix of rights: a row for each person, a column for each right. */
export default function Permissions() {
  const { list } = useLoaderData<typeof loader>();
  const { t } = useTranslation("rights");
  const { t: people } = useTranslation("people");
  return (
    <ListPage
      list={list}
      texts="rights:"
      columns={columns}
      drawing="door"
      filters={[
        choiceFilter("role", people("column.role"), list.query, ["ADMIN", "VOLUNTEER"] as const, (value) => people(`role.${value}`)),
        choiceFilter("permission", t("holding"), list.query, permissions, (value) => t(`name.${value}`)),
        choiceFilter("everyone", t("everyone"), list.query, ["yes"] as const, () => t("everyoneYes")),
      ]}
      mainAction={
        !list.query.everyone && (
          <ButtonLink to={`${path}?everyone=yes`} className="btn-short">
            <Icon of={Plus} />
            <span>{t("giveTo")}</span>
          </ButtonLink>
        )
      }
      note={
        <p className="muted flex items-start gap-2">
          <Icon of={TriangleAlert} className="mt-1 size-4 shrink-0 text-danger" />
          {t("dangerLegend", {
            names: permissions
              .filter((one) => permissionFacts[one].dangerous)
              .map((one) => t(`short.${one}`))
              .join(", "),
          })}
        </p>
      }
    />
  );
}

const columns: Column<RightsRow>[] = [
  {
    key: "name",
    header: (t) => t("people:column.name"),
    value: ({ name }) => name,
    cell: ({ id, name, team }) => (
      <>
        <RowLink to={`${path}/${id}`}>{name}</RowLink>
        <small className="muted block">{team}</small>
      </>
    ),
    sortable: true,
  },
  { key: "role", header: (t) => t("people:column.role"), value: ({ role }, t) => t(`people:role.${role}`), sortable: true },
  ...everywherePermissions.map(
    (permission): Column<RightsRow> => ({
      key: permission,
      header: (t) => t(`rights:short.${permission}`),
      value: ({ grants }, t) => t(grants.some((one) => one.permission === permission && !one.sectorId) ? "rights:held" : "rights:notHeld"),
      cell: ({ grants, role }) => {
        const grant = grants.find((one) => one.permission === permission && !one.sectorId);
        return <PermissionBadge held={!!grant} byRole={permissionFacts[permission].byRole.includes(role)} until={grant?.expiresOn} />;
      },
      card: "none",
    }),
  ),
  {
    key: "everywhere",
    header: (t) => t("rights:rights"),
    value: ({ grants }, t) =>
      grants
        .filter(({ sectorId }) => sectorId === null)
        .map(({ permission }) => t(`rights:short.${permission}`))
        .join(", "),
    card: "named",
    onCards: true,
  },
  {
    key: "inSector",
    header: (t) => t("rights:inSector.column"),
    value: ({ grants }, t) =>
      inSectors(grants)
        .map((line) => `${line.sector}: ${t(`rights:short.${line.permission}`)}`)
        .join("; ") || null,
    cell: (row) => <SectorGrants grants={inSectors(row.grants)} />,
    card: "fact",
  },
];

const inSectors = (grants: RightsRow["grants"]) => grants.filter(({ sectorId }) => sectorId !== null);

/** What somebody holds in which sector, one line for each sector. */
function SectorGrants({ grants }: { grants: RightsRow["grants"] }) {
  const { t } = useTranslation("rights");
  const { locale } = usePage();
  if (grants.length === 0) return cellOf(null);
  return (
    <ul className="grid gap-1">
      {[...Map.groupBy(grants, ({ sector }) => sector ?? "")].map(([sector, held]) => (
        <li key={sector}>
          <strong>{sector}</strong>
          {held.map(({ permission, expiresOn }) => (
            <small key={permission} className="muted block">
              {t(`short.${permission}`)}
              {expiresOn && ` (${t("inSector.until", { date: writtenDay(locale, expiresOn) })})`}
            </small>
          ))}
        </li>
      ))}
    </ul>
  );
}

export const ErrorBoundary = OfficeError;

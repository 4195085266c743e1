import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { TriangleAlert } from "lucide";
import { useTranslation } from "react-i18next";
import { permissionFacts } from "#contract/accounts/permissions";
import { type RightsRow, rightsApi } from "#contract/accounts/rights";
import { permissions } from "#contract/accounts/roles";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { type Column, RowLink } from "~/lists/column";
import { choiceFilter } from "~/lists/filter";
import { loadList } from "~/lists/list-loader.server";
import { ListPage } from "~/lists/list-page";
import { HeldMark } from "~/subjects/people/held-mark";
import { Icon } from "~/ui/icon";

const path = "/dashboard/admin/permissions";

export const handle = { i18n: ["rights", "people", "lists"] } as const;

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
      ]}
    >
      <p className="muted flex items-start gap-2">
        <Icon of={TriangleAlert} className="mt-1 size-4 shrink-0 text-danger" />
        {t("dangerLegend", {
          names: permissions
            .filter((one) => permissionFacts[one].dangerous)
            .map((one) => t(`short.${one}`))
            .join(", "),
        })}
      </p>
    </ListPage>
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
  ...permissions.map(
    (permission): Column<RightsRow> => ({
      key: permission,
      header: (t) => t(`rights:short.${permission}`),
      value: ({ grants }, t) => t(grants.some((one) => one.permission === permission) ? "rights:held" : "rights:notHeld"),
      cell: ({ grants, role }) => {
        const grant = grants.find((one) => one.permission === permission);
        return <HeldMark held={!!grant} byRole={permissionFacts[permission].byRole.includes(role)} until={grant?.expiresOn} />;
      },
    }),
  ),
];

export const ErrorBoundary = OfficeError;

import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { TFunction } from "i18next";
import { ChartColumn, Check, MapPin, MessageCircleQuestion, ReceiptText, Send, Undo2 } from "lucide";
import { useTranslation } from "react-i18next";
import { redirectFor } from "#contract/accounts/access";
import { type WritingList, writingLists } from "#contract/accounts/campaign-people";
import type { PeopleList as ListName } from "#contract/accounts/people";
import { accountManagers, sectorsWith } from "#contract/accounts/permissions";
import { publicSectorsApi } from "#contract/charity/sectors";
import { policies } from "~/access/policies";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import type { BulkAction } from "~/lists/bulk";
import { loadList } from "~/lists/list-loader.server";
import { ListPage } from "~/lists/list-page";
import { peopleColumns } from "~/subjects/people/columns";
import { usePeopleFilters } from "~/subjects/people/filters";
import { peopleEndpoints, peopleListAt } from "~/subjects/people/lists";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";

export const handle = { i18n: ["people", "lists"] } as const satisfies PageHandle;

export const meta = pageMeta;

/** What is done from a list besides what all lists have: from those of students and donors by administrators. */
const menus = {
  "pending-approval": { to: "/dashboard/admin/users/pending-approval/take-back", name: "undoApproval" },
  beneficiaries: { to: "/dashboard/admin/users/beneficiaries/report", name: "aidReport" },
  donators: { to: "/dashboard/admin/fiscal-receipts/to-issue", name: "receipts" },
} as const;
const menuIcons = { aidReport: ChartColumn, receipts: ReceiptText, undoApproval: Undo2 } as const;

export async function loader(args: LoaderFunctionArgs) {
  const name = peopleListAt(args.request.url);
  const list = await loadList(args, `/dashboard/admin/users/${name}`, peopleEndpoints[name]);
  const user = await args.context.session.user();
  const contactOnly = !user || redirectFor(user, policies["/dashboard/admin/users/beneficiaries"]) !== null;
  const coordinates = !contactOnly && user.role !== "ADMIN";
  const { items: sectors } = contactOnly ? { items: [] } : await args.context.api.call(publicSectorsApi.list);
  return {
    name,
    list,
    sectors: coordinates ? sectors.filter(({ id }) => sectorsWith(user, accountManagers.inSector).includes(id)) : sectors,
    contactOnly,
    coordinates,
    similar: "similar" in list.page && list.page.similar === true && list.page.items.length > 0,
    exports: !!user && redirectFor(user, policies[`/dashboard/admin/users/${name}/export.csv`]) === null,
    imports: name === "volunteers" && !!user && redirectFor(user, policies[`/dashboard/admin/users/${name}/import`]) === null,
    writes: isWritingList(name) && !!user && redirectFor(user, policies[`/dashboard/admin/users/${name}/write`]) === null,
    menu: name === "pending-approval" || (user?.role === "ADMIN" && (name === "beneficiaries" || name === "donators")) ? menus[name] : null,
    title: list.title,
  };
}

/** Any of the five lists of people. */
export default function PeopleList() {
  const { name, list, sectors, contactOnly, coordinates, similar, exports, imports, writes, menu } = useLoaderData<typeof loader>();
  const { t } = useTranslation("people");
  return (
    <ListPage
      list={list}
      texts={`people:list.${name}.`}
      searchLabel={t("search")}
      columns={peopleColumns(name, contactOnly)}
      filters={usePeopleFilters(name, list, sectors, contactOnly)}
      exports={exports}
      imports={imports}
      bulk={bulkOf(name, { assigns: !contactOnly && !coordinates, writes }, t)}
      bulkQuery={similar ? { similar: "yes" } : undefined}
      menu={
        menu && (
          <li>
            <Link className="menu-item" to={menu.to}>
              <Icon of={menuIcons[menu.name]} />
              {t(`list.${menu.name}`)}
            </Link>
          </li>
        )
      }
      drawing={name === "drivers" ? "bike" : "door"}
    >
      {similar && (
        <p className="panel" role="status">
          {t("similar")}
        </p>
      )}
    </ListPage>
  );
}

const isWritingList = (name: ListName): name is WritingList => writingLists.some((one) => one === name);

function bulkOf(
  name: ListName,
  { assigns, writes }: { assigns: boolean; writes: boolean },
  t: TFunction<"people">,
): BulkAction[] | undefined {
  if (name === "pending-approval")
    return [
      { name: "approve", label: t("step.approve"), icon: Check, labelFor: (count) => t("bulk.confirm", { count }) },
      { name: "ask", label: t("step.ask"), icon: MessageCircleQuestion },
    ];
  const team = { name: "team", label: t("team.assign"), icon: MapPin, labelFor: (count: number) => t("team.assignMany", { count }) };
  const write = { name: "write", label: t("write.action"), icon: Send, to: `/dashboard/admin/users/${name}/write` };
  // The list of drivers has no room for boxes beside its columns.
  const actions = [...(assigns && name !== "drivers" ? [team] : []), ...(writes ? [write] : [])];
  return actions.length > 0 ? actions : undefined;
}

export const ErrorBoundary = OfficeError;

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Download } from "lucide";
import { useTranslation } from "react-i18next";
import { hasPermission } from "#contract/accounts/roles";
import { auditApi } from "#contract/law/audit";
import { gate } from "~/access/gate.server";
import { useTranslate } from "~/i18n/use-translate";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { choiceFilter, type Filter, rangeFilter } from "~/lists/filter";
import { loadList } from "~/lists/list-loader.server";
import { ListPage } from "~/lists/list-page";
import { ChainBadge } from "~/subjects/audit/chain-badge";
import { auditColumns } from "~/subjects/audit/columns";
import { actionLabel, entityLabel } from "~/subjects/audit/labels";
import { withLabels } from "~/subjects/audit/lines";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";

const path = "/dashboard/admin/audit-log";

export const handle = { i18n: ["audit", "lists"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const list = await loadList(args, path, auditApi.list);
  const { api, session, t, locale } = args.context;
  const [kinds, { last }, user] = await Promise.all([api.call(auditApi.kinds), api.call(auditApi.check), session.user()]);
  const page = { ...list.page, items: withLabels(list.page.items, t, locale) };
  return { list: { ...list, page }, kinds, last, exports: !!user && hasPermission(user, "EXPORT_PERSONAL_DATA"), title: list.title };
}

/** Verifies the newest rows; the page then shows the result. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  await args.context.api.call(auditApi.verify);
  return redirect(path + new URL(args.request.url).search, 303);
}

/** The audit log, read-only, with the state of its chain. */
export default function AuditLog() {
  const { list, kinds, last, exports } = useLoaderData<typeof loader>();
  const { t } = useTranslation("audit");
  const { search } = useLocation();
  const translate = useTranslate();
  const { query } = list;
  return (
    <ListPage
      list={list}
      texts="audit:"
      columns={auditColumns}
      drawing="kit"
      note={!last?.fault && <ChainBadge last={last} />}
      menu={
        exports && (
          <li>
            <Link className="menu-item" to={`${path}/export${search}`}>
              <Icon of={Download} />
              {t("export.ask")}
            </Link>
          </li>
        )
      }
      filters={[
        choiceFilter("action", t("column.action"), query, kinds.actions, (value) => actionLabel(value, translate)),
        choiceFilter("entityType", t("column.entity"), query, kinds.entityTypes, (value) => entityLabel(value, translate)),
        choiceFilter("actorKind", t("column.actor"), query, list.choices.actorKind, (value) => t(`actorKind.${value}`)),
        rangeFilter("day", "at", t("column.at"), query),
        ...oneOf("entityId", query.entityId, { label: t("filter.entity"), chosen: t("filter.oneEntity") }),
        ...oneOf("actorId", query.actorId, { label: t("filter.actor"), chosen: t("filter.oneActor") }),
      ]}
    >
      {last?.fault && <ChainBadge last={last} />}
    </ListPage>
  );
}

/** Filters that only links from other pages set: they can be removed here, not chosen. */
function oneOf(name: string, value: string | undefined, { label, chosen }: Record<"label" | "chosen", string>): Filter[] {
  return value ? [{ name, label, value, choices: [{ value, label: chosen }] }] : [];
}

export const ErrorBoundary = OfficeError;

import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { sectorsApi } from "#contract/charity/sectors";
import { gate } from "~/access/gate.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { SectorTabs } from "~/subjects/sectors/sector-tabs";
import { ButtonLink } from "~/ui/button";
import { Disclosure } from "~/ui/disclosure";
import { EmptyState } from "~/ui/empty-state";
import { Link } from "~/ui/link";
import { Panel } from "~/ui/panel";
import { Branch, TreeRow } from "./tree-branch";

const path = "/dashboard/admin/sectors/tree";

export const handle = { i18n: ["sectors", "content"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const { items, more } = await api.call(sectorsApi.tree);
  const crumb = { label: t("content:sectors.list"), to: "/dashboard/admin/sectors" };
  return { items, more, crumb, title: t(`titles:${path}`) };
}

/** The tree of sectors; closed ones are listed separately, and their children at the root. */
export default function SectorTree() {
  const { items, more } = useLoaderData<typeof loader>();
  const { t } = useTranslation("sectors");
  const open = items.filter(({ status }) => status !== "archived");
  const closed = items.filter(({ status }) => status === "archived");
  const roots = open.filter(({ parentId }) => !open.some(({ id }) => id === parentId));
  return (
    <>
      <SectorTabs />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="office-title">{t("tree.title")}</h1>
        <ButtonLink to="/dashboard/admin/sectors/create">{t("tree.create")}</ButtonLink>
      </div>
      {roots.length === 0 ? (
        <EmptyState drawing="bike" text={t("tree.empty")} />
      ) : (
        <Panel title={t("tree.count", { count: open.length })}>
          <Branch lines={roots} all={open} />
        </Panel>
      )}
      {closed.length > 0 && (
        <Disclosure variant="panel" summary={t("tree.closed", { count: closed.length })}>
          <ul className="rows mt-3">
            {closed.map((line) => (
              <li key={line.id}>
                <TreeRow line={line} />
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
      {more && <p className="muted">{t("tree.more")}</p>}
      <p>
        <Link to="/dashboard/admin/sectors/records/import">{t("records.import.link")}</Link>
      </p>
    </>
  );
}

export const ErrorBoundary = OfficeError;

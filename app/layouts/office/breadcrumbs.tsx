import { useMatches, useRouteLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { PageHandle } from "~/layouts/handle";
import type { PagePath } from "~/pages";
import { Breadcrumb } from "~/ui/breadcrumb";
import type { loader } from "./office-layout";

/** A route's breadcrumb: `handle = { crumb: { label: "articles:crumb", to: "/dashboard/admin/news" } }`, or its loader's, as text: `{ crumb }`. */
export type Crumb = { label: string; to: PagePath };

/** The breadcrumbs of the page, from its routes, without pages that the person may not open. */
export function Breadcrumbs() {
  const { t } = useTranslation();
  const matches = useMatches();
  const frame = useRouteLoaderData<typeof loader>("layouts/office/office-layout");
  const crumbs = matches.flatMap(({ handle, data }) => {
    const fixed = (handle as PageHandle | undefined)?.crumb;
    return fixed ? { ...fixed, label: t(fixed.label as never) as string } : ((data as { crumb?: Crumb } | undefined)?.crumb ?? []);
  });
  const open = crumbs.filter(({ to }) => frame?.user?.open.includes(to));
  return <Breadcrumb steps={open.map(({ label, to }) => ({ label, to }))} />;
}

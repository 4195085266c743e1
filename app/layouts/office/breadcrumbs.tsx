import { useMatches, useRouteLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { decide } from "#contract/access";
import { type ProtectedPath, policies } from "~/access/policies";
import { Breadcrumb } from "~/ui/breadcrumb";
import type { loader } from "./office-layout";

/** What a route adds to the way to its page: `handle = { crumb: { label: "articles:crumb", to: "/dashboard/admin/news" } }`. */
export type Crumb = { label: string; to: ProtectedPath };

/** The way to the page, as its routes tell it; steps the person may not take are left out. */
export function Breadcrumbs() {
  const { t } = useTranslation();
  const matches = useMatches();
  const frame = useRouteLoaderData<typeof loader>("layouts/office/office-layout");
  const crumbs = matches.flatMap(({ handle }) => (handle as { crumb?: Crumb } | undefined)?.crumb ?? []);
  const open = crumbs.filter(({ to }) => frame?.user && decide(frame.user, policies[to]) === null);
  return <Breadcrumb steps={open.map(({ label, to }) => ({ label: t(label as never) as string, to }))} />;
}

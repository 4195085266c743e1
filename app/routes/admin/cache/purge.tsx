import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { operationsApi, PageGroup } from "#contract/api/operations";
import { gate } from "~/access/gate.server";
import { flashToast } from "~/api/flash.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { cacheReport } from "~/server/cache/cache-report.server";
import { nameOf } from "./groups-panel";
import { PurgePanel } from "./purge-question";

const list = "/dashboard/admin/cache-metrics";
const path = `${list}/purge`;

export const handle = { i18n: ["cache"], crumb: { label: "cache:crumb", to: list } } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const group = groupOf(args, new URL(args.request.url).searchParams.get("group") ?? "*");
  return { group, title: args.context.t(`titles:${path}`) };
}

/** The purge is published to every process, including this one. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { context, request } = args;
  const group = groupOf(args, (await request.formData()).get("group"));
  await context.api.call(operationsApi.purgePages, { body: { group } });
  flashToast(context, { title: context.t("cache:purge.done") });
  return redirect(list, 303);
}

export default function PurgePage() {
  const { group, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation("cache");
  return (
    <>
      <h1 className="office-title">{title}</h1>
      <PurgePanel group={group} name={group === "*" ? undefined : nameOf(group, t)} back={list} />
    </>
  );
}

export const ErrorBoundary = OfficeError;

/** The requested group, which has a label or pages in this process; another process may hold pages of a group with a label. */
function groupOf({ context: { cache, locale, t } }: LoaderFunctionArgs, given: unknown): string {
  const { data: group } = PageGroup.safeParse(given);
  if (!group) throw data(null, { status: 400 });
  const named = t(`cache:groups.names.${group}` as "cache:groups.names.home", { defaultValue: "" }) !== "";
  if (group !== "*" && !named && !cacheReport(cache, locale).groups.some((one) => one.group === group)) throw data(null, { status: 404 });
  return group;
}

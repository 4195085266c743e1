import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { operationsApi, PageGroup } from "#contract/operations";
import { gate } from "~/access/gate.server";
import { OfficeError } from "~/errors/office-error";
import { pageMeta } from "~/i18n/page-meta";
import { flashToast } from "~/toasts/flash.server";
import { nameOf } from "./groups-panel";
import { PurgePanel } from "./purge-question";

const list = "/dashboard/admin/cache-metrics";
const path = `${list}/purge`;

export const handle = { i18n: ["cache"], crumb: { label: "cache:crumb", to: list } } as const;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const group = groupOf(new URL(args.request.url).searchParams.get("group") ?? "*");
  return { group, title: args.context.t(`titles:${path}`) };
}

/** The change travels to every process, this one too. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { context, request } = args;
  const group = groupOf((await request.formData()).get("group"));
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

function groupOf(given: unknown): string {
  const group = PageGroup.safeParse(given);
  if (!group.success) throw data(null, { status: 400 });
  return group.data;
}

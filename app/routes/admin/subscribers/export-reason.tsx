import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { gate } from "~/access/gate.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { ExportReason, queryWithoutReason } from "~/lists/export-reason";

const list = "/dashboard/admin/notifications/subscribers";
const path = "/dashboard/admin/notifications/subscribers/export";

export const handle = { i18n: ["subscribers", "lists"], crumb: { label: "subscribers:crumb", to: list } } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  return { query: queryWithoutReason(args.request.url), title: args.context.t(`titles:${path}`) };
}

export default function SubscribersExport() {
  const { query } = useLoaderData<typeof loader>();
  const { t } = useTranslation("subscribers");
  const texts = { title: t("export.title"), reason: t("export.reason"), hint: t("export.hint"), cancel: t("export.cancel") };
  return <ExportReason path={path} query={query} back={list} texts={texts} />;
}

export const ErrorBoundary = OfficeError;

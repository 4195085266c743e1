import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { membershipsApi, type ReminderObstacle } from "#contract/charity/memberships";
import { gate } from "~/access/gate.server";
import { flashToast } from "~/api/flash.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { chosenStep, listBefore } from "~/lists/bulk-request.server";
import { BulkPreview } from "~/subjects/tasks/bulk-preview";

const path = "/dashboard/admin/memberships";

export const handle = {
  i18n: ["memberships", "lists"],
  crumb: { label: "memberships:record.crumb", to: path },
} as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, `${path}/bulk`);
  const { selection } = chosenStep(args, path, ["remind"]);
  const result = await args.context.api.call(membershipsApi.remindMany, { body: { selection, dryRun: true } });
  return { result, back: listBefore(args.request, path), title: args.context.t(`titles:${path}/bulk`) };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, `${path}/bulk`);
  const { selection } = chosenStep(args, path, ["remind"]);
  const { api, t } = args.context;
  const { changed, task } = await api.call(membershipsApi.remindMany, { body: { selection, dryRun: false } });
  if (task) return redirect(`/account/tasks/${task}`, 303);
  flashToast(args.context, { title: t("memberships:bulk.done", { count: changed }) });
  return redirect(listBefore(args.request, path), 303);
}

/** Which members of the selected memberships are written to, and why others are not. */
export default function RemindMembers() {
  const { result, back } = useLoaderData<typeof loader>();
  const { t } = useTranslation("memberships");
  const count = result.changed;
  return (
    <BulkPreview
      result={result}
      title={t("bulk.ask", { count })}
      obstacle={(code) => t(`bulk.obstacle.${code as ReminderObstacle}`)}
      submit={t("bulk.submit", { count })}
      back={back}
    >
      <p>{t("bulk.means")}</p>
    </BulkPreview>
  );
}

export const ErrorBoundary = OfficeError;

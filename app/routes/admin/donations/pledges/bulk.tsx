import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { type PledgeObstacle, pledgeBulkApi, pledgeSteps } from "#contract/giving/pledge-bulk";
import { gate } from "~/access/gate.server";
import { flashToast } from "~/api/flash.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { chosenStep, listBefore } from "~/lists/bulk-request.server";
import { BulkPreview } from "~/subjects/tasks/bulk-preview";

const path = "/dashboard/admin/donations/pledges";

export const handle = { i18n: ["donate", "lists"], crumb: { label: "donate:pledge.crumb", to: path } } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, `${path}/bulk`);
  const { step, selection } = chosenStep(args, path, pledgeSteps);
  const result = await args.context.api.call(pledgeBulkApi.move, { body: { step, selection, dryRun: true } });
  return { result, step, back: listBefore(args.request, path), title: args.context.t(`titles:${path}/bulk`) };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, `${path}/bulk`);
  const { step, selection } = chosenStep(args, path, pledgeSteps);
  const { api, t } = args.context;
  const { changed, task } = await api.call(pledgeBulkApi.move, { body: { step, selection, dryRun: false } });
  if (task) return redirect(`/account/tasks/${task}`, 303);
  flashToast(args.context, { title: t(`donate:pledges.bulk.${step}.done`, { count: changed }) });
  return redirect(listBefore(args.request, path), 303);
}

/** Which of the selected pledges are received or cancelled, and why others stay as they are. */
export default function MovePledges() {
  const { result, step, back } = useLoaderData<typeof loader>();
  const { t } = useTranslation("donate");
  const count = result.changed;
  return (
    <BulkPreview
      result={result}
      title={t(`pledges.bulk.${step}.ask`, { count })}
      obstacle={(code) => t(`pledges.bulk.obstacle.${code as PledgeObstacle}`)}
      submit={t(`pledges.bulk.${step}.submit`, { count })}
      back={back}
    >
      <p>{t(`pledges.bulk.${step}.means`)}</p>
    </BulkPreview>
  );
}

export const ErrorBoundary = OfficeError;

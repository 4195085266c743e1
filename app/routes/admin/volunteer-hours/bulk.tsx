import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { hoursAdminApi, hoursDecisions, type hoursObstacles, RejectReason } from "#contract/charity/volunteer-hours-admin";
import { hoursText } from "#contract/formats/hours";
import { gate } from "~/access/gate.server";
import { flashToast } from "~/api/flash.server";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { chosenStep, listBefore } from "~/lists/bulk-request.server";
import { BulkPreview } from "~/subjects/tasks/bulk-preview";
import { usePage } from "~/ui/page-context";

const path = "/dashboard/admin/volunteer-hours";

export const handle = { i18n: ["hours", "lists"], crumb: { label: "hours:list.title", to: path } } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, `${path}/bulk`);
  const { step: decision, selection } = chosenStep(args, path, hoursDecisions);
  const outcome = await args.context.api.call(hoursAdminApi.bulk, { body: { decision, selection, dryRun: true } });
  const back = listBefore(args.request, path);
  return { ...outcome, decision, back, rules: rulesOf({ reason: RejectReason }), title: args.context.t(`titles:${path}/bulk`) };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, `${path}/bulk`);
  const { step: decision, selection } = chosenStep(args, path, hoursDecisions);
  const { api, t } = args.context;
  const decide = async (reason?: string) => {
    const { changed, task } = await api.call(hoursAdminApi.bulk, { body: { decision, selection, reason, dryRun: false } });
    if (task) return { to: `/account/tasks/${task}` };
    const title = decision === "validate" ? t("hours:validated", { count: changed }) : t("hours:rejectedMany", { count: changed });
    return { to: listBefore(args.request, path), toast: { title } };
  };
  if (decision === "reject") return submit(args, RejectReason, ({ reason }) => decide(reason));
  const { to, toast } = await decide();
  if (toast) flashToast(args.context, toast);
  return redirect(to, 303);
}

const schema = () => import("#contract/charity/volunteer-hours-admin").then((hours) => hours.RejectReason);

/** The preview: which of the chosen hours are decided on, and why others are not. */
export default function DecideSeveral() {
  const { locale } = usePage();
  const { decision, back, ...outcome } = useLoaderData<typeof loader>();
  const { t } = useTranslation("hours");
  const [form, fields] = usePageForm(schema, { id: "reason", answer: useActionData<typeof action>() });
  const count = outcome.changed;
  const isValidated = decision === "validate";
  return (
    <BulkPreview
      result={outcome}
      title={t(isValidated ? "bulk.validate" : "bulk.reject", { count })}
      obstacle={(code) => t(`obstacle.${code as (typeof hoursObstacles)[number]}`)}
      reason={isValidated ? null : { form, field: fields.reason, label: t("bulk.reason"), hint: t("bulk.reasonHint") }}
      submit={isValidated ? t("validateMany", { count }) : t("rejectMany", { count })}
      back={back}
    >
      <p>{t("bulk.hours", { hours: hoursText(locale, outcome.minutes) })}</p>
    </BulkPreview>
  );
}

export const ErrorBoundary = OfficeError;

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { claimDecisions, type claimObstacles, DeclineForm, expenseClaimsApi } from "#contract/charity/expense-claims";
import { formatEuros } from "#contract/giving/money";
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
import { claimsPath } from "./list-parts";

const path = "/dashboard/admin/expense-claims/bulk";

export const handle = {
  i18n: ["expenses", "lists"],
  crumb: { label: "expenses:list.title", to: claimsPath },
} as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { step: decision, selection } = chosenStep(args, claimsPath, claimDecisions);
  const outcome = await args.context.api.call(expenseClaimsApi.bulk, { body: { decision, selection, dryRun: true } });
  const back = listBefore(args.request, claimsPath);
  return { ...outcome, decision, back, rules: rulesOf({ reason: DeclineForm }), title: args.context.t(`titles:${path}`) };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { step: decision, selection } = chosenStep(args, claimsPath, claimDecisions);
  const { api, t } = args.context;
  const decide = async (reason?: string) => {
    const { changed, task } = await api.call(expenseClaimsApi.bulk, { body: { decision, selection, reason, dryRun: false } });
    if (task) return { to: `/account/tasks/${task}` };
    const title = decision === "accept" ? t("expenses:bulk.accepted", { count: changed }) : t("expenses:bulk.declined", { count: changed });
    return { to: listBefore(args.request, claimsPath), toast: { title } };
  };
  if (decision === "decline") return submit(args, DeclineForm, ({ reason }) => decide(reason));
  const { to, toast } = await decide();
  if (toast) flashToast(args.context, toast);
  return redirect(to, 303);
}

const schema = () => import("#contract/charity/expense-claims").then((expenses) => expenses.DeclineForm);

/** The preview: which of the chosen claims are decided on, and why others are not. */
export default function DecideSeveral() {
  const { locale } = usePage();
  const { decision, back, ...outcome } = useLoaderData<typeof loader>();
  const { t } = useTranslation("expenses");
  const [form, fields] = usePageForm(schema, { id: "reason", answer: useActionData<typeof action>() });
  const count = outcome.changed;
  const isAccepted = decision === "accept";
  return (
    <BulkPreview
      result={outcome}
      title={t(isAccepted ? "bulk.accept" : "bulk.decline", { count })}
      obstacle={(code) => t(`obstacle.${code as (typeof claimObstacles)[number]}`)}
      reason={isAccepted ? null : { form, field: fields.reason, label: t("record.why"), hint: t("record.whyHint") }}
      submit={isAccepted ? t("bulk.acceptMany", { count }) : t("bulk.declineMany", { count })}
      back={back}
    >
      <p>{t("bulk.sum", { amount: formatEuros(locale, outcome.amountCents) })}</p>
    </BulkPreview>
  );
}

export const ErrorBoundary = OfficeError;

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { DeclineForm, expenseClaimsApi } from "#contract/charity/expense-claims";
import { formatEuros } from "#contract/giving/money";
import { gate } from "~/access/gate.server";
import { flashToast } from "~/api/flash.server";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { listBefore, nothingChosen, readSelection } from "~/lists/bulk-request.server";
import { DecisionPreview } from "~/subjects/decisions/decision-preview";
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
  const { decision, selection } = chosenIn(args);
  const outcome = await args.context.api.call(expenseClaimsApi.bulk, { body: { decision, selection, dryRun: true } });
  const back = listBefore(args.request, claimsPath);
  return { ...outcome, decision, back, rules: rulesOf({ reason: DeclineForm }), title: args.context.t(`titles:${path}`) };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { decision, selection } = chosenIn(args);
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
  const { left, leftCount, decision, back, ...outcome } = useLoaderData<typeof loader>();
  const { t } = useTranslation("expenses");
  const [form, fields] = usePageForm(schema, { id: "reason", answer: useActionData<typeof action>() });
  const count = outcome.changed;
  const isAccepted = decision === "accept";
  return (
    <DecisionPreview
      title={t(isAccepted ? "bulk.accept" : "bulk.decline", { count })}
      sum={t("bulk.sum", { amount: formatEuros(locale, outcome.amountCents) })}
      outcome={outcome}
      left={
        leftCount > 0
          ? {
              sentence: t("bulk.left", { count: leftCount }),
              rows: left.map(({ name, obstacle }) => ({ name, reason: t(`obstacle.${obstacle}`) })),
            }
          : null
      }
      form={form}
      reason={isAccepted ? null : { field: fields.reason, label: t("record.why"), hint: t("record.whyHint") }}
      send={isAccepted ? t("bulk.acceptMany", { count }) : t("bulk.declineMany", { count })}
      back={back}
    />
  );
}

export const ErrorBoundary = OfficeError;

function chosenIn(args: LoaderFunctionArgs) {
  const selection = readSelection(args.request);
  if (!selection) throw nothingChosen(args, claimsPath);
  const decision = new URL(args.request.url).searchParams.get("action") === "decline" ? ("decline" as const) : ("accept" as const);
  return { decision, selection };
}

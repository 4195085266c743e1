import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { membershipPlansApi, PlanForm } from "#contract/charity/membership-plans";
import { franceDay } from "#contract/formats/france-time";
import { gate } from "~/access/gate.server";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { Panel } from "~/ui/panel";
import { PlanFields } from "./plan-fields";

const path = "/dashboard/admin/memberships/plans/create";
const plans = "/dashboard/admin/memberships/plans";

export const handle = { i18n: ["memberships"], crumb: { label: "memberships:plans.crumbPlans", to: plans } } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  return {
    today: franceDay(new Date()),
    rules: rulesOf({ plan: PlanForm }),
    submission: crypto.randomUUID(),
    title: args.context.t(`titles:${path}`),
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  return submit(args, PlanForm, async (body) => {
    await api.call(membershipPlansApi.create, { body });
    return { to: plans, toast: { title: t("memberships:plans.created") } };
  });
}

/** A new plan. */
export default function CreatePlan() {
  const { today, submission, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation("memberships");
  return (
    <>
      <h1 className="office-title">{title}</h1>
      <Panel title={t("column.plan")}>
        <PlanFields today={today} submission={submission} send={t("create.send")} answer={useActionData<typeof action>()} />
      </Panel>
    </>
  );
}

export const ErrorBoundary = OfficeError;

import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
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
import { namedPlans } from "./plans.server";

const path = "/dashboard/admin/memberships/plans/{id}";
const plans = "/dashboard/admin/memberships/plans";

export const handle = { i18n: ["memberships"], crumb: { label: "memberships:plans.crumbPlans", to: plans } } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const plan = (await namedPlans(args.context)).find(({ id }) => id === args.params.id);
  if (!plan) throw data(null, { status: 404 });
  return {
    plan,
    today: franceDay(new Date()),
    rules: rulesOf({ plan: PlanForm }),
    submission: crypto.randomUUID(),
    title: `${plan.label} - ${args.context.t(`titles:${path}`)}`,
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  return submit(args, PlanForm, async (body) => {
    await api.call(membershipPlansApi.change, { params: { id: args.params.id ?? "" }, body });
    return { to: plans, toast: { title: t("memberships:plans.saved") } };
  });
}

/** The next version of a plan. */
export default function ChangePlan() {
  const { plan, today, submission } = useLoaderData<typeof loader>();
  const { t } = useTranslation("memberships");
  return (
    <>
      <h1 className="office-title">{plan.label}</h1>
      <Panel title={t("plans.change")}>
        <p className="mb-4">{t("plans.newVersion", { version: plan.version + 1, current: plan.version })}</p>
        <PlanFields
          key={plan.id}
          plan={plan}
          today={today}
          submission={submission}
          send={t("plans.save")}
          answer={useActionData<typeof action>()}
        />
      </Panel>
    </>
  );
}

export const ErrorBoundary = OfficeError;

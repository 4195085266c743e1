import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Check, Plus, X } from "lucide";
import { useTranslation } from "react-i18next";
import { membershipPlansApi } from "#contract/charity/membership-plans";
import { writtenDay } from "#contract/formats/france-time";
import { formatEuros } from "#contract/giving/money";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { flashRefusal, flashToast } from "~/api/flash.server";
import { Form, Submit } from "~/forms/form";
import { fieldsOf } from "~/forms/submission.server";
import { useTranslate } from "~/i18n/use-translate";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { periodOf } from "~/subjects/memberships/plan-choice";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { namedPlans } from "./plans.server";

const path = "/dashboard/admin/memberships/plans";

export const handle = {
  i18n: ["memberships"],
  crumb: { label: "memberships:plans.crumb", to: "/dashboard/admin/memberships" },
} as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  return { plans: await namedPlans(args.context), title: args.context.t(`titles:${path}`) };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const form = await fieldsOf(args.request);
  const active = form.has("offer");
  const id = String(form.get(active ? "offer" : "close") ?? "");
  await api.call(membershipPlansApi.offer, { params: { id }, body: { active } }).then(
    () => flashToast(args.context, { title: t("memberships:plans.saved") }),
    (error: unknown) => {
      if (!(error instanceof ApiError) || ![400, 404, 409, 422].includes(error.status)) throw error;
      flashRefusal(args.context, t("memberships:plans.stale"));
    },
  );
  return redirect(path, 303);
}

/** The plans that people can ask for, and those that are closed. */
export default function Plans() {
  const { plans, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation("memberships");
  const translate = useTranslate();
  const { locale } = usePage();
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="office-title">{title}</h1>
        <ButtonLink to={`${path}/create`}>
          <Icon of={Plus} />
          {t("plans.add")}
        </ButtonLink>
      </div>
      <Panel title={t("list.plans")}>
        <p className="hint mb-4 max-w-prose">{t("plans.about")}</p>
        {plans.length === 0 && <p>{t("plans.none")}</p>}
        <ul className="rows">
          {plans.map((plan) => (
            <li key={plan.id}>
              <span className="min-w-0 flex-[1_1_16rem]">
                <strong>
                  {plan.label}, {formatEuros(locale, plan.priceCents)}
                </strong>
                <small className="muted block">
                  {[
                    periodOf(translate, plan),
                    plan.reducedCents !== null && t("own.reducedOf", { price: formatEuros(locale, plan.reducedCents) }),
                    t("plans.grace", { count: plan.graceDays }),
                    plan.receiptEligible ? t("plans.receipt") : t("plans.noReceipt"),
                    t("plans.count", { count: plan.memberships }),
                  ]
                    .filter(Boolean)
                    .join(", ")}
                </small>
                <small className="muted block">
                  {t("plans.version", { version: plan.version, date: writtenDay(locale, plan.validFrom) })}
                </small>
              </span>
              <Badge meaning={plan.active ? "success" : "plain"} icon={plan.active ? Check : X}>
                {plan.active ? t("plans.offered") : t("plans.closed")}
              </Badge>
              <Form className="flex flex-wrap gap-2">
                <ButtonLink variant="line" to={`${path}/${plan.id}`} aria-label={t("plans.changeOf", { name: plan.label })}>
                  {t("plans.change")}
                </ButtonLink>
                <Submit
                  variant="line"
                  name={plan.active ? "close" : "offer"}
                  value={plan.id}
                  aria-label={plan.active ? t("plans.closeOf", { name: plan.label }) : t("plans.offerOf", { name: plan.label })}
                >
                  {plan.active ? t("plans.close") : t("plans.offer")}
                </Submit>
              </Form>
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}

export const ErrorBoundary = OfficeError;

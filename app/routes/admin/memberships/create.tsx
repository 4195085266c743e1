import { getFormProps } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { duesMethods, membershipsApi, StaffMembershipForm } from "#contract/charity/memberships";
import { formatEuros } from "#contract/giving/money";
import { gate } from "~/access/gate.server";
import { ErrorSummary } from "~/forms/error-summary";
import { SelectField, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { ReducedChoice } from "~/subjects/memberships/plan-choice";
import { ButtonLink } from "~/ui/button";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { enteredTexts } from "./entered-texts";
import { namedPlans } from "./plans.server";

const path = "/dashboard/admin/memberships/create";
const list = "/dashboard/admin/memberships";

export const handle = {
  i18n: ["memberships", "payments"],
  crumb: { label: "memberships:record.crumb", to: list },
} as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const plans = (await namedPlans(args.context)).filter(({ active }) => active);
  return {
    plans,
    rules: rulesOf({ membership: StaffMembershipForm }),
    submission: crypto.randomUUID(),
    title: args.context.t(`titles:${path}`),
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  return submit(args, StaffMembershipForm, async ({ amount, ...body }) => {
    const { id, status } = await api.call(membershipsApi.create, { body: { ...body, amountCents: amount } });
    return { to: `${list}/${id}`, toast: { title: t(enteredTexts[status] ?? "memberships:create.done") } };
  });
}

const schema = () => import("#contract/charity/memberships").then((all) => all.StaffMembershipForm);

/** A membership that staff enter for somebody with an account. */
export default function EnterMembership() {
  const { plans, submission, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation("memberships");
  const payments = useTranslation("payments").t;
  const { locale } = usePage();
  const [form, fields] = usePageForm(schema, { id: "membership", answer: useActionData<typeof action>() });
  return (
    <>
      <h1 className="office-title">{title}</h1>
      <Panel title={t("create.form")}>
        {plans.length === 0 && <p className="mb-4">{t("create.noPlan")}</p>}
        <Form className="grid max-w-2xl gap-4" submission={submission} {...getFormProps(form)}>
          <ErrorSummary form={form} />
          <TextField field={fields.email} label={t("create.email")} hint={t("create.emailHint")} type="email" autoComplete="off" />
          <SelectField
            field={fields.planId}
            label={t("create.plan")}
            empty=""
            choices={plans.map(({ id, label, priceCents }) => ({
              value: id,
              label: t("create.planOf", { name: label, price: formatEuros(locale, priceCents) }),
            }))}
          />
          <ReducedChoice field={fields.reduced} plans={plans} />
          <TextField field={fields.amount} label={t("create.amount")} hint={t("own.amountHint")} autoComplete="off" />
          <SelectField
            field={fields.method}
            label={t("create.method")}
            empty=""
            choices={duesMethods.map((value) => ({ value, label: payments(`method.${value}`) }))}
          />
          <p className="actions">
            <Submit>{t("create.send")}</Submit>
            <ButtonLink variant="line" to={list}>
              {t("create.cancel")}
            </ButtonLink>
          </p>
        </Form>
      </Panel>
    </>
  );
}

export const ErrorBoundary = OfficeError;

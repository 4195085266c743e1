import { getFormProps } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { GuardianConsent, registrationApi } from "#contract/accounts/registration";
import { ErrorSummary } from "~/forms/error-summary";
import { Checkbox, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import type { PageHandle } from "~/layouts/handle";
import { pageMeta } from "~/layouts/page-meta";
import { ButtonLink } from "~/ui/button";
import { FormPage } from "../form-page";
import { mailToken } from "../mail-token.server";

const schema = () => import("#contract/accounts/registration").then(({ GuardianConsent }) => GuardianConsent);

export const handle = { i18n: ["register"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const rules = rulesOf({ guardian: GuardianConsent });
  const token = mailToken(request);
  const title = context.t("titles:/register/guardian");
  if (!token) return { state: "expired" as const, minorName: "", guardianName: "", rules, title };
  return { ...(await context.api.call(registrationApi.guardianLink, { body: { token } })), rules, title };
}

export async function action(args: ActionFunctionArgs) {
  const token = mailToken(args.request) ?? "";
  return submit(args, GuardianConsent, async (body) => {
    await args.context.api.call(registrationApi.giveConsent, { body: { ...body, token } });
    return { to: `/register/guardian?token=${token}` };
  });
}

export default function Guardian() {
  const { state, minorName, guardianName } = useLoaderData<typeof loader>();
  const { t } = useTranslation("register");
  const answer = useActionData<typeof action>();
  const [form, fields] = usePageForm(schema, { id: "guardian", answer, defaultValue: { name: guardianName } });
  if (state === "expired")
    return (
      <FormPage title={t("guardian.expired")} lead={t("guardian.expiredLead")}>
        <p className="actions mt-7">
          <ButtonLink to="/contact">{t("guardian.write")}</ButtonLink>
        </p>
      </FormPage>
    );
  if (state === "used") return <FormPage title={t("guardian.done")} lead={t("guardian.doneLead", { name: minorName })} />;
  return (
    <FormPage title={t("guardian.h1", { name: minorName })} lead={t("guardian.lead", { name: minorName })}>
      <ul className="mt-6 grid list-disc gap-1.5 rounded-2xl bg-beige p-6 pl-11">
        {(["age", "driving", "night", "loads", "adult"] as const).map((key) => (
          <li key={key}>{t(`guardian.rule.${key}`)}</li>
        ))}
      </ul>
      <Form className="mt-7 grid gap-6" {...getFormProps(form)}>
        <ErrorSummary form={form} />
        <TextField field={fields.name} label={t("guardian.name")} autoComplete="name" />
        <Checkbox field={fields.agreed} label={t("guardian.agree", { name: minorName })} />
        <div>
          <Submit>{t("guardian.submit")}</Submit>
        </div>
      </Form>
    </FormPage>
  );
}

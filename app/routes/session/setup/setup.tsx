import { getFormProps } from "@conform-to/react";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SetupAccount, setupApi } from "#contract/accounts/setup";
import { ErrorSummary } from "~/forms/error-summary";
import { Checkbox, SelectField, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { PasswordField } from "~/forms/password-field";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import type { PageHandle } from "~/layouts/handle";
import { pageMeta } from "~/layouts/page-meta";
import { ButtonLink } from "~/ui/button";
import { usePage } from "~/ui/page-context";
import { FormPage } from "../form-page";
import { mailToken } from "../mail-token.server";
import { SetupSteps } from "./setup-steps";

const schema = () => import("#contract/accounts/setup").then(({ SetupAccount }) => SetupAccount);

export const handle = { i18n: ["setup", "register"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, session, t } = context;
  const about = { rules: rulesOf({ "setup-account": SetupAccount }), title: t("titles:/setup") };
  const token = mailToken(request);
  const user = await session.user();
  if (!token && user?.role === "ADMIN") {
    const { done, contents } = await api.call(setupApi.progress);
    return {
      state: "going" as const,
      email: null,
      hasAccount: false,
      isLoggedIn: true,
      steps: { done, contents: contents.length },
      ...about,
    };
  }
  const nothing = { email: null, hasAccount: false, isLoggedIn: user !== null, steps: null, ...about };
  if (!token) return { state: "none" as const, ...nothing };
  return { ...nothing, ...(await api.call(setupApi.link, { body: { token } })) };
}

export async function action(args: ActionFunctionArgs) {
  const token = mailToken(args.request);
  if (!token) return redirect("/setup");
  const begin = async ({ again: _, terms: __, ...account }: SetupAccount) => {
    const { state } = await args.context.api.call(setupApi.begin, { body: { token, ...account } });
    return { to: state === "valid" ? "/setup/organisation" : `/setup?token=${token}` };
  };
  return submit(args, SetupAccount, begin, { hide: ["password", "again"] });
}

/** The setup of an installation: the page of the operator's link, and the list of its steps. */
export default function Setup() {
  const { state, email, hasAccount, isLoggedIn, steps } = useLoaderData<typeof loader>();
  const { t } = useTranslation("setup");
  const { t: register } = useTranslation("register");
  const { locale } = usePage();
  const answer = useActionData<typeof action>();
  const [form, fields] = usePageForm(schema, { id: "setup-account", answer, defaultValue: { locale } });
  if (steps) return <SetupSteps {...steps} />;
  if (state !== "valid")
    return (
      <FormPage title={t(`link.${state as "none"}.h1`)} lead={t(`link.${state as "none"}.${isLoggedIn ? "within" : "lead"}`)}>
        <p className="actions mt-7">
          {isLoggedIn ? (
            <ButtonLink to="/dashboard">{t("steps.dashboard")}</ButtonLink>
          ) : (
            <ButtonLink to="/login?redirectTo=%2Fsetup">{t("link.login")}</ButtonLink>
          )}
        </p>
      </FormPage>
    );
  return (
    <FormPage title={t("account.h1")} lead={t(hasAccount ? "account.known" : "account.lead", { email: email ?? "" })}>
      <Form className="mt-7 grid gap-6" {...getFormProps(form)}>
        <ErrorSummary form={form} />
        <TextField field={fields.firstName} label={t("field.firstName")} autoComplete="given-name" />
        <TextField field={fields.lastName} label={t("field.lastName")} autoComplete="family-name" />
        <PasswordField
          field={fields.password}
          label={t("field.password")}
          hint={t("hint.password")}
          autoComplete="new-password"
          withLength
        />
        <PasswordField field={fields.again} label={t("field.again")} autoComplete="new-password" />
        <SelectField
          field={fields.locale}
          optional={false}
          label={register("field.locale")}
          choices={[
            { value: "fr", label: register("language.fr") },
            { value: "en", label: register("language.en") },
          ]}
        />
        <Checkbox field={fields.terms} label={t("field.terms")} hint={t("hint.terms")} />
        <div>
          <Submit>{t("account.submit")}</Submit>
        </div>
      </Form>
    </FormPage>
  );
}

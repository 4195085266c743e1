import { getFormProps } from "@conform-to/react";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PasswordUpdate, passwordsApi } from "#contract/accounts/passwords";
import { ErrorSummary } from "~/forms/error-summary";
import { Form, Submit } from "~/forms/form";
import { PasswordField } from "~/forms/password-field";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import type { PageHandle } from "~/layouts/handle";
import { pageMeta } from "~/layouts/page-meta";
import { ButtonLink } from "~/ui/button";
import { FormPage } from "../form-page";
import { mailToken } from "../mail-token.server";

const schema = () => import("#contract/accounts/passwords").then(({ PasswordUpdate }) => PasswordUpdate);

export const handle = { i18n: ["password"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const rules = rulesOf({ "password-update": PasswordUpdate });
  const token = mailToken(request);
  const title = context.t("titles:/password/update");
  const done = new URL(request.url).searchParams.get("done");
  if (done !== null) return { state: done === "first" ? ("first" as const) : ("done" as const), rules, title };
  if (!token) return { state: "expired" as const, rules, title };
  return { ...(await context.api.call(passwordsApi.link, { body: { token } })), rules, title };
}

export async function action(args: ActionFunctionArgs) {
  const token = mailToken(args.request);
  if (!token) return redirect("/password/update");
  const update = async ({ password }: PasswordUpdate) => {
    const { state, isFirst } = await args.context.api.call(passwordsApi.update, { body: { token, password } });
    return { to: state === "valid" ? `/password/update?done=${isFirst ? "first" : "1"}` : `/password/update?token=${token}` };
  };
  return submit(args, PasswordUpdate, update, { hide: ["password", "again"] });
}

export default function UpdatePassword() {
  const { state } = useLoaderData<typeof loader>();
  const { t } = useTranslation("password");
  const [form, fields] = usePageForm(schema, { id: "password-update", answer: useActionData<typeof action>() });
  if (state !== "valid")
    return (
      <FormPage title={t(`update.${state}.h1`)} lead={t(`update.${state}.lead`)}>
        <p className="actions mt-7">
          <ButtonLink to={state === "done" || state === "first" ? "/login" : "/password/request"}>{t(`update.${state}.cta`)}</ButtonLink>
        </p>
      </FormPage>
    );
  return (
    <FormPage title={t("update.h1")} lead={t("update.lead")}>
      <Form className="mt-7 grid gap-6" {...getFormProps(form)}>
        <ErrorSummary form={form} />
        <PasswordField field={fields.password} label={t("update.new")} hint={t("update.hint")} autoComplete="new-password" withLength />
        <PasswordField field={fields.again} label={t("update.again")} autoComplete="new-password" />
        <div>
          <Submit>{t("update.submit")}</Submit>
        </div>
      </Form>
    </FormPage>
  );
}

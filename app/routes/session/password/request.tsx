import { getFormProps } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PasswordRequest, passwordsApi } from "#contract/accounts/passwords";
import { ErrorSummary } from "~/forms/error-summary";
import { TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import type { PageHandle } from "~/layouts/handle";
import { pageMeta } from "~/layouts/page-meta";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/notice";
import { FormPage } from "../form-page";

const schema = () => import("#contract/accounts/passwords").then(({ PasswordRequest }) => PasswordRequest);

export const handle = { i18n: ["password"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const sent = new URL(request.url).searchParams.has("sent");
  return { sent, rules: rulesOf({ "password-request": PasswordRequest }), title: context.t("titles:/password/request") };
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, PasswordRequest, async (body) => {
    await args.context.api.call(passwordsApi.request, { body });
    return { to: "/password/request?sent=1" };
  });
}

export default function RequestPassword() {
  const { sent } = useLoaderData<typeof loader>();
  const { t } = useTranslation("password");
  const [form, fields] = usePageForm(schema, { id: "password-request", answer: useActionData<typeof action>() });
  return (
    <FormPage title={t("request.h1")} lead={sent ? undefined : t("request.lead")}>
      {sent ? (
        <Notice>{t("request.sent")}</Notice>
      ) : (
        <Form className="mt-7 grid gap-6" {...getFormProps(form)}>
          <ErrorSummary form={form} />
          <TextField field={fields.email} type="email" label={t("email")} autoComplete="username" />
          <div>
            <Submit>{t("request.submit")}</Submit>
          </div>
        </Form>
      )}
      <p className="mt-7 flex flex-wrap gap-x-6 gap-y-2">
        {sent && <Link to="/password/request">{t("request.again")}</Link>}
        <Link to="/login">{t("login")}</Link>
      </p>
    </FormPage>
  );
}

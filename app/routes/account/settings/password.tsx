import { getFormProps } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useActionData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { accountApi, PasswordChange } from "#contract/accounts/account";
import { gate } from "~/access/gate.server";
import { ErrorSummary } from "~/forms/error-summary";
import { Form, Submit } from "~/forms/form";
import { PasswordField } from "~/forms/password-field";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { Panel } from "~/ui/panel";
import { SettingsFrame } from "./settings-frame";

const path = "/account/settings/password";
const schema = () => import("#contract/accounts/account").then(({ PasswordChange }) => PasswordChange);

export const handle = { i18n: ["account"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  return { rules: rulesOf({ password: PasswordChange }), title: args.context.t(`titles:${path}`) };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const change = async (body: PasswordChange) => {
    await api.call(accountApi.changePassword, { body });
    return { to: path, toast: { title: t("account:password.changed") } };
  };
  return submit(args, PasswordChange, change, { hide: ["currentPassword", "password", "again"] });
}

export default function Password() {
  const { t } = useTranslation("account");
  const [form, fields] = usePageForm(schema, { id: "password", answer: useActionData<typeof action>() });
  return (
    <SettingsFrame>
      <Panel title={t("password.title")}>
        <p className="muted mb-4">{t("password.lead")}</p>
        <Form className="grid gap-4" {...getFormProps(form)}>
          <ErrorSummary form={form} />
          <PasswordField field={fields.currentPassword} label={t("password.current")} autoComplete="current-password" />
          <p>
            <Link to="/password/request">{t("password.forgotten")}</Link>
          </p>
          <PasswordField
            field={fields.password}
            label={t("password.new")}
            hint={t("password.hint")}
            autoComplete="new-password"
            withLength
          />
          <PasswordField field={fields.again} label={t("password.again")} autoComplete="new-password" />
          <p className="actions">
            <Submit>{t("password.submit")}</Submit>
          </p>
        </Form>
      </Panel>
    </SettingsFrame>
  );
}

export const ErrorBoundary = OfficeError;

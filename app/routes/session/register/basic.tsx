import { getFormProps } from "@conform-to/react";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Account, registrationApi } from "#contract/accounts/registration";
import { stepsOf } from "#contract/accounts/registration-steps";
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
import { Notice } from "~/ui/notice";
import { usePage } from "~/ui/page-context";
import { FormPage } from "../form-page";
import { kindIn } from "./donor-kind";
import { StepList } from "./step-list";
import { pathOfKind, stepPath } from "./steps";
import { TermsLabel } from "./terms-label";
import { visitorsOnly } from "./wizard.server";

const schema = () => import("#contract/accounts/registration").then(({ Account }) => Account);

export const handle = { i18n: ["register"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const rules = rulesOf({ account: Account });
  await visitorsOnly(context);
  const title = context.t("titles:/register/basic");
  const url = new URL(request.url);
  const { searchParams } = url;
  const spent = searchParams.get("invitation") === "spent";
  if (searchParams.has("sent")) return { sent: true, spent, steps: [], email: undefined, termsVersion: null, rules, title };
  const { draft, termsVersion } = await context.api.call(registrationApi.draft, { query: { kind: kindIn(url) } });
  if (!draft) throw redirect("/register");
  if (draft.left.length > 0) throw redirect(pathOfKind[draft.kind]);
  const steps = stepsOf(draft.kind).map((name) => ({ name, to: stepPath(draft.kind, name), done: true }));
  const { email } = draft.answers as { email?: string };
  return { sent: false, spent, steps, email, termsVersion, rules, title };
}

/** The kind of account comes from the draft on the server, never from the form. */
export async function action(args: ActionFunctionArgs) {
  const query = { kind: kindIn(new URL(args.request.url)) };
  const register = async (body: Account) => {
    const { invitationSpent } = await args.context.api.call(registrationApi.register, { query, body });
    return { to: `/register/basic?sent=1${invitationSpent ? "&invitation=spent" : ""}` };
  };
  return submit(args, Account, register, { hide: ["password"] });
}

export default function RegisterBasic() {
  const { sent, spent, steps, email, termsVersion } = useLoaderData<typeof loader>();
  const { t } = useTranslation("register");
  const { locale } = usePage();
  const answer = useActionData<typeof action>();
  const [form, fields] = usePageForm(schema, { id: "account", answer, defaultValue: { locale, email } });
  if (sent)
    return (
      <FormPage title={t("sent.h1")} lead={t("sent.lead")}>
        {spent && <Notice>{t("sent.invitationSpent")}</Notice>}
        <p className="mt-4">{t("sent.spam")}</p>
        <p className="actions mt-7">
          <ButtonLink to="/login">{t("sent.login")}</ButtonLink>
        </p>
      </FormPage>
    );
  return (
    <FormPage title={t("basic.h1")} lead={t("basic.lead")} before={<StepList steps={steps} now="account" />}>
      <Form className="mt-7 grid gap-6" {...getFormProps(form)}>
        <ErrorSummary form={form} labels={{ email: t("field.email"), password: t("field.password") }} />
        <TextField field={fields.email} type="email" label={t("field.email")} hint={t("hint.email")} autoComplete="email" />
        <PasswordField
          field={fields.password}
          label={t("field.password")}
          hint={t("hint.password")}
          autoComplete="new-password"
          withLength
        />
        <SelectField
          field={fields.locale}
          optional={false}
          label={t("field.locale")}
          choices={[
            { value: "fr", label: t("language.fr") },
            { value: "en", label: t("language.en") },
          ]}
        />
        {termsVersion !== null && <input type="hidden" name="termsVersion" value={termsVersion} />}
        <Checkbox field={fields.terms} label={<TermsLabel version={termsVersion} />} />
        <p className="muted text-sm">{t("basic.known")}</p>
        <div>
          <Submit>{t("basic.submit")}</Submit>
        </div>
      </Form>
    </FormPage>
  );
}

import { getFormProps } from "@conform-to/react";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { EmailChange, registrationApi } from "#contract/accounts/registration";
import { waitText } from "#contract/formats/duration";
import { pendingPerson } from "~/access/pending.server";
import { ErrorSummary } from "~/forms/error-summary";
import { TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import type { PageHandle } from "~/layouts/handle";
import { pageMeta } from "~/layouts/page-meta";
import { ButtonLink } from "~/ui/button";
import { usePage } from "~/ui/page-context";
import { pendingAction } from "./pending-action.server";
import { PendingPage } from "./pending-page";
import { partField, usePartAnswer } from "./pending-parts";

const schema = () => import("#contract/accounts/registration").then(({ EmailChange }) => EmailChange);

export const handle = { i18n: ["pending"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const { id: person, firstName, role } = await pendingPerson(args, "/account/pending/email");
  const { email, waitSeconds } = await args.context.api.call(registrationApi.pendingEmail);
  return {
    name: firstName,
    email,
    waitSeconds,
    role,
    person,
    rules: rulesOf({ email: EmailChange }),
    title: args.context.t("titles:/account/pending/email"),
  };
}

export const action = pendingAction("/account/pending/email", (args) =>
  submit(args, EmailChange, async (body) => {
    await args.context.api.call(registrationApi.changeEmail, { body });
    return { to: "/account/pending/email", toast: { title: args.context.t("pending:email.changed") } };
  }),
);

export default function PendingEmail() {
  const { name, email, waitSeconds, role, person } = useLoaderData<typeof loader>();
  const { t } = useTranslation("pending");
  const { locale } = usePage();
  const [form, fields] = usePageForm(schema, { id: "email", answer: usePartAnswer(), defaultValue: { email } });
  return (
    <PendingPage title={t("email.h1", { name })} lead={t("email.lead", { email })} step="email" role={role} person={person}>
      <section className="grid justify-items-start gap-4 rounded-2xl bg-sun p-7">
        <p>{t("email.more")}</p>
        <div className="actions">
          <ButtonLink to="/account/pending/email">{t("email.opened")}</ButtonLink>
          <Form>
            <input type="hidden" name={partField} value="resend" />
            <Submit variant="line">{t("email.resend")}</Submit>
          </Form>
        </div>
        {waitSeconds > 0 && <p className="text-sm">{t("email.wait", { wait: waitText(locale, waitSeconds) })}</p>}
      </section>
      <section className="rounded-2xl border-2 border-line p-7" aria-labelledby="wrong">
        <h2 id="wrong" className="title-card">
          {t("email.wrong")}
        </h2>
        <Form className="mt-4 grid gap-4" {...getFormProps(form)}>
          <ErrorSummary form={form} />
          <TextField field={fields.email} type="email" label={t("email.label")} autoComplete="email" />
          <div>
            <Submit variant="line">{t("email.change")}</Submit>
          </div>
        </Form>
      </section>
    </PendingPage>
  );
}

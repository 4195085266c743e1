import { getFormProps } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { EmailChange, registrationApi } from "#contract/accounts/registration";
import { waitWords } from "#contract/formats/duration";
import { gate } from "~/access/gate.server";
import { pendingPerson } from "~/access/pending.server";
import { ErrorSummary } from "~/forms/error-summary";
import { TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { pageMeta } from "~/layouts/page-meta";
import { ButtonLink } from "~/ui/button";
import { usePage } from "~/ui/page-context";
import { PendingPage } from "./pending-page";

const schema = () => import("#contract/accounts/registration").then(({ EmailChange }) => EmailChange);

export const handle = { i18n: ["pending"] } as const;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const { firstName, role } = await pendingPerson(args, "/account/pending/email");
  const { email, waitSeconds } = await args.context.api.call(registrationApi.pendingEmail);
  return {
    name: firstName,
    email,
    waitSeconds,
    role,
    rules: rulesOf({ email: EmailChange }),
    title: args.context.t("titles:/account/pending/email"),
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, "/account/pending/email");
  return submit(args, EmailChange, async (body) => {
    await args.context.api.call(registrationApi.changeEmail, { body });
    return { to: "/account/pending/email", toast: { title: args.context.t("pending:email.changed") } };
  });
}

export default function PendingEmail() {
  const { name, email, waitSeconds, role } = useLoaderData<typeof loader>();
  const { t } = useTranslation("pending");
  const { locale } = usePage();
  const answer = useActionData<typeof action>();
  const [form, fields] = usePageForm(schema, { id: "email", answer, defaultValue: { email } });
  return (
    <PendingPage title={t("email.h1", { name })} lead={t("email.lead", { email })} step="email" role={role}>
      <section className="grid justify-items-start gap-4 rounded-2xl bg-sun p-7">
        <p>{t("email.more")}</p>
        <div className="actions">
          <ButtonLink to="/account/pending/email">{t("email.opened")}</ButtonLink>
          <Form action="/account/pending/resend">
            <Submit look="line">{t("email.resend")}</Submit>
          </Form>
        </div>
        {waitSeconds > 0 && <p className="text-sm">{t("email.wait", { wait: waitWords(locale, waitSeconds) })}</p>}
      </section>
      <section className="rounded-2xl border-2 border-line p-7" aria-labelledby="wrong">
        <h2 id="wrong" className="title-card">
          {t("email.wrong")}
        </h2>
        <Form className="mt-4 grid gap-4" {...getFormProps(form)}>
          <ErrorSummary form={form} />
          <TextField field={fields.email} type="email" label={t("email.address")} autoComplete="email" />
          <div>
            <Submit look="line">{t("email.change")}</Submit>
          </div>
        </Form>
      </section>
    </PendingPage>
  );
}

import { getFormProps } from "@conform-to/react";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ResumeMail, registrationApi } from "#contract/accounts/registration";
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
import { kindIn } from "./donor-kind";
import { pathOfKind, savedPath } from "./steps";
import { visitorsOnly } from "./wizard.server";

const schema = () => import("#contract/accounts/registration").then(({ ResumeMail }) => ResumeMail);

export const handle = { i18n: ["register"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader({ request, context }: LoaderFunctionArgs) {
  await visitorsOnly(context);
  const url = new URL(request.url);
  const { draft } = await context.api.call(registrationApi.draft, { query: { kind: kindIn(url) } });
  if (!draft) throw redirect("/register");
  const { email } = draft.answers as { email?: string };
  return {
    kind: draft.kind,
    email,
    sent: url.searchParams.has("sent"),
    rules: rulesOf({ resume: ResumeMail }),
    title: context.t("titles:/register/saved"),
  };
}

export async function action(args: ActionFunctionArgs) {
  const kind = kindIn(new URL(args.request.url));
  if (!kind) throw redirect("/register");
  const { api, locale } = args.context;
  return submit(args, ResumeMail, async ({ email }) => {
    await api.call(registrationApi.mailLink, { query: { kind }, body: { email, locale } });
    return { to: `${savedPath(kind)}&sent=1` };
  });
}

/** After "save and leave": where to go on, here or by a mailed link on another device. */
export default function Saved() {
  const { kind, email, sent } = useLoaderData<typeof loader>();
  const { t } = useTranslation("register");
  const answer = useActionData<typeof action>();
  const [form, fields] = usePageForm(schema, { id: "resume", answer, defaultValue: { email } });
  return (
    <FormPage title={t("leaving.h1")} lead={t("leaving.lead")}>
      <p className="mt-4">
        <Link to={pathOfKind[kind]}>{t("leaving.back")}</Link>
      </p>
      {sent && !answer ? (
        <Notice>{t("leaving.sent")}</Notice>
      ) : (
        <section className="mt-8" aria-labelledby="elsewhere">
          <h2 id="elsewhere" className="title-card">
            {t("leaving.elsewhere")}
          </h2>
          <p className="mt-2">{t("leaving.explain")}</p>
          <Form className="mt-5 grid gap-5" action={savedPath(kind)} {...getFormProps(form)}>
            <ErrorSummary form={form} labels={{ email: t("field.email") }} />
            <TextField field={fields.email} type="email" label={t("field.email")} autoComplete="email" />
            <div>
              <Submit>{t("leaving.send")}</Submit>
            </div>
          </Form>
        </section>
      )}
    </FormPage>
  );
}

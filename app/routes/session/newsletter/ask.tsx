import { getFormProps } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { NewsletterRequest, newsletterApi, newsletterPage } from "#contract/accounts/newsletter";
import { ErrorSummary } from "~/forms/error-summary";
import { TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { rulesOf } from "~/forms/rules.server";
import { type FormAnswer, submit } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import type { PageHandle } from "~/layouts/handle";
import { publicMeta } from "~/search/public-meta";
import { ButtonLink } from "~/ui/button";
import { Link } from "~/ui/link";
import { FormPage } from "../form-page";
import { sourcePage } from "./source-page.server";

const schema = () => import("#contract/accounts/newsletter").then(({ NewsletterRequest }) => NewsletterRequest);

export const handle = { i18n: ["newsletter"] } as const satisfies PageHandle;

export const meta = publicMeta;

export function loader({ request, context: { t } }: LoaderFunctionArgs) {
  return {
    isSent: new URL(request.url).searchParams.has("sent"),
    rules: rulesOf({ newsletter: NewsletterRequest }),
    title: t("titles:/newsletter"),
    description: t("newsletter:ask.meta"),
  };
}

/** The form of the footer posts here as well. The page after it is the same whether the address is known or not. */
export async function action(args: ActionFunctionArgs) {
  const { api, settings } = args.context;
  return submit(args, NewsletterRequest, async (body) => {
    await api.call(newsletterApi.ask, { body: { ...body, page: sourcePage(args.request, settings.publicUrl) } });
    return { to: `${newsletterPage}?sent=1` };
  });
}

export default function AskForNewsletter() {
  const { isSent } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("newsletter");
  if (!isSent)
    return (
      <FormPage title={t("ask.h1")} lead={t("ask.lead")}>
        <AskForm answer={answer} />
      </FormPage>
    );
  return (
    <FormPage title={t("sent.h1")} lead={t("sent.lead")}>
      <p className="muted mt-4">{t("sent.nothing")}</p>
      <p className="actions mt-7">
        <ButtonLink to="/">{t("home")}</ButtonLink>
        <ButtonLink to={newsletterPage} variant="line">
          {t("sent.again")}
        </ButtonLink>
      </p>
    </FormPage>
  );
}

function AskForm({ answer }: { answer: FormAnswer | undefined }) {
  const { t } = useTranslation("newsletter");
  const { t: common } = useTranslation();
  const [form, fields] = usePageForm(schema, { id: "newsletter", answer });
  return (
    <Form className="mt-7 grid gap-6" {...getFormProps(form)} action={newsletterPage}>
      <ErrorSummary form={form} />
      <TextField field={fields.email} type="email" label={t("ask.email")} autoComplete="email" />
      <div className="hidden" aria-hidden="true">
        <label>
          {common("forms.leaveEmpty")}
          <input name={fields.website.name} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <p className="muted">
        {t("ask.data")} <Link to="/gdpr">{common("footer.privacy")}</Link>
      </p>
      <div>
        <Submit>{t("ask.submit")}</Submit>
      </div>
    </Form>
  );
}

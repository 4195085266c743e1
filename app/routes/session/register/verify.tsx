import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirectDocument } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { registrationApi } from "#contract/accounts/registration";
import { flashToast } from "~/api/flash.server";
import { Form, Submit } from "~/forms/form";
import type { PageHandle } from "~/layouts/handle";
import { pageMeta } from "~/layouts/page-meta";
import { ButtonLink } from "~/ui/button";
import { FormPage } from "../form-page";
import { mailToken } from "../mail-token.server";

export const handle = { i18n: ["register"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader({ context }: LoaderFunctionArgs) {
  const user = await context.session.user();
  return {
    again: user?.isEmailVerified ? "/account/settings/sessions" : "/account/pending/email",
    title: context.t("titles:/register/verify"),
  };
}

/** A POST uses the link: mail scanners only open links. */
export async function action({ request, context }: ActionFunctionArgs) {
  const token = mailToken(request);
  const { state } = token ? await context.api.call(registrationApi.verifyEmail, { body: { token } }) : { state: "expired" as const };
  if (state === "expired") return data({ state }, { status: 410 });
  flashToast(context, { title: context.t("register:verify.done") });
  return redirectDocument("/dashboard", 303);
}

export default function VerifyEmail() {
  const { again } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("register");
  if (answer)
    return (
      <FormPage title={t("verify.expired")} lead={t("verify.expiredLead")}>
        <p className="actions mt-7">
          <ButtonLink to={again}>{t("verify.again")}</ButtonLink>
        </p>
      </FormPage>
    );
  return (
    <FormPage title={t("verify.h1")} lead={t("verify.lead")}>
      <Form className="mt-7">
        <Submit>{t("verify.submit")}</Submit>
      </Form>
    </FormPage>
  );
}

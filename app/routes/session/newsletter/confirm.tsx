import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { newsletterApi, newsletterPage } from "#contract/accounts/newsletter";
import type { LinkState } from "#contract/api/mail-links";
import { Form, Submit } from "~/forms/form";
import type { PageHandle } from "~/layouts/handle";
import { pageMeta } from "~/layouts/page-meta";
import { ButtonLink } from "~/ui/button";
import { FormPage } from "../form-page";
import { mailToken } from "../mail-token.server";

export const handle = { i18n: ["newsletter"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader({ request, context: { api, t } }: LoaderFunctionArgs) {
  const token = mailToken(request);
  const { state }: { state: LinkState } = token ? await api.call(newsletterApi.link, { body: { token } }) : { state: "expired" };
  return { state, title: t("titles:/newsletter/confirm") };
}

/** A POST confirms: mail scanners only open links. */
export async function action({ request, context: { api } }: ActionFunctionArgs) {
  const token = mailToken(request);
  if (!token) return data({ isConfirmed: false }, { status: 404 });
  const { state } = await api.call(newsletterApi.confirm, { body: { token } });
  return data({ isConfirmed: state === "valid" }, { status: state === "expired" ? 404 : 200 });
}

export default function ConfirmNewsletter() {
  const { state } = useLoaderData<typeof loader>();
  const isConfirmed = useActionData<typeof action>()?.isConfirmed ?? false;
  const { t } = useTranslation("newsletter");
  if (state === "valid" && !isConfirmed)
    return (
      <FormPage title={t("confirm.h1")} lead={t("confirm.lead")}>
        <Form className="mt-7">
          <Submit>{t("confirm.submit")}</Submit>
        </Form>
      </FormPage>
    );
  const shown = isConfirmed ? "confirmed" : state === "used" ? "used" : "expired";
  return (
    <FormPage title={t(`${shown}.h1`)} lead={t(`${shown}.lead`)}>
      <p className="actions mt-7">
        {shown === "expired" && <ButtonLink to={newsletterPage}>{t("expired.again")}</ButtonLink>}
        <ButtonLink to="/" variant={shown === "expired" ? "line" : undefined}>
          {t("home")}
        </ButtonLink>
      </p>
    </FormPage>
  );
}

import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { accountApi } from "#contract/accounts/account";
import { flashToast } from "~/api/flash.server";
import { Form, Submit } from "~/forms/form";
import type { PageHandle } from "~/layouts/handle";
import { pageMeta } from "~/layouts/page-meta";
import { ButtonLink } from "~/ui/button";
import { FormPage } from "../form-page";
import { mailToken } from "../mail-token.server";

export const handle = { i18n: ["password"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = mailToken(request);
  const title = context.t("titles:/password/restore-email");
  if (!token) return { state: "expired" as const, title };
  return { ...(await context.api.call(accountApi.emailReversal, { body: { token } })), title };
}

/** A POST uses the link: mail scanners only open links. */
export async function action({ request, context }: ActionFunctionArgs) {
  const token = mailToken(request);
  if (!token) return data({ state: "expired" as const }, { status: 410 });
  const { state, resetToken } = await context.api.call(accountApi.takeBackEmail, { body: { token } });
  if (state !== "valid") return data({ state }, { status: 410 });
  flashToast(context, { title: context.t("password:restore.done") });
  return redirect(`/password/update?token=${resetToken}`, 303);
}

export default function RestoreEmail() {
  const loaded = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>()?.state ?? loaded.state;
  const { t } = useTranslation("password");
  if (state !== "valid")
    return (
      <FormPage title={t(`update.${state}.h1`)} lead={t(`restore.${state}.lead`)}>
        <p className="actions mt-7">
          <ButtonLink to={state === "used" ? "/password/request" : "/contact"}>{t(`restore.${state}.cta`)}</ButtonLink>
        </p>
      </FormPage>
    );
  return (
    <FormPage title={t("restore.h1")} lead={t("restore.lead")}>
      <Form className="mt-7">
        <Submit>{t("restore.submit")}</Submit>
      </Form>
    </FormPage>
  );
}

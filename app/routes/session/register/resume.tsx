import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { registrationApi } from "#contract/accounts/registration";
import { flashToast } from "~/api/flash.server";
import { Form, Submit } from "~/forms/form";
import type { PageHandle } from "~/layouts/handle";
import { pageMeta } from "~/layouts/page-meta";
import { ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { FormPage } from "../form-page";
import { mailToken } from "../mail-token.server";
import { pathOfKind } from "./steps";
import { visitorsOnly } from "./wizard.server";

export const handle = { i18n: ["register"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader({ request, context }: LoaderFunctionArgs) {
  await visitorsOnly(context);
  const token = mailToken(request);
  const found = token ? await context.api.call(registrationApi.resumeLink, { body: { token } }) : { started: null, other: false };
  const page = { ...found, title: context.t("titles:/register/resume") };
  return data(page, { status: found.started ? 200 : 410 });
}

/** A POST uses the link: mail scanners only open links. */
export async function action({ request, context }: ActionFunctionArgs) {
  const token = mailToken(request);
  const intent = (await request.formData()).get("intent");
  if (!token) throw redirect("/register", 303);
  if (intent === "erase") {
    await context.api.call(registrationApi.erase, { body: { token } });
    flashToast(context, { title: context.t("register:started.erased") });
    return redirect("/register", 303);
  }
  const { kind } = await context.api.call(registrationApi.resume, { body: { token } });
  return redirect(kind ? pathOfKind[kind] : `/register/resume?token=${token}`, 303);
}

/** What a mailed link opens: the registration that was started, to go on with or to erase. */
export default function Resume() {
  const { started, other } = useLoaderData<typeof loader>();
  const { t } = useTranslation("register");
  if (!started)
    return (
      <FormPage title={t("resuming.expired")} lead={t("resuming.expiredLead")}>
        <p className="actions mt-7">
          <ButtonLink to="/register">{t("start.begin")}</ButtonLink>
        </p>
      </FormPage>
    );
  const { kind, at, total } = started;
  return (
    <FormPage title={t(`started.kind.${kind}`)} lead={t("started.step", { at, total })}>
      {other && <Notice>{t("resuming.other")}</Notice>}
      <Form className="mt-7 flex flex-wrap gap-3">
        <Submit name="intent" value="resume">
          {t("started.resume")}
        </Submit>
        <Submit variant="line" name="intent" value="erase">
          {t("resuming.erase")}
        </Submit>
      </Form>
    </FormPage>
  );
}

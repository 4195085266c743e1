import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AccessRequest, donorAccessApi } from "#contract/giving/donor-access";
import { Form, Submit } from "~/forms/form";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { publicMeta } from "~/search/public-meta";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/notice";
import { FormPage } from "../form-page";
import { mailToken } from "../mail-token.server";
import { orTooMany } from "./donor.server";
import { LinkForm } from "./link-form";

export const handle = { i18n: ["donations"] } as const satisfies PageHandle;

export const meta = publicMeta;

export async function loader({ request, context: { api, t } }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const token = mailToken(request);
  const { works } = token ? await api.call(donorAccessApi.link, { body: { token } }) : { works: false };
  const state: "link" | "expired" | "sent" | "ask" = works ? "link" : query.has("token") ? "expired" : query.has("sent") ? "sent" : "ask";
  return {
    state,
    rules: rulesOf({ "donor-access": AccessRequest }),
    title: t("titles:/donations/access"),
    description: t("donations:access.meta"),
  };
}

/** Requests a link, or uses one by POST: mail scanners only open links. */
export async function action(args: ActionFunctionArgs) {
  const { api } = args.context;
  const token = mailToken(args.request);
  if (token) {
    const { opened } = await api.call(donorAccessApi.open, { body: { token } }).catch(orTooMany);
    return redirect(opened ? "/donations/manage" : `/donations/access?token=${token}`, 303);
  }
  return submit(args, AccessRequest, async (body) => {
    await api.call(donorAccessApi.requestLink, { body });
    return { to: "/donations/access?sent=1" };
  });
}

export default function DonorAccess() {
  const { state } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("donations");
  if (state === "link")
    return (
      <FormPage title={t("link.h1")} lead={t("link.lead")}>
        <Form className="mt-7">
          <Submit>{t("link.submit")}</Submit>
        </Form>
      </FormPage>
    );
  return (
    <FormPage title={t("access.h1")} lead={state === "ask" && t("access.lead")}>
      {state !== "ask" && <Notice>{t(`access.${state}`)}</Notice>}
      {state !== "sent" && <LinkForm answer={answer} />}
      <p className="mt-7 flex flex-wrap gap-x-6 gap-y-2">
        {state === "sent" && <Link to="/donations/access">{t("access.again")}</Link>}
        <span>
          {t("access.never")} <Link to="/donate">{t("access.donate")}</Link>
        </span>
      </p>
    </FormPage>
  );
}

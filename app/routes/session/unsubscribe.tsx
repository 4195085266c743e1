import { type ActionFunctionArgs, data, type HeadersFunction, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { newsletterPage } from "#contract/accounts/newsletter";
import { frequencies } from "#contract/accounts/notifications";
import { oneClick, type Unsubscribing, unsubscribingApi } from "#contract/accounts/unsubscribing";
import { Form, Submit } from "~/forms/form";
import type { PageHandle } from "~/layouts/handle";
import { pageMeta } from "~/layouts/page-meta";
import { ButtonLink } from "~/ui/button";
import { Link } from "~/ui/link";
import { FormPage } from "./form-page";
import { mailToken } from "./mail-token.server";

/** Mail programs post here (RFC 8058): the token alone decides. */
export const handle = { i18n: ["unsubscribe"], fromAnywhere: true } as const satisfies PageHandle;

export const meta = pageMeta;

/** The address holds the token: no page learns it. */
export const headers: HeadersFunction = () => ({ "referrer-policy": "no-referrer" });

const undoName = "undo";
const unknown: Unsubscribing = { topic: null, isWanted: false, hasAccount: false, canUndo: false };

export async function loader({ request, context: { api, t } }: LoaderFunctionArgs) {
  const token = mailToken(request);
  const found = token ? await api.call(unsubscribingApi.read, { body: { token } }) : unknown;
  return { ...found, title: t("titles:/unsubscribe") };
}

/** A POST unsubscribes at once: mail scanners only open links. The answer is no redirect, which mail programs do not follow. */
export async function action({ request, context: { api } }: ActionFunctionArgs) {
  const token = mailToken(request);
  const form = await request.formData();
  if (!token) return data(null, { status: 404 });
  if (form.has(undoName)) {
    const former = frequencies.find((one) => one === form.get(undoName));
    const { topic } = await api.call(unsubscribingApi.undo, { body: { token, former } });
    return data({ done: "undone" as const, former: null }, { status: topic ? 200 : 404 });
  }
  if (form.get(oneClick.name) !== oneClick.value) return data(null, { status: 400 });
  const { topic, former } = await api.call(unsubscribingApi.stop, { body: { token } });
  return data({ done: "stopped" as const, former }, { status: topic ? 200 : 404 });
}

export default function Unsubscribe() {
  const { topic, isWanted, hasAccount, canUndo } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("unsubscribe");
  if (!topic)
    return (
      <FormPage title={t("unknown.h1")} lead={t("unknown.lead")}>
        <p className="actions mt-7">
          <ButtonLink to="/account/settings/notifications">{t("settings")}</ButtonLink>
          <ButtonLink to="/contact" variant="line">
            {t("contact")}
          </ButtonLink>
        </p>
      </FormPage>
    );
  if (isWanted)
    return (
      <FormPage title={t(answer ? "undone.h1" : "wanted.h1")} lead={t(`wanted.${topic}`)}>
        <Form className="mt-7">
          <input type="hidden" name={oneClick.name} value={oneClick.value} />
          <Submit variant={answer ? "line" : undefined}>{t("stop")}</Submit>
        </Form>
        {hasAccount && <Always />}
      </FormPage>
    );
  const isRefused = answer?.done === "undone";
  return (
    <FormPage title={t(isRefused ? "refused.h1" : "stopped.h1")} lead={t(isRefused ? refusal(hasAccount) : `stopped.${topic}`)}>
      {!isRefused && canUndo && (
        <Form className="mt-7">
          <input type="hidden" name={undoName} value={answer?.former ?? ""} />
          <Submit variant="line">{t("undo")}</Submit>
        </Form>
      )}
      {hasAccount && <Always />}
      {!canUndo && !hasAccount && (
        <p className="actions mt-7">
          <ButtonLink to={newsletterPage}>{t("refused.again")}</ButtonLink>
        </p>
      )}
    </FormPage>
  );
}

/** Where the consent is given again: in the account, or by the form. */
const refusal = (hasAccount: boolean) => (hasAccount ? "refused.lead" : "refused.leadWithoutAccount");

/** What goes on in any case, and where all choices are. */
function Always() {
  const { t } = useTranslation("unsubscribe");
  return (
    <p className="muted mt-7">
      {t("account")} <Link to="/account/settings/notifications">{t("settings")}</Link>
    </p>
  );
}

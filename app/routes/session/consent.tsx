import { type ActionFunctionArgs, type LoaderFunctionArgs, redirectDocument } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Check } from "lucide";
import { useTranslation } from "react-i18next";
import { consentApi } from "#contract/accounts/oauth-clients";
import { Form, Submit } from "~/forms/form";
import type { PageHandle } from "~/layouts/handle";
import { pageMeta } from "~/layouts/page-meta";
import { Icon } from "~/ui/icon";
import { LoginFrame } from "./login-frame";
import { providerUrl, startAgain } from "./provider-steps.server";

export const handle = { i18n: ["login"] } as const satisfies PageHandle;

export const meta = pageMeta;

const interactionOf = (request: Request) => ({ id: new URL(request.url).searchParams.get("interaction") ?? "" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const consent = await context.api.call(consentApi.describe, { params: interactionOf(request) }).catch(startAgain);
  return { ...consent, formTo: consent.origin, title: context.t("titles:/login/consent") };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const allow = (await request.formData()).get("decision") === "allow";
  const { redirect_uri } = await context.api.call(consentApi.decide, { params: interactionOf(request), body: { allow } }).catch(startAgain);
  return redirectDocument(providerUrl(redirect_uri, context), 303);
}

/** The consent to share data with another application. */
export default function Consent() {
  const { clientName, origin, person, scopes } = useLoaderData<typeof loader>();
  const { t } = useTranslation("login");
  return (
    <LoginFrame
      title={t("consent.title", { client: clientName })}
      notice={t("consent.lead", { client: clientName, host: new URL(origin).host, person })}
    >
      <ul className="grid gap-3">
        {scopes.map((scope) => (
          <li key={scope} className="flex items-start gap-3">
            <Icon of={Check} className="mt-1 shrink-0 text-primary" />
            {t(`consent.scope.${scope}`)}
          </li>
        ))}
      </ul>
      <p className="muted mt-5">{t("consent.later")}</p>
      <Form className="actions mt-6">
        <Submit name="decision" value="allow">
          {t("consent.allow")}
        </Submit>
        <Submit name="decision" value="deny" variant="line">
          {t("consent.deny")}
        </Submit>
      </Form>
    </LoginFrame>
  );
}

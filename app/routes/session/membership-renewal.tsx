import { type ActionFunctionArgs, data, type HeadersFunction, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { renewalPage, renewalsApi, type Stopping } from "#contract/charity/membership-renewals";
import { Form, Submit } from "~/forms/form";
import type { PageHandle } from "~/layouts/handle";
import { pageMeta } from "~/layouts/page-meta";
import { ButtonLink } from "~/ui/button";
import { FormPage } from "./form-page";
import { mailToken } from "./mail-token.server";

export const handle = { i18n: ["memberships"] } as const satisfies PageHandle;

export const meta = pageMeta;

/** The address holds the token: no page learns it. */
export const headers: HeadersFunction = () => ({ "referrer-policy": "no-referrer" });

const unknown: Stopping = { isKnown: false, isActive: false, isBeingPaid: false };

export async function loader({ request, context: { api, t } }: LoaderFunctionArgs) {
  const token = mailToken(request);
  const found = token ? await api.call(renewalsApi.read, { body: { token } }) : unknown;
  return { ...found, title: t(`titles:${renewalPage}`) };
}

/** Only a POST stops: mail scanners open links. */
export async function action({ request, context: { api } }: ActionFunctionArgs) {
  const token = mailToken(request);
  if (!token) return data(null, { status: 404 });
  const { isKnown } = await api.call(renewalsApi.stop, { body: { token } });
  return data({ done: isKnown }, { status: isKnown ? 200 : 404 });
}

/** Where the link of an announcement leads: the way out of a renewal, without logging in. */
export default function MembershipRenewal() {
  const { isKnown, isActive, isBeingPaid } = useLoaderData<typeof loader>();
  const { t } = useTranslation("memberships");
  if (isKnown && isActive)
    return (
      <FormPage title={t("renewal.link.title")} lead={t(isBeingPaid ? "renewal.link.leadBeingPaid" : "renewal.link.lead")}>
        <Form className="mt-7">
          <Submit>{t("renewal.stop")}</Submit>
        </Form>
      </FormPage>
    );
  const stoppedLead = t(isBeingPaid ? "renewal.link.stoppedBeingPaid" : "renewal.link.stoppedLead");
  return (
    <FormPage
      title={t(isKnown ? "renewal.link.stoppedTitle" : "renewal.link.unknownTitle")}
      lead={isKnown ? stoppedLead : t("renewal.link.unknownLead")}
    >
      <p className="actions mt-7">
        <ButtonLink to="/account/membership">{t("renewal.link.membership")}</ButtonLink>
      </p>
    </FormPage>
  );
}

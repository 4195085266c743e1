import { getFormProps } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { OAuthClientEdit, oauthClientsApi } from "#contract/accounts/oauth-clients";
import { gate } from "~/access/gate.server";
import { flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { ErrorSummary } from "~/forms/error-summary";
import { Form, Submit } from "~/forms/form";
import { rulesOf } from "~/forms/rules.server";
import { type FormAnswer, setIdempotencyKey, submit } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { ClientFields } from "./client-fields";
import { ClientState } from "./client-state";
import { SecretPanel } from "./secret-panel";

const schema = () => import("#contract/accounts/oauth-clients").then(({ OAuthClientEdit }) => OAuthClientEdit);

const list = "/dashboard/admin/oauth-clients";

export const handle = { i18n: ["oauth-clients"], crumb: { label: "oauth-clients:title", to: list } } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, `${list}/{id}`);
  const application = await args.context.api.call(oauthClientsApi.get, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  return { application, rules: rulesOf({ client: OAuthClientEdit }), submission: crypto.randomUUID(), title: application.name };
}

type Answer = Partial<FormAnswer> & { made?: { id: string; clientId: string; secret: string | null } };

export async function action(args: ActionFunctionArgs) {
  await gate(args, `${list}/{id}`);
  const { api, t } = args.context;
  const params = { id: args.params.id ?? "" };
  const posted = await args.request.clone().formData();
  const intent = posted.get("intent");
  if (intent === "rotate") {
    setIdempotencyKey(args.context, posted);
    return data<Answer>({ made: await api.call(oauthClientsApi.rotate, { params }).catch(orNotFound) });
  }
  if (intent === "active" || intent === "disabled") {
    await api.call(oauthClientsApi.setStatus, { params, body: { status: intent } }).catch(orNotFound);
    flashToast(args.context, { title: t(`oauth-clients:done.${intent}`) });
    return redirect(`${list}/${params.id}`, 303);
  }
  return submit(args, OAuthClientEdit, async (body) => {
    await api.call(oauthClientsApi.update, { params, body }).catch(orNotFound);
    return { to: `${list}/${params.id}`, toast: { title: t("oauth-clients:done.saved") } };
  });
}

/** One application: its scopes, its secret, and whether it is enabled. */
export default function EditClient() {
  const { application, submission } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as Answer | undefined;
  const { t } = useTranslation("oauth-clients");
  const [form, fields] = usePageForm(schema, {
    id: "client",
    answer: answer?.result && { result: answer.result },
    defaultValue: { ...application, redirectUris: application.redirectUris.join("\n") },
  });
  if (answer?.made) return <SecretPanel {...answer.made} />;
  return (
    <>
      <h1 className="office-title">{application.name}</h1>
      <ClientState application={application} submission={submission} />
      <Form key={application.version} className="panel grid max-w-3xl gap-5" {...getFormProps(form)}>
        <ErrorSummary form={form} />
        <input type="hidden" name="version" value={application.version} />
        <ClientFields fields={fields} />
        <p className="actions">
          <Submit name="intent" value="save">
            {t("save")}
          </Submit>
        </p>
      </Form>
    </>
  );
}

export const ErrorBoundary = OfficeError;

import { getFormProps } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { OAuthClientDraft, oauthClientsApi, oauthClientTypes } from "#contract/accounts/oauth-clients";
import { gate } from "~/access/gate.server";
import { ErrorSummary } from "~/forms/error-summary";
import { ChoiceGroup } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { rulesOf } from "~/forms/rules.server";
import { fieldsOf, readForm, setIdempotencyKey } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { ButtonLink } from "~/ui/button";
import { ClientFields } from "./client-fields";
import { SecretPanel } from "./secret-panel";

const schema = () => import("#contract/accounts/oauth-clients").then(({ OAuthClientDraft }) => OAuthClientDraft);

const list = "/dashboard/admin/oauth-clients";

export const handle = { i18n: ["oauth-clients"], crumb: { label: "oauth-clients:title", to: list } } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, `${list}/create`);
  const title = args.context.t(`titles:${list}/create`);
  return { rules: rulesOf({ client: OAuthClientDraft }), submission: crypto.randomUUID(), title };
}

/** The response contains the secret, which no other page shows, so there is no redirect. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, `${list}/create`);
  const posted = await fieldsOf(args.request);
  const submission = readForm(posted, OAuthClientDraft);
  if (submission.status !== "success") return data({ result: submission.reply(), made: null }, { status: 400 });
  setIdempotencyKey(args.context, posted);
  const made = await args.context.api.call(oauthClientsApi.create, { body: submission.value });
  return data({ result: submission.reply(), made }, { status: 201 });
}

export default function CreateClient() {
  const { submission } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("oauth-clients");
  const [form, fields] = usePageForm(schema, {
    id: "client",
    answer,
    defaultValue: { type: "confidential", scopes: ["email", "profile"] },
  });
  if (answer?.made) return <SecretPanel {...answer.made} />;
  return (
    <>
      <h1 className="office-title">{t("create")}</h1>
      <Form className="panel grid max-w-3xl gap-5" submission={submission} {...getFormProps(form)}>
        <ErrorSummary form={form} />
        <ClientFields fields={fields} />
        <ChoiceGroup
          field={fields.type}
          label={t("type.label")}
          cards
          choices={oauthClientTypes.map((value) => ({ value, label: t(`type.${value}`), hint: t(`typeHint.${value}`) }))}
        />
        <p className="actions">
          <Submit>{t("create")}</Submit>
          <ButtonLink variant="line" to={list}>
            {t("cancel")}
          </ButtonLink>
        </p>
      </Form>
    </>
  );
}

export const ErrorBoundary = OfficeError;

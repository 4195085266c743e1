import { getFormProps } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { LinkDraft, linkRoles, registrationLinksApi } from "#contract/accounts/registration-links";
import { hasPermission } from "#contract/accounts/roles";
import { publicSectorsApi } from "#contract/charity/sectors";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { ErrorSummary } from "~/forms/error-summary";
import { StarNote, StarRequired } from "~/forms/field-marks";
import { Checkbox, SelectField, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { rulesOf } from "~/forms/rules.server";
import { fieldsOf, readForm, setIdempotencyKey } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { LinkReady } from "./link-ready";

const schema = () => import("#contract/accounts/registration-links").then(({ LinkDraft }) => LinkDraft);

export const handle = { i18n: ["registration-links"] } as const satisfies PageHandle;

export const meta = pageMeta;

const path = "/dashboard/admin/registration-links/create";

export async function loader(args: LoaderFunctionArgs) {
  const user = await gate(args, path);
  const { items: sectors } = await args.context.api.call(publicSectorsApi.list);
  return {
    sectors,
    maySkip: hasPermission(user, "ADMIN_MANAGE_USERS_PERMISSIONS"),
    rules: rulesOf({ link: LinkDraft }),
    submission: crypto.randomUUID(),
    title: args.context.t(`titles:${path}`),
  };
}

/** Responds with the link itself: only this response contains it. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, settings } = args.context;
  const posted = await fieldsOf(args.request);
  const submission = readForm(posted, LinkDraft);
  if (submission.status !== "success") return data({ result: submission.reply(), ready: null }, 400);
  setIdempotencyKey(args.context, posted);
  try {
    const { id, code } = await api.call(registrationLinksApi.create, { body: submission.value });
    return data({ result: undefined, ready: { id, url: `${settings.publicUrl}/register?invitation=${code}` } }, 201);
  } catch (error) {
    if (!(error instanceof ApiError) || ![400, 422].includes(error.status)) throw error;
    const { fieldErrors, title } = error.body;
    const refused = fieldErrors ? { fieldErrors } : { formErrors: [title ?? "common:forms.failed"] };
    return data({ result: submission.reply(refused), ready: null }, error.status);
  }
}

export default function CreateLink() {
  const { sectors, maySkip, submission } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("registration-links");
  const [form, fields] = usePageForm(schema, { id: "link", answer: answer?.result && { result: answer.result } });
  if (answer?.ready) return <LinkReady {...answer.ready} />;
  return (
    <StarRequired when>
      <h1 className="office-title">{t("create")}</h1>
      <Form className="mt-5 grid max-w-2xl gap-5" submission={submission} {...getFormProps(form)}>
        <ErrorSummary form={form} />
        <StarNote />
        <TextField field={fields.label} label={t("field.label")} hint={t("field.labelHint")} />
        <SelectField
          field={fields.role}
          label={t("field.role")}
          choices={linkRoles.map((value) => ({ value, label: t(`role.${value}`) }))}
        />
        <SelectField
          field={fields.sectorId}
          label={t("field.team")}
          empty={t("national")}
          choices={sectors.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <TextField field={fields.maxUses} type="number" label={t("field.maxUses")} hint={t("field.maxUsesHint")} />
        <TextField field={fields.expiresAt} type="datetime-local" label={t("field.expiresAt")} />
        {maySkip && <Checkbox field={fields.skipApproval} label={t("field.skipApproval")} hint={t("field.skipApprovalHint")} />}
        <div>
          <Submit>{t("submit")}</Submit>
        </div>
      </Form>
    </StarRequired>
  );
}

export const ErrorBoundary = OfficeError;

import { getFormProps } from "@conform-to/react";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SubscriberRemoval, subscribersApi } from "#contract/accounts/newsletter";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { flashRefusal, flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { ErrorSummary } from "~/forms/error-summary";
import { TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { rulesOf } from "~/forms/rules.server";
import { type FormAnswer, submit } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { SentNotices } from "~/subjects/notices/sent-notices";
import { DeliveryPanel } from "~/subjects/people/delivery-panel";
import { Facts } from "~/ui/facts";
import { LocalDate } from "~/ui/local-date";
import { Panel } from "~/ui/panel";
import { pageOfSubscriber } from "./columns";

const path = "/dashboard/admin/notifications/subscribers/{id}";
const schema = () => import("#contract/accounts/newsletter").then(({ SubscriberRemoval }) => SubscriberRemoval);

export const handle = {
  i18n: ["subscribers", "people", "notified"],
  crumb: { label: "subscribers:crumb", to: "/dashboard/admin/notifications/subscribers" },
} as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const subscriber = await args.context.api.call(subscribersApi.get, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  return { subscriber, rules: rulesOf({ removal: SubscriberRemoval }), submission: crypto.randomUUID(), title: subscriber.email };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const id = args.params.id ?? "";
  if ((await args.request.clone().formData()).has("writeAgain")) {
    try {
      await api.call(subscribersApi.writeAgain, { params: { id } });
      flashToast(args.context, { title: t("people:delivery.done") });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) return orNotFound(error);
      flashRefusal(args.context, error.body.title);
    }
    return redirect(pageOfSubscriber(id), 303);
  }
  return submit(args, SubscriberRemoval, async (body) => {
    await api.call(subscribersApi.remove, { params: { id }, body });
    return { to: pageOfSubscriber(id), toast: { title: t("subscribers:removal.done") } };
  });
}

export default function SubscriberPage() {
  const { subscriber, submission } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("subscribers");
  const { id, email, locale, state, requestedAt, confirmedAt, withdrawnAt, textVersion, page, delivery, sent } = subscriber;
  return (
    <div className="grid gap-5">
      <h1 className="office-title wrap-anywhere">{email}</h1>
      <Panel title={t("proof")}>
        <Facts
          className="grid gap-x-8 gap-y-3 sm:grid-cols-2"
          facts={[
            { label: t("column.state"), value: t(`state.${state}`) },
            { label: t("column.locale"), value: t(`locale.${locale}`) },
            { label: t("requestedAt"), value: <LocalDate value={requestedAt} style="moment" /> },
            { label: t("column.confirmedAt"), value: <LocalDate value={confirmedAt} style="moment" /> },
            ...(withdrawnAt ? [{ label: t("withdrawnAt"), value: <LocalDate value={withdrawnAt} style="moment" /> }] : []),
            { label: t("column.textVersion"), value: textVersion },
            { label: t("column.page"), value: page ?? t("unknownPage") },
          ]}
        />
      </Panel>
      {delivery?.deadSince && <DeliveryPanel email={email} delivery={delivery} what={t("unreached")} action={pageOfSubscriber(id)} />}
      <Panel title={t("sent.title")}>
        {sent.length === 0 ? <p className="muted">{t("sent.empty")}</p> : <SentNotices notices={sent} caption={t("sent.title")} />}
      </Panel>
      {state !== "withdrawn" && <Removal answer={answer} submission={submission} />}
    </div>
  );
}

/** Stops the newsletter for a person who asked staff, instead of using the link of a mail. */
function Removal({ answer, submission }: { answer: FormAnswer | undefined; submission: string }) {
  const { t } = useTranslation("subscribers");
  const [form, fields] = usePageForm(schema, { id: "removal", answer });
  return (
    <Panel title={t("removal.title")}>
      <Form className="grid gap-4" submission={submission} {...getFormProps(form)}>
        <p>{t("removal.lead")}</p>
        <ErrorSummary form={form} labels={{ reason: t("removal.reason") }} />
        <TextField field={fields.reason} label={t("removal.reason")} hint={t("removal.hint")} />
        <div>
          <Submit variant="danger">{t("removal.submit")}</Submit>
        </div>
      </Form>
    </Panel>
  );
}

export const ErrorBoundary = OfficeError;

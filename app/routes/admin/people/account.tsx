import { getFormProps } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import * as z from "zod";
import { reasonedTransitions, StaffTransition } from "#contract/accounts/account-transitions";
import { peopleApi, ReasonedStep } from "#contract/accounts/people";
import { registrationPausesApi } from "#contract/charity/registration-pauses";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { flashRefusal, flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { ErrorSummary } from "~/forms/error-summary";
import { TextArea } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { ButtonLink } from "~/ui/button";

const path = "/dashboard/admin/users/{id}/account";
const viewOf = (id: string | undefined) => `/dashboard/admin/users/${id}/view`;

const schema = () => import("#contract/accounts/people").then(({ ReasonedStep }) => ReasonedStep);

export const handle = { i18n: ["people"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const step = StaffTransition.safeParse(new URL(args.request.url).searchParams.get("step")).data;
  if (!step || !reasonedTransitions.includes(step)) throw redirect(viewOf(args.params.id));
  return { step, rules: rulesOf({ account: ReasonedStep }), title: args.context.t(`titles:${path}`) };
}

/** Makes a transition of the account, approves a driver, has mails sent to the e-mail address again, or ends a pause: every button of the person's page posts here. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { context, request } = args;
  const params = { id: args.params.id ?? "" };
  const form = await request.clone().formData();
  const driver = z.enum(["approved", "blocked"]).safeParse(form.get("driver")).data;
  const step = StaffTransition.safeParse(form.get("step")).data;
  const writes = form.has("writeAgain");
  const lifts = form.has("liftPause");
  if (!driver && !step && !writes && !lifts) throw data(null, { status: 400 });
  if (step && reasonedTransitions.includes(step))
    return submit(args, ReasonedStep, async (body) => {
      await context.api.call(peopleApi.move, { params, body }).catch(orNotFound);
      return { to: viewOf(params.id), toast: { title: context.t(`people:done.${step}`) } };
    });
  try {
    if (lifts) await context.api.call(registrationPausesApi.lift, { params });
    else if (writes) await context.api.call(peopleApi.writeAgain, { params });
    else if (driver)
      await context.api.call(peopleApi.setDriver, { params, body: { status: driver, version: String(form.get("version") ?? "") } });
    else if (step) await context.api.call(peopleApi.move, { params, body: { step } });
    const done = driver ? (`people:driverDone.${driver}` as const) : (`people:done.${step ?? "approve"}` as const);
    const more = lifts ? "people:pause.done" : writes ? "people:delivery.done" : null;
    flashToast(context, { title: context.t(more ?? done) });
  } catch (error) {
    if (!(error instanceof ApiError) || ![403, 409].includes(error.status)) return orNotFound(error);
    flashRefusal(context, error.body.title);
  }
  return redirect(viewOf(params.id), 303);
}

/** The form of a transition with a reason that the person reads. */
export default function AccountStepPage() {
  const { step } = useLoaderData<typeof loader>();
  const { id } = useParams();
  const { t } = useTranslation("people");
  const [form, fields] = usePageForm(schema, { id: "account", answer: useActionData<typeof action>() });
  return (
    <Form className="panel grid max-w-2xl gap-4" {...getFormProps(form)}>
      <h2 className="panel-title">{t(`ask.${step}`)}</h2>
      <ErrorSummary form={form} />
      <input type="hidden" name="step" value={step} />
      <TextArea field={fields.reason} label={t(`reason.${step}`)} hint={t("reason.hint")} />
      <p className="actions">
        <Submit variant={step === "ask" || step === "restore" ? "primary" : "danger-full"}>{t(`step.${step}`)}</Submit>
        <ButtonLink variant="line" to={viewOf(id)}>
          {t("cancel")}
        </ButtonLink>
      </p>
    </Form>
  );
}

export const ErrorBoundary = OfficeError;

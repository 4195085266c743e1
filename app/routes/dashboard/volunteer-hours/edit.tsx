import { getFormProps, getInputProps } from "@conform-to/react";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { publicSectorsApi } from "#contract/charity/sectors";
import { HoursEditForm, HoursRow, volunteerHoursApi } from "#contract/charity/volunteer-hours";
import { hoursText, timeOfMinutes } from "#contract/formats/hours";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { flashRefusal, flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { ErrorSummary } from "~/forms/error-summary";
import { Form, Submit } from "~/forms/form";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { isCorrectable } from "~/subjects/hours/correctable";
import { HoursFields } from "~/subjects/hours/hours-fields";
import { ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { usePage } from "~/ui/page-context";

const path = "/dashboard/volunteer-hours/{id}";
const list = "/dashboard/volunteer-hours";

export const handle = { i18n: ["hours"], crumb: { label: "hours:title", to: list } } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const params = { id: args.params.id ?? "" };
  const hours = await api.call(volunteerHoursApi.get, { params }).catch(orNotFound);
  // What is validated stays as it is, and so does what was rejected in a year that is closed.
  if (!isCorrectable(hours)) throw redirect(list, 303);
  const { items } = await api.call(publicSectorsApi.list);
  const sectors = items.map(({ id, name }) => ({ id, name }));
  return { hours, sectors, rules: rulesOf({ hours: HoursEditForm }), submission: crypto.randomUUID(), title: t(`titles:${path}`) };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const params = { id: args.params.id ?? "" };
  const form = await args.request.clone().formData();
  if (form.has("remove")) {
    await api
      .call(volunteerHoursApi.remove, { params, body: { version: Number(form.get("version")) || 0 } })
      .then(() => flashToast(args.context, { title: t("hours:removed") }), overtaken(args.context));
    return redirect(list, 303);
  }
  return submit(
    args,
    HoursEditForm,
    async (body) => {
      const { remark } = await api.call(volunteerHoursApi.update, { params, body }).catch(orNotFound);
      return { to: list, toast: { title: t("hours:sent"), description: remark === "overlap" ? t("hours:sentTwice") : undefined } };
    },
    { record: HoursRow },
  );
}

/** Somebody has decided on them meanwhile: the list shows what became of them. */
const overtaken = (context: ActionFunctionArgs["context"]) => (error: unknown) => {
  if (error instanceof ApiError && error.status === 409) return flashRefusal(context, context.t("hours:overtaken"));
  return orNotFound(error);
};

const schema = () => import("#contract/charity/volunteer-hours").then((hours) => hours.HoursEditForm);

export default function EditHours() {
  const { locale } = usePage();
  const { hours: own, sectors, submission } = useLoaderData<typeof loader>();
  const { t } = useTranslation("hours");
  const answer = useActionData<typeof action>();
  const theirs = answer?.current;
  const hours = theirs ?? own;
  const { date, activity, description, sectorId, startsAt, version } = hours;
  const [form, fields] = usePageForm(schema, {
    id: "hours",
    answer,
    defaultValue: {
      ...{ date, activity, description, sectorId, version, minutes: hoursText(locale, hours.minutes) },
      startsAt: startsAt === null ? undefined : timeOfMinutes(startsAt),
    },
  });
  return (
    <section className="panel grid max-w-2xl gap-4">
      <h1 className="office-title">{t("editTitle")}</h1>
      {hours.rejectReason && (
        <Notice>
          <strong>{hours.validator ? t("rejectedBy", { name: hours.validator }) : t("rejectedWhy")}</strong> {hours.rejectReason}
        </Notice>
      )}
      {theirs && <Notice>{t("conflict")}</Notice>}
      <Form className="grid gap-4" submission={submission} {...getFormProps(form)}>
        <ErrorSummary form={form} />
        <input {...getInputProps(fields.version, { type: "hidden" })} key={version} value={String(version)} />
        <HoursFields fields={fields} sectors={sectors} />
        <p className="actions">
          <Submit>{t("send")}</Submit>
          <ButtonLink variant="line" to={list}>
            {t("cancel")}
          </ButtonLink>
        </p>
      </Form>
      <Form className="border-t border-line pt-4">
        <input type="hidden" name="version" value={String(version)} />
        <Submit variant="danger" name="remove" value="1">
          {t("remove")}
        </Submit>
      </Form>
    </section>
  );
}

export const ErrorBoundary = OfficeError;

import { getFormProps } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { hoursAdminApi, RejectReason } from "#contract/charity/volunteer-hours-admin";
import { hoursText, minutesOfText, timeOfMinutes } from "#contract/formats/hours";
import { formatEuros } from "#contract/giving/money";
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
import { useTranslate } from "~/i18n/use-translate";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { missionOf } from "~/subjects/hours/activity-text";
import { HoursBadge } from "~/subjects/hours/hours-badge";
import { Facts } from "~/ui/facts";
import { LocalDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

const path = "/dashboard/admin/volunteer-hours/{id}";
const list = "/dashboard/admin/volunteer-hours";

export const handle = { i18n: ["hours"], crumb: { label: "hours:list.title", to: list } } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, session, t } = args.context;
  const hours = await api.call(hoursAdminApi.get, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  const user = await session.user();
  return {
    hours,
    isAdmin: user?.role === "ADMIN",
    rules: rulesOf({ reason: RejectReason }),
    title: `${hours.name} - ${t(`titles:${path}`)}`,
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const id = args.params.id ?? "";
  const form = await args.request.clone().formData();
  const decide = async (decision: "validate" | "reject", reason?: string) => {
    const { changed } = await api.call(hoursAdminApi.bulk, { body: { decision, reason, selection: { ids: [id] }, dryRun: false } });
    const done = decision === "validate" ? t("hours:validated", { count: changed }) : t("hours:rejectedMany", { count: changed });
    return { to: list, toast: { title: changed > 0 ? done : t("hours:overtaken") } };
  };
  if (form.get("decision") === "reject") return submit(args, RejectReason, ({ reason }) => decide("reject", reason));
  if (form.get("decision") === "takeBack")
    return submit(args, RejectReason, async (body) => {
      await api.call(hoursAdminApi.takeBack, { params: { id }, body }).catch(orNotFound);
      return { to: `${list}/${id}`, toast: { title: t("hours:record.takenBack") } };
    });
  if (form.get("decision") === "validate") {
    const { to, toast } = await decide("validate");
    flashToast(args.context, toast);
    return redirect(to, 303);
  }
  if (!form.has("minutes")) throw data(null, { status: 400 });
  const minutes = minutesOfText(String(form.get("minutes"))) ?? -1;
  await api.call(hoursAdminApi.correct, { params: { id }, body: { minutes } }).then(
    () => flashToast(args.context, { title: t("hours:record.corrected") }),
    (error: unknown) => {
      if (!(error instanceof ApiError) || ![403, 409, 422].includes(error.status)) return orNotFound(error);
      const [first] = Object.values(error.body.fieldErrors ?? {}).flat();
      flashRefusal(args.context, t((first ?? "hours:overtaken") as "hours:overtaken"));
    },
  );
  return redirect(`${list}/${id}`, 303);
}

const schema = () => import("#contract/charity/volunteer-hours-admin").then((hours) => hours.RejectReason);

/** Hours of somebody, with the decision on them. */
export default function HoursRecord() {
  const { hours, isAdmin } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("hours");
  const translate = useTranslate();
  const { locale } = usePage();
  const { status, isOwn, isCorrection, startsAt, remark, rateCents } = hours;
  const facts = [
    { label: t("column.mission"), value: missionOf(hours, translate, locale) },
    { label: t("column.activity"), value: t(`activity.${hours.activity}`) },
    { label: t("column.day"), value: <LocalDate value={`${hours.date}T12:00:00Z`} style="full" /> },
    { label: t("column.duration"), value: hoursText(locale, hours.minutes) },
    ...(startsAt === null ? [] : [{ label: t("field.startsAt"), value: timeOfMinutes(startsAt) }]),
    { label: t("column.source"), value: isCorrection ? t("correction") : t(`source.${hours.source}`) },
    ...(hours.sector ? [{ label: t("column.sector"), value: hours.sector }] : []),
    ...(remark ? [{ label: t("column.remark"), value: <span className="text-warning">{t(`remark.${remark}`)}</span> }] : []),
    ...(hours.validator ? [{ label: t("column.validator"), value: hours.validator }] : []),
    ...(rateCents === null ? [] : [{ label: t("column.value"), value: formatEuros(locale, rateCents) }]),
    ...(hours.rejectReason ? [{ label: t("rejectedWhy"), value: hours.rejectReason }] : []),
  ];
  return (
    <>
      <div className="flex flex-wrap items-center gap-4">
        <h1 className="office-title">{hours.name}</h1>
        <HoursBadge status={status} />
      </div>
      <section className="panel">
        <Facts facts={facts} />
      </section>
      {status === "submitted" && isOwn && <p className="panel">{t("record.own")}</p>}
      {status === "submitted" && !isOwn && <Decision answer={answer} />}
      {status === "validated" && !isOwn && !isCorrection && <TakeBack answer={answer} />}
      {status === "locked" && isAdmin && !isOwn && !isCorrection && (
        <Panel title={t("record.correct")}>
          <Form className="grid max-w-md gap-3">
            <label className="field" htmlFor="right-minutes">
              <span className="font-semibold">{t("record.rightHours")}</span>
              <span className="hint" id="right-minutes-hint">
                {t("record.correctHint")}
              </span>
              <input
                id="right-minutes"
                name="minutes"
                className="control"
                aria-describedby="right-minutes-hint"
                required
                maxLength={20}
                autoComplete="off"
              />
            </label>
            <p className="actions">
              <Submit>{t("record.correctSend")}</Submit>
            </p>
          </Form>
        </Panel>
      )}
    </>
  );
}

export const ErrorBoundary = OfficeError;

type Answered = { answer: ReturnType<typeof useActionData<typeof action>> };

function TakeBack({ answer }: Answered) {
  const { t } = useTranslation("hours");
  const [form, fields] = usePageForm(schema, { id: "reason", answer });
  return (
    <Panel title={t("record.takeBack")}>
      <Form className="grid max-w-2xl gap-3" {...getFormProps(form)}>
        <ErrorSummary form={form} />
        <p>{t("record.takeBackText")}</p>
        <input type="hidden" name="decision" value="takeBack" />
        <TextArea field={fields.reason} label={t("bulk.reason")} hint={t("bulk.reasonHint")} rows={3} />
        <p className="actions">
          <Submit variant="danger">{t("record.takeBack")}</Submit>
        </p>
      </Form>
    </Panel>
  );
}

function Decision({ answer }: Answered) {
  const { t } = useTranslation("hours");
  const [form, fields] = usePageForm(schema, { id: "reason", answer });
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Panel title={t("validate")}>
        <Form className="grid gap-3">
          <p>{t("record.validateText")}</p>
          <p className="actions">
            <Submit name="decision" value="validate">
              {t("validate")}
            </Submit>
          </p>
        </Form>
      </Panel>
      <Panel title={t("reject")}>
        <Form className="grid gap-3" {...getFormProps(form)}>
          <ErrorSummary form={form} />
          <input type="hidden" name="decision" value="reject" />
          <TextArea field={fields.reason} label={t("bulk.reason")} hint={t("bulk.reasonHint")} rows={3} />
          <p className="actions">
            <Submit variant="danger">{t("reject")}</Submit>
          </p>
        </Form>
      </Panel>
    </div>
  );
}

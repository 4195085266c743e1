import { getFormProps } from "@conform-to/react";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { hoursLevels } from "#contract/charity/volunteer-hours";
import { type HourRate, hoursAdminApi, RateForm } from "#contract/charity/volunteer-hours-admin";
import { formatEuros } from "#contract/giving/money";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { flashRefusal, flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { ErrorSummary } from "~/forms/error-summary";
import { SelectField, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { LocalDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { HoursTabs } from "./hours-tabs";

const path = "/dashboard/admin/volunteer-hours/rates";

export const handle = {
  i18n: ["hours"],
  crumb: { label: "hours:list.title", to: "/dashboard/admin/volunteer-hours" },
} as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const { items } = await api.call(hoursAdminApi.rates);
  return { items, rules: rulesOf({ rate: RateForm }), submission: crypto.randomUUID(), title: t(`titles:${path}`) };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const form = await args.request.clone().formData();
  const id = form.get("end");
  if (id) {
    const validTo = String(form.get("validTo") ?? "") || null;
    await api
      .call(hoursAdminApi.endRate, { params: { id: String(id) }, body: { validTo, version: Number(form.get("version")) || 0 } })
      .then(
        () => flashToast(args.context, { title: t("hours:rates.saved") }),
        (error: unknown) => {
          if (!(error instanceof ApiError) || ![400, 409, 422].includes(error.status)) return orNotFound(error);
          const [first] = Object.values(error.body.fieldErrors ?? {}).flat();
          flashRefusal(args.context, t((first ?? "hours:overtaken") as "hours:overtaken"));
        },
      );
    return redirect(path, 303);
  }
  return submit(args, RateForm, async (body) => {
    await api.call(hoursAdminApi.addRate, { body });
    return { to: path, toast: { title: t("hours:rates.saved") } };
  });
}

const schema = () => import("#contract/charity/volunteer-hours-admin").then((hours) => hours.RateForm);

/** What an hour of each level is worth, and from when to when. */
export default function Rates() {
  const { items, submission, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation("hours");
  const [form, fields] = usePageForm(schema, { id: "rate", answer: useActionData<typeof action>() });
  return (
    <>
      <h1 className="office-title">{title}</h1>
      <HoursTabs />
      <p className="max-w-3xl">{t("rates.about")}</p>
      {hoursLevels.map((level) => (
        <Panel key={level} title={t(`level.${level}`)}>
          <ul className="rows">
            {items
              .filter((rate) => rate.level === level)
              .map((rate) => (
                <Rate key={`${rate.id} ${rate.version}`} rate={rate} />
              ))}
          </ul>
          {!items.some((rate) => rate.level === level) && <p className="muted">{t("rates.none")}</p>}
        </Panel>
      ))}
      <Panel title={t("rates.add")}>
        <Form className="grid max-w-2xl gap-4" submission={submission} {...getFormProps(form)}>
          <ErrorSummary form={form} />
          <SelectField
            field={fields.level}
            label={t("rates.level")}
            empty=""
            choices={hoursLevels.map((value) => ({ value, label: t(`level.${value}`) }))}
          />
          <TextField field={fields.cents} label={t("rates.amount")} hint={t("rates.amountHint")} autoComplete="off" />
          <TextField field={fields.validFrom} label={t("rates.from")} type="date" />
          <TextField field={fields.validTo} label={t("rates.to")} type="date" />
          <TextField field={fields.basis} label={t("rates.basis")} hint={t("rates.basisHint")} />
          <p className="actions">
            <Submit>{t("rates.add")}</Submit>
          </p>
        </Form>
      </Panel>
    </>
  );
}

export const ErrorBoundary = OfficeError;

function Rate({ rate: { id, level, cents, validFrom, validTo, basis, version } }: { rate: HourRate }) {
  const { t } = useTranslation("hours");
  const { locale } = usePage();
  return (
    <li>
      <span className="min-w-0 flex-[1_1_12rem]">
        <strong>{t("rates.hour", { amount: formatEuros(locale, cents) })}</strong>
        <small className="muted block">
          {t("rates.since")} <LocalDate value={`${validFrom}T12:00:00Z`} style="full" />
          {basis && `, ${basis}`}
        </small>
      </span>
      <Form className="flex flex-wrap items-center gap-2">
        <input type="hidden" name="version" value={String(version)} />
        <input
          type="date"
          name="validTo"
          className="control w-44"
          defaultValue={validTo ?? ""}
          aria-label={t("rates.lastDay", { level: t(`level.${level}`), amount: formatEuros(locale, cents) })}
        />
        <Submit variant="line" name="end" value={id}>
          {t("rates.setEnd")}
        </Submit>
      </Form>
    </li>
  );
}

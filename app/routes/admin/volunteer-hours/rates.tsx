import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { hoursLevels } from "#contract/charity/volunteer-hours";
import { type HourRate, hoursAdminApi, RateForm } from "#contract/charity/volunteer-hours-admin";
import { formatEuros } from "#contract/giving/money";
import { gate } from "~/access/gate.server";
import { SelectField, TextField } from "~/forms/fields";
import { rulesOf } from "~/forms/rules.server";
import { usePageForm } from "~/forms/use-page-form";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { DatedRate } from "~/subjects/rates/dated-rate";
import { rateAction } from "~/subjects/rates/rate-action.server";
import { RateForm as NewRate } from "~/subjects/rates/rate-form";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { HoursTabs } from "./hours-tabs";

const path = "/dashboard/admin/volunteer-hours/rates";

export const handle = {
  i18n: ["hours", "rates"],
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
  const { api } = args.context;
  return rateAction(args, {
    path,
    form: RateForm,
    add: (body) => api.call(hoursAdminApi.addRate, { body }),
    end: (change) => api.call(hoursAdminApi.endRate, change),
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
      <Panel title={t("rates.new")}>
        <NewRate form={form} fields={fields} submission={submission} basisHint={t("rates.basisHint")}>
          <SelectField
            field={fields.level}
            label={t("rates.level")}
            empty=""
            choices={hoursLevels.map((value) => ({ value, label: t(`level.${value}`) }))}
          />
          <TextField field={fields.cents} label={t("rates.amount")} hint={t("rates.amountHint")} autoComplete="off" />
        </NewRate>
      </Panel>
    </>
  );
}

export const ErrorBoundary = OfficeError;

function Rate({ rate }: { rate: HourRate }) {
  const { t } = useTranslation("hours");
  const { locale } = usePage();
  const amount = formatEuros(locale, rate.cents);
  return (
    <DatedRate rate={rate} worth={t("rates.hour", { amount })} lastDay={t("rates.lastDay", { level: t(`level.${rate.level}`), amount })} />
  );
}

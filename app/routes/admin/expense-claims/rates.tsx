import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { type MileageRate, MileageRateForm, mileageRatesApi, vehicles } from "#contract/charity/mileage-rates";
import { gate } from "~/access/gate.server";
import { rulesOf } from "~/forms/rules.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { formatRate } from "~/subjects/expenses/claim-text";
import { DatedRate } from "~/subjects/rates/dated-rate";
import { rateAction } from "~/subjects/rates/rate-action.server";
import { formatNumber } from "~/ui/number";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { claimsPath } from "./list-parts";
import { RateFields } from "./rate-fields";

const path = "/dashboard/admin/expense-claims/rates";

export const handle = {
  i18n: ["expenses", "rates"],
  crumb: { label: "expenses:list.title", to: claimsPath },
} as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const { items } = await api.call(mileageRatesApi.list);
  return { items, rules: rulesOf({ rate: MileageRateForm }), submission: crypto.randomUUID(), title: t(`titles:${path}`) };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api } = args.context;
  return rateAction(args, {
    path,
    form: MileageRateForm,
    add: (body) => api.call(mileageRatesApi.add, { body }),
    end: (change) => api.call(mileageRatesApi.end, change),
    remove: (change) => api.call(mileageRatesApi.remove, change),
  });
}

/** What a kilometre is worth with each vehicle, and from when to when. */
export default function MileageRates() {
  const { items, submission, title } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("expenses");
  const rated = vehicles.filter((vehicle) => items.some((rate) => rate.vehicle === vehicle));
  return (
    <>
      <h1 className="office-title">{title}</h1>
      <p className="max-w-3xl">{t("rates.about")}</p>
      {rated.length === 0 && <p className="panel muted">{t("rates.none")}</p>}
      {rated.map((vehicle) => (
        <Panel key={vehicle} title={t(`vehicle.${vehicle}`)}>
          <ul className="rows">
            {items
              .filter((rate) => rate.vehicle === vehicle)
              .map((rate) => (
                <Rate key={`${rate.id} ${rate.version}`} rate={rate} />
              ))}
          </ul>
        </Panel>
      ))}
      <Panel title={t("rates.new")}>
        <RateFields key={submission} submission={submission} answer={answer} />
      </Panel>
    </>
  );
}

export const ErrorBoundary = OfficeError;

function Rate({ rate }: { rate: MileageRate }) {
  const { t } = useTranslation("expenses");
  const { locale } = usePage();
  const { milliEuros, yearlyKilometres, raisePercent } = rate;
  const worth = formatRate(locale, milliEuros);
  const about = { vehicle: t(`vehicle.${rate.vehicle}`), rate: worth };
  const perKilometre =
    yearlyKilometres === null
      ? t("rates.km", { rate: worth })
      : t("rates.kmUpTo", { rate: worth, distance: formatNumber(locale, yearlyKilometres) });
  return (
    <DatedRate
      rate={rate}
      worth={raisePercent === null ? perKilometre : t("rates.raised", { worth: perKilometre, percent: formatNumber(locale, raisePercent) })}
      lastDay={t("rates.lastDay", about)}
      remove={t("rates.removeOne", about)}
    />
  );
}

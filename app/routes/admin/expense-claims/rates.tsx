import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { expenseClaimsApi, type MileageRate, MileageRateForm, vehicles } from "#contract/charity/expense-claims";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { flashRefusal, flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { Form, Submit } from "~/forms/form";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { formatRate } from "~/subjects/expenses/claim-text";
import { LocalDate } from "~/ui/local-date";
import { formatNumber } from "~/ui/number";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { claimsPath } from "./list-parts";
import { RateFields } from "./rate-fields";

const path = "/dashboard/admin/expense-claims/rates";

export const handle = { i18n: ["expenses"], crumb: { label: "expenses:list.title", to: claimsPath } } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const { items } = await api.call(expenseClaimsApi.rates);
  return { items, rules: rulesOf({ rate: MileageRateForm }), submission: crypto.randomUUID(), title: t(`titles:${path}`) };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const form = await args.request.clone().formData();
  const saved = { title: t("expenses:rates.saved") };
  if (!form.has("end") && !form.has("remove"))
    return submit(args, MileageRateForm, async (body) => {
      await api.call(expenseClaimsApi.addRate, { body });
      return { to: path, toast: saved };
    });
  const params = { id: String(form.get("end") ?? form.get("remove") ?? "") };
  const body = { validTo: String(form.get("validTo") ?? "") || null, version: Number(form.get("version")) || 0 };
  try {
    if (form.has("remove")) await api.call(expenseClaimsApi.removeRate, { params, body: { version: body.version } });
    else await api.call(expenseClaimsApi.endRate, { params, body });
    flashToast(args.context, form.has("remove") ? { title: t("expenses:rates.removed") } : saved);
  } catch (error) {
    if (!(error instanceof ApiError) || ![400, 409, 422].includes(error.status)) return orNotFound(error);
    const [first = "expenses:rates.overtaken"] = Object.values(error.body.fieldErrors ?? {}).flat();
    flashRefusal(args.context, t(first as "expenses:rates.overtaken"));
  }
  return redirect(path, 303);
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
      <Panel title={t("rates.add")}>
        <RateFields key={submission} submission={submission} answer={answer} />
      </Panel>
    </>
  );
}

export const ErrorBoundary = OfficeError;

function Rate({ rate: { id, vehicle, milliEuros, yearlyKilometres, validFrom, validTo, basis, version } }: { rate: MileageRate }) {
  const { t } = useTranslation("expenses");
  const { locale } = usePage();
  const rate = formatRate(locale, milliEuros);
  return (
    <li>
      <span className="min-w-0 flex-[1_1_12rem]">
        <strong>
          {yearlyKilometres === null
            ? t("rates.km", { rate })
            : t("rates.kmUpTo", { rate, distance: formatNumber(locale, yearlyKilometres) })}
        </strong>
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
          aria-label={t("rates.lastDay", { vehicle: t(`vehicle.${vehicle}`), rate })}
        />
        <Submit variant="line" name="end" value={id}>
          {t("rates.setEnd")}
        </Submit>
        <Submit variant="danger" name="remove" value={id} aria-label={t("rates.removeOne", { vehicle: t(`vehicle.${vehicle}`), rate })}>
          {t("rates.remove")}
        </Submit>
      </Form>
    </li>
  );
}

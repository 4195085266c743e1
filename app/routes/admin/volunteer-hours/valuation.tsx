import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Download } from "lucide";
import { useTranslation } from "react-i18next";
import { redirectFor } from "#contract/accounts/access";
import { civicExport } from "#contract/accounts/exports";
import { civicAccount } from "#contract/charity/volunteer-hours";
import { hoursAdminApi, mostCivic, type Valuation, valuationAccounts } from "#contract/charity/volunteer-hours-admin";
import { franceDay, writtenDay } from "#contract/formats/france-time";
import { hoursText } from "#contract/formats/hours";
import { formatEuros } from "#contract/giving/money";
import { gate } from "~/access/gate.server";
import { policies } from "~/access/policies";
import { ApiError } from "~/api/api-error";
import { flashRefusal, flashToast } from "~/api/flash.server";
import { Form, Submit } from "~/forms/form";
import { pathIn } from "~/i18n/locale-of-path";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { remind } from "~/subjects/hours/remind.server";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { Pills } from "~/ui/pills";
import { SumTable } from "~/ui/sum-table";
import { HoursTabs } from "./hours-tabs";

const path = "/dashboard/admin/volunteer-hours/valuation";

export const handle = {
  i18n: ["hours"],
  crumb: { label: "hours:list.title", to: "/dashboard/admin/volunteer-hours" },
} as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const user = await gate(args, path);
  const { api, t } = args.context;
  const year = new URL(args.request.url).searchParams.get("year") ?? undefined;
  const valuation = await api.call(hoursAdminApi.valuation, { query: { year } });
  const exports = redirectFor(user, policies[civicExport]) === null;
  return { valuation, exports, today: franceDay(new Date()), title: t(`titles:${path}`) };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const form = await args.request.formData();
  const year = Number(form.get("year") ?? form.get("remind"));
  if (!Number.isInteger(year)) throw data(null, { status: 400 });
  if (form.has("remind")) {
    await remind(args.context, { year });
    return redirect(`${path}?year=${year}`, 303);
  }
  await api.call(hoursAdminApi.close, { body: { year } }).then(
    () => flashToast(args.context, { title: t("hours:valuation.closed", { year }) }),
    (error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 422) throw error;
      const [first] = Object.values(error.body.fieldErrors ?? {}).flat();
      flashRefusal(args.context, t((first ?? "hours:overtaken") as "hours:overtaken"));
    },
  );
  return redirect(`${path}?year=${year}`, 303);
}

/** What the hours of a year are worth, as the accounts have it, and the end of the year. */
export default function ValuationPage() {
  const { valuation, exports, today, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation("hours");
  const { locale } = usePage();
  const { year, years, lines, minutes, cents, waiting, proposed, rejected, withoutRate, closedAt, civic } = valuation;
  const euros = (amount: number) => formatEuros(locale, amount);
  return (
    <>
      <h1 className="office-title">{title}</h1>
      <HoursTabs />
      <Pills
        label={t("valuation.years")}
        links={years.map((one) => ({ to: `${path}?year=${one}`, label: String(one), current: one === year }))}
      />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Panel title={t("valuation.of", { year })}>
          <SumTable
            caption={t("valuation.of", { year })}
            columns={[
              { label: t("rates.level") },
              { label: t("column.hours"), amount: true },
              { label: t("valuation.value"), amount: true },
            ]}
            rows={lines.map((line) => ({
              key: `${line.level} ${line.rateCents}`,
              cells: [t(`level.${line.level}`), hoursText(locale, line.minutes), line.rateCents === null ? "–" : euros(line.cents)],
              detail: line.rateCents === null ? t("valuation.noRate") : t("rates.hour", { amount: euros(line.rateCents) }),
            }))}
            total={{ label: t("week.total"), cells: [hoursText(locale, minutes), euros(cents)] }}
          />
          <dl className="mt-4 grid gap-1 border-t-2 border-line pt-3 font-semibold">
            {(["debit", "credit"] as const).map((side) => (
              <div key={side} className="flex justify-between gap-4">
                <dt>{t(`valuation.${side}`, { account: valuationAccounts[side] })}</dt>
                <dd className="tabular-nums">{euros(cents)}</dd>
              </div>
            ))}
          </dl>
          {withoutRate > 0 && <p className="mt-3 text-warning">{t("valuation.withoutRate", { hours: hoursText(locale, withoutRate) })}</p>}
          <p className="actions mt-4">
            <a className="btn btn-line" href={pathIn(locale, `${path}.csv?year=${year}`)} download>
              <Icon of={Download} />
              {t("valuation.file")}
            </a>
          </p>
        </Panel>
        <Panel title={t("valuation.closing", { year })}>
          {closedAt ? (
            <p>
              {t("valuation.closedOn")} <LocalDate value={closedAt} style="full" />. {t("valuation.closedText")}
            </p>
          ) : (
            <Form className="grid gap-3">
              <p>{t("valuation.closeText")}</p>
              {waiting > 0 && <p className="text-warning">{t("valuation.waiting", { hours: hoursText(locale, waiting) })}</p>}
              <Rejected rejected={rejected} today={today} />
              {proposed.entries > 0 && <Unconfirmed proposed={proposed} year={year} />}
              {year === years[0] ? (
                <p className="muted">{t("valuation.notYet", { year: year + 1 })}</p>
              ) : (
                <p className="actions">
                  <Submit variant="danger" name="year" value={String(year)}>
                    {t("valuation.close", { year })}
                  </Submit>
                </p>
              )}
            </Form>
          )}
        </Panel>
        <CivicList people={civic} year={year} exports={exports} />
      </div>
    </>
  );
}

/** What was declined and not corrected, until when it could be. */
function Rejected({ rejected: { entries, correctUntil }, today }: Pick<Valuation, "rejected"> & { today: string }) {
  const { t } = useTranslation("hours");
  const { locale } = usePage();
  if (!correctUntil) return null;
  const texts = { count: entries, day: writtenDay(locale, correctUntil) };
  return <p className="text-warning">{correctUntil < today ? t("valuation.rejectedFinally", texts) : t("valuation.rejected", texts)}</p>;
}

/** What its people have not confirmed, until when, and the button that reminds them. */
function Unconfirmed({ proposed: { entries, minutes, deletableFrom }, year }: Pick<Valuation, "proposed" | "year">) {
  const { t } = useTranslation("hours");
  const { locale } = usePage();
  return (
    <>
      <p className="text-warning">
        {t("valuation.proposed", { count: entries, hours: hoursText(locale, minutes) })}{" "}
        {deletableFrom ? t("valuation.deletable", { day: writtenDay(locale, deletableFrom) }) : t("valuation.notWarned")}
      </p>
      <p className="actions">
        <Submit variant="line" name="remind" value={String(year)}>
          {t("remind.submit")}
        </Submit>
      </p>
    </>
  );
}

/** Whose hours can be confirmed for the civic commitment account. */
function CivicList({ people, year, exports }: { people: Valuation["civic"]; year: number; exports: boolean }) {
  const { t } = useTranslation("hours");
  const { locale } = usePage();
  return (
    <Panel title={t("civic.list", { year })}>
      <p>{t("civic.listText", { next: year + 1 })}</p>
      {people.length === 0 ? (
        <p className="muted mt-3">{t("civic.nobody")}</p>
      ) : (
        <ul className="rows mt-3">
          {people.map(({ userId, name, minutes }) => (
            <li key={userId} className="flex flex-wrap items-center justify-between gap-3">
              <Link to={`/dashboard/admin/users/${userId}/view`}>{name}</Link>
              <span className="tabular-nums">
                {hoursText(locale, minutes)}
                {minutes < civicAccount.hours * 60 && <small className="muted block">{t("civic.needsMore")}</small>}
              </span>
            </li>
          ))}
        </ul>
      )}
      {people.length === mostCivic && <p className="muted mt-3">{t("civic.first", { shown: mostCivic })}</p>}
      {exports && people.length > 0 && (
        <p className="actions mt-4">
          <a className="btn btn-line" href={pathIn(locale, `${civicExport}?year=${year}`)} download>
            <Icon of={Download} />
            {t("civic.file")}
          </a>
        </p>
      )}
    </Panel>
  );
}

export const ErrorBoundary = OfficeError;

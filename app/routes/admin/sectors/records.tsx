import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { EditedMonth, MonthlyRecord, MonthlyRecordsQuery, monthlyRecordsApi, NewMonth } from "#contract/charity/monthly-records";
import { figuresOf } from "#contract/charity/record-units";
import { gate } from "~/access/gate.server";
import { flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { ListFoot, ListHead } from "~/lists/list-frame";
import { withinPages } from "~/lists/list-loader.server";
import { ListMenu } from "~/lists/list-menu";
import { readList } from "~/lists/list-request";
import { DataTable } from "~/lists/table";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Link } from "~/ui/link";
import { RecordCharts } from "./record-charts";
import { RecordForm } from "./record-form";
import { monthToFill } from "./record-months";
import { recordColumns } from "./record-parts";

const path = "/dashboard/admin/sectors/{id}/records";
const list = "/dashboard/admin/sectors";

export const handle = { i18n: ["sectors", "lists"] } as const satisfies PageHandle;

export const meta = pageMeta;

/** The month in the query is the one in the form. */
const monthOf = ({ url }: Request) => new URL(url).searchParams.get("month");

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const params = { id: args.params.id ?? "" };
  const query = readList(args.request, MonthlyRecordsQuery);
  const month = monthOf(args.request);
  const [{ team, months, ...found }, record] = await Promise.all([
    api.call(monthlyRecordsApi.list, { params, query }).catch(orNotFound),
    month ? api.call(monthlyRecordsApi.get, { params: { ...params, month } }).catch(orNotFound) : null,
  ]);
  const page = withinPages(args.request, found);
  const toFill = monthToFill(new Date(), page.items);
  const crumb = { label: t("content:sectors.list"), to: list };
  const base = `${list}/${team.id}`;
  return {
    name: team.name,
    countedFrom: team.countedFrom,
    base,
    query,
    page,
    months,
    record,
    toFill,
    crumb,
    rules: rulesOf({ record: record ? EditedMonth : NewMonth }),
    title: `${team.name} - ${t(`titles:${path}`)}`,
  };
}

/** Creates, updates or deletes a month. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const id = args.params.id ?? "";
  const month = monthOf(args.request);
  const to = `${list}/${id}/records`;
  if (!month)
    return submit(args, NewMonth, async (form) => {
      await api.call(monthlyRecordsApi.create, { params: { id }, body: { month: form.month, ...figuresOf(form) } }).catch(orNotFound);
      return { to, toast: { title: t("sectors:records.saved") } };
    });
  const params = { id, month };
  if ((await args.request.clone().formData()).get("intent") === "remove") {
    await api.call(monthlyRecordsApi.remove, { params }).catch(orNotFound);
    flashToast(args.context, { title: t("sectors:records.removed") });
    return redirect(to, 303);
  }
  return submit(
    args,
    EditedMonth,
    async (form) => {
      await api.call(monthlyRecordsApi.update, { params, body: { ...figuresOf(form), version: form.version } }).catch(orNotFound);
      return { to, toast: { title: t("sectors:records.saved") } };
    },
    { record: MonthlyRecord },
  );
}

export default function Records() {
  const { name, base, countedFrom, query, page, months, record, toFill } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("sectors");
  return (
    <>
      <ListHead title={t("records.title", { name })} count={t("records.count", { count: page.total })}>
        <ListMenu path={`${base}/records`} exports />
        <ButtonLink variant="line" to={`${base}/fiche`}>
          {t("records.sheet")}
        </ButtonLink>
      </ListHead>
      <RecordForm
        key={`${record?.id} ${record?.version} ${page.total}`}
        record={record}
        theirs={answer?.current}
        toFill={toFill}
        countedFrom={countedFrom}
        months={months}
        answer={answer}
      />
      <p>
        <Link to={`${base}/counting`}>{t("counting.link")}</Link>
      </p>
      <p>
        <Link to="/dashboard/admin/sectors/records/import">{t("records.import.link")}</Link>
      </p>
      {months.length > 0 && <RecordCharts months={months} />}
      {page.items.length === 0 ? (
        <EmptyState drawing="crate" text={t("records.empty")} />
      ) : (
        <DataTable caption={t("records.title", { name })} columns={recordColumns} rows={page.items} sort={query.sort} order={query.order} />
      )}
      <ListFoot page={page} />
    </>
  );
}

export const ErrorBoundary = OfficeError;

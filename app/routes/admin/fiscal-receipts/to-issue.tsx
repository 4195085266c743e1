import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { franceDay } from "#contract/formats/france-time";
import { fiscalReceiptsApi, IssueForm, maxToComeShown, type ReceiptToCome, YearForm } from "#contract/giving/fiscal-receipts";
import { formatEuros } from "#contract/giving/money";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { flashRefusal, flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { Form, Submit } from "~/forms/form";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { Button, ButtonLink } from "~/ui/button";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { periodOf } from "./list-parts";

const path = "/dashboard/admin/fiscal-receipts/to-issue";
const list = "/dashboard/admin/fiscal-receipts";

export const handle = { i18n: ["receipts"], crumb: { label: "receipts:receipt.crumb", to: list } } as const satisfies PageHandle;

export const meta = pageMeta;

/** The year of a request, or the last one. */
function yearOf(request: Request): number {
  const year = new URL(request.url).searchParams.get("year") ?? "";
  return /^20\d\d$/.test(year) ? Number(year) : Number(franceDay(new Date()).slice(0, 4)) - 1;
}

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const year = yearOf(args.request);
  const toCome = await api.call(fiscalReceiptsApi.toCome, { query: { year } });
  const oldest = toCome.otherYears.at(-1);
  // Whoever comes from the number of those due, of all years, reads the first ones.
  if (oldest && toCome.due === 0 && !new URL(args.request.url).searchParams.has("year")) return redirect(`${path}?year=${oldest}`);
  return { year, toCome, isOver: `${year}-12-31` < franceDay(new Date()), title: t(`titles:${path}`) };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const form = Object.fromEntries(await args.request.formData());
  const whole = YearForm.safeParse({ year: form.issueYear });
  if (whole.success) {
    const { task } = await api.call(fiscalReceiptsApi.issueYear, { body: whole.data });
    return redirect(`/account/tasks/${task}`, 303);
  }
  const toAsk = IssueForm.safeParse({ sourceId: form.askAddress });
  if (toAsk.success) return askAddress(args, toAsk.data);
  const { data: body } = IssueForm.safeParse(form);
  if (!body) throw data(null, { status: 400 });
  const issued = await api.call(fiscalReceiptsApi.issue, { body }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || ![409, 422].includes(error.status)) return orNotFound(error);
    const [first] = Object.values(error.body.fieldErrors ?? {}).flat();
    flashRefusal(args.context, t((first ?? "receipts:gap.nothing_received") as "receipts:gap.nothing_received"));
    return null;
  });
  if (!issued) return redirect(`${path}?year=${yearOf(args.request)}`, 303);
  flashToast(args.context, { title: t("receipts:toCome.issued") });
  return redirect(`${list}/${issued.id}`, 303);
}

/** Writes to whoever gave, whose receipt lacks their address. */
async function askAddress({ request, context }: ActionFunctionArgs, body: { sourceId: string }) {
  const { api, t } = context;
  try {
    const { sent } = await api.call(fiscalReceiptsApi.askAddress, { body });
    flashToast(context, { title: t(sent ? "receipts:toCome.sent" : "receipts:toCome.sentToday") });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    flashRefusal(context, t("receipts:toCome.sentLate"));
  }
  return redirect(`${path}?year=${yearOf(request)}`, 303);
}

/** What is still to be certified of the gifts of a year, by donor, and what blocks some of it. */
export default function ReceiptsToIssue() {
  const { year, toCome, isOver, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation("receipts");
  const { locale } = usePage();
  const { gaps, ready, due, blocked, items, otherYears } = toCome;
  const amount = (cents: number) => formatEuros(locale, cents);
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="office-title">{title}</h1>
        <search>
          <form className="flex items-end gap-3">
            <label className="grid gap-1">
              <span className="text-sm font-semibold">{t("toCome.year")}</span>
              <input
                name="year"
                className="control w-24"
                inputMode="numeric"
                pattern="20[0-9][0-9]"
                defaultValue={year}
                key={year}
                required
              />
            </label>
            <Button variant="line">{t("toCome.show")}</Button>
          </form>
        </search>
      </div>
      {gaps.length > 0 && (
        <Panel title={t("toCome.gaps")} link={{ to: "/dashboard/admin/organisation", label: t("toCome.gapsLink") }}>
          <ul className="list-disc ps-5">
            {gaps.map((gap) => (
              <li key={gap}>{t(`gap.${gap}`)}</li>
            ))}
          </ul>
        </Panel>
      )}
      <section className="panel">
        <p className="font-semibold">
          {ready.receipts > 0 ? t("toCome.ready", { count: ready.receipts, amount: amount(ready.cents) }) : t("toCome.noneReady", { year })}
        </p>
        {blocked.receipts > 0 && <p>{t("toCome.blocked", { count: blocked.receipts, amount: amount(blocked.cents) })}</p>}
        {due > 0 && gaps.length === 0 && (
          <Form className="my-3 grid gap-2">
            <p>
              <Submit name="issueYear" value={String(year)}>
                {t("toCome.issueAll", { year })}
              </Submit>
            </p>
            <p className="hint">{t("toCome.issueAllHint")}</p>
          </Form>
        )}
        {otherYears.length > 0 && (
          <p className="mt-2 flex flex-wrap items-center gap-2">
            <span>{t("toCome.otherYears")}</span>
            {otherYears.map((other) => (
              <ButtonLink key={other} to={`${path}?year=${other}`} variant="line" small>
                {String(other)}
              </ButtonLink>
            ))}
          </p>
        )}
        {!isOver && <p className="hint">{t("toCome.running")}</p>}
        {ready.receipts + blocked.receipts > items.length && <p className="muted">{t("toCome.first", { count: maxToComeShown })}</p>}
        <ul className="rows mt-3" aria-label={t("toCome.caption", { year })}>
          {items.map((item) => (
            <ToIssue key={item.sourceId} item={item} mayIssue={gaps.length === 0} />
          ))}
        </ul>
      </section>
    </>
  );
}

function ToIssue({ item, mayIssue }: { item: ReceiptToCome; mayIssue: boolean }) {
  const { t } = useTranslation("receipts");
  const { locale } = usePage();
  const { sourceId, name, series, amountCents, sources, inKind, gap, mayAsk } = item;
  const others = sources - inKind;
  return (
    <li>
      <span className="min-w-0 flex-[1_1_14rem]">
        <strong className="wrap-anywhere">{name}</strong>
        <small className="muted block">
          {[
            t(`series.${series}`),
            periodOf(item, t, locale),
            others > 0 && t(series === "EXP" ? "toCome.expenses" : "toCome.payments", { count: others }),
            inKind > 0 && t("toCome.inKind", { count: inKind }),
          ]
            .filter(Boolean)
            .join(", ")}
        </small>
        {gap && <small className="block font-semibold text-danger">{t(`gap.${gap}`)}</small>}
      </span>
      <span className="tabular-nums">{formatEuros(locale, amountCents)}</span>
      {mayAsk && (
        <Form>
          <Submit variant="line" name="askAddress" value={sourceId} aria-label={t("toCome.askFor", { name })}>
            {t("toCome.ask")}
          </Submit>
        </Form>
      )}
      {gap ? (
        <Link to={`/dashboard/admin/${series === "EXP" ? "expense-claims" : "donations"}/${sourceId}`} className="font-semibold">
          {t(series === "EXP" ? "toCome.seeClaim" : "toCome.see")}
        </Link>
      ) : (
        mayIssue && (
          <Form>
            <Submit variant="line" name="sourceId" value={sourceId} aria-label={t("toCome.issueFor", { name })}>
              {t("toCome.issue")}
            </Submit>
          </Form>
        )
      )}
    </li>
  );
}

export const ErrorBoundary = OfficeError;

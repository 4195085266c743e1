import { getFormProps } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { writtenDay } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import { formatEuros } from "#contract/giving/money";
import { CashForm, cashApi, denominations, largestCoin, pieceField } from "#contract/giving/takings";
import { gate } from "~/access/gate.server";
import { ErrorSummary } from "~/forms/error-summary";
import { TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { submit } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import type { Translate } from "~/i18n/translate";
import { useTranslate } from "~/i18n/use-translate";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { loadTakings } from "./takings.server";

const path = "/dashboard/admin/donations/cash";

export const handle = { i18n: ["payments"] } as const satisfies PageHandle;

export const meta = pageMeta;

export const loader = (args: LoaderFunctionArgs) => loadTakings(args, path, (api) => api.call(cashApi.list), { cash: CashForm });

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t, locale } = args.context;
  return submit(args, CashForm, async ({ countedOn, note, submission, ...fields }) => {
    const pieces = Object.fromEntries(denominations.map((value) => [String(value), fields[pieceField(value)] ?? 0]));
    const { differenceCents } = await api.call(cashApi.create, { body: { countedOn, note, submission, pieces } });
    return { to: path, toast: { title: differenceText(t, locale, differenceCents) } };
  });
}

/** What a count says: right, or how much more or less there is. */
function differenceText(t: Translate, locale: Locale, cents: number): string {
  if (cents === 0) return t("payments:cash.right");
  return t(cents > 0 ? "payments:cash.more" : "payments:cash.less", { amount: formatEuros(locale, Math.abs(cents)) });
}

/** The cash that is there, by note and coin, beside what the payments say. */
export default function Cash() {
  const { expectedCents, payments, counts, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation("payments");
  const translate = useTranslate();
  const { locale } = usePage();
  const euros = (cents: number) => formatEuros(locale, cents);
  return (
    <>
      <h1 className="office-title">{title}</h1>
      <div className="grid items-start gap-5 lg:grid-cols-[3fr_2fr]">
        <Panel title={t("cash.count")}>
          <p className="mb-4">
            {t("cash.expected")} <strong className="tabular-nums">{euros(expectedCents)}</strong>,{" "}
            {t("cash.expectedLine", { count: payments })}
          </p>
          <CountForm />
        </Panel>
        <Panel title={t("cash.counts")}>
          {counts.length === 0 && <p className="muted">{t("cash.none")}</p>}
          <ul className="rows">
            {counts.map(({ id, countedOn, countedCents, recordedCents, correctedCents, note, countedBy }) => (
              <li key={id}>
                <span className="min-w-0 flex-[1_1_10rem]">
                  <strong>{writtenDay(locale, countedOn)}</strong>
                  <span className="block">{differenceText(translate, locale, countedCents - recordedCents)}</span>
                  <small className="muted block">
                    {[
                      t("cash.line", { counted: euros(countedCents), recorded: euros(recordedCents) }),
                      correctedCents !== 0 && t("cash.corrected", { amount: euros(correctedCents) }),
                      countedBy && t("cash.by", { name: countedBy }),
                      note,
                    ]
                      .filter(Boolean)
                      .join(", ")}
                  </small>
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      </div>
    </>
  );
}

export const ErrorBoundary = OfficeError;

const schema = () => import("#contract/giving/takings").then(({ CashForm: form }) => form);

function CountForm() {
  const { today, submission } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("payments");
  const { locale } = usePage();
  const [form, fields] = usePageForm(schema, { id: "cash", answer, defaultValue: { countedOn: today } });
  const groups = [
    { legend: t("cash.notes"), values: denominations.filter((value) => value > largestCoin) },
    { legend: t("cash.coins"), values: denominations.filter((value) => value <= largestCoin) },
  ];
  return (
    <Form key={submission} className="grid gap-4" submission={submission} {...getFormProps(form)}>
      <ErrorSummary form={form} />
      <p className="hint">{t("cash.about")}</p>
      <TextField field={fields.countedOn} label={t("cash.day")} type="date" />
      {groups.map(({ legend, values }) => (
        <fieldset key={legend}>
          <legend className="mb-2 text-lg font-bold">{legend}</legend>
          <div className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-3">
            {values.map((value) => (
              <TextField
                key={value}
                field={fields[pieceField(value)]}
                label={t("cash.pieces", { amount: formatEuros(locale, value) })}
                optional={false}
                autoComplete="off"
              />
            ))}
          </div>
        </fieldset>
      ))}
      <TextField field={fields.note} label={t("cash.note")} hint={t("cash.noteHint")} />
      <p className="actions">
        <Submit>{t("cash.send")}</Submit>
      </p>
    </Form>
  );
}

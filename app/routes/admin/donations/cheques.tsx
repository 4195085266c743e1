import { getFormProps } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { writtenDay } from "#contract/formats/france-time";
import { formatEuros } from "#contract/giving/money";
import { DepositForm, depositsApi } from "#contract/giving/takings";
import { gate } from "~/access/gate.server";
import { ErrorSummary } from "~/forms/error-summary";
import { FieldErrors, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { submit } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { loadTakings } from "./takings.server";

const path = "/dashboard/admin/donations/cheques";

export const handle = { i18n: ["payments"] } as const satisfies PageHandle;

export const meta = pageMeta;

export const loader = (args: LoaderFunctionArgs) => loadTakings(args, path, (api) => api.call(depositsApi.list), { deposit: DepositForm });

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  return submit(args, DepositForm, async (body) => {
    const { id, number } = await api.call(depositsApi.create, { body });
    return { to: `${path}/${id}`, toast: { title: t("payments:cheques.done", { number }) } };
  });
}

/** The cheques that wait for the bank, and the slips of those that were brought there. */
export default function Cheques() {
  const { waiting, deposits, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation("payments");
  const { locale } = usePage();
  return (
    <>
      <h1 className="office-title">{title}</h1>
      <div className="grid items-start gap-5 lg:grid-cols-[3fr_2fr]">
        <Panel title={t("cheques.waiting")}>{waiting.length > 0 ? <SlipForm /> : <p className="muted">{t("cheques.none")}</p>}</Panel>
        <Panel title={t("cheques.slips")}>
          {deposits.length === 0 && <p className="muted">{t("cheques.noSlips")}</p>}
          <ul className="rows">
            {deposits.map(({ id, number, depositedOn, cheques, totalCents }) => (
              <li key={id}>
                <span className="min-w-0 flex-[1_1_10rem]">
                  <Link to={`${path}/${id}`} className="font-semibold">
                    {number}
                  </Link>
                  <small className="muted block">{t("cheques.slipLine", { day: writtenDay(locale, depositedOn), count: cheques })}</small>
                </span>
                <span className="tabular-nums">{formatEuros(locale, totalCents)}</span>
              </li>
            ))}
          </ul>
        </Panel>
      </div>
    </>
  );
}

export const ErrorBoundary = OfficeError;

const schema = () => import("#contract/giving/takings").then(({ DepositForm: form }) => form);

/** The choice of cheques for a slip: all of them at first. */
function SlipForm() {
  const { waiting, waitingCents, waitingTotal, today, submission } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("payments");
  const { locale } = usePage();
  const [form, fields] = usePageForm(schema, { id: "deposit", answer, defaultValue: { depositedOn: today } });
  const chosen = answer ? [fields.cheques.initialValue].flat() : waiting.map(({ id }) => id);
  return (
    <Form key={submission} className="grid gap-4" submission={submission} {...getFormProps(form)}>
      <ErrorSummary form={form} />
      <p>
        <strong>{t("cheques.summary", { count: waitingTotal, amount: formatEuros(locale, waitingCents) })}</strong>{" "}
        {waitingTotal > waiting.length && t("cheques.first", { count: waiting.length })}
      </p>
      <fieldset className="field" id="field-cheques">
        <legend>{t("cheques.choose")}</legend>
        <p className="hint">{t("cheques.about")}</p>
        <div className="grid">
          {waiting.map(({ id, name, amountCents, receivedOn, number, bank, reference }) => (
            <label key={id} className="choice">
              <input type="checkbox" name={fields.cheques.name} value={id} className="tick" defaultChecked={chosen.includes(id)} />
              <span>
                {t("cheques.item", { name, amount: formatEuros(locale, amountCents) })}
                <small className="muted block">
                  {[
                    t("cheques.itemDetails", { day: writtenDay(locale, receivedOn) }),
                    bank,
                    number && t("cheques.number", { number }),
                    reference,
                  ]
                    .filter(Boolean)
                    .join(", ")}
                </small>
              </span>
            </label>
          ))}
        </div>
        <FieldErrors field={fields.cheques} />
      </fieldset>
      <TextField field={fields.depositedOn} label={t("cheques.day")} type="date" />
      <p className="actions">
        <Submit>{t("cheques.create")}</Submit>
      </p>
    </Form>
  );
}

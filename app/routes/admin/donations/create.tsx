import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import * as z from "zod";
import { franceDay } from "#contract/formats/france-time";
import { PaymentForm, partsOf, paymentsApi, pledgeReference } from "#contract/giving/payments";
import { expectedCents } from "#contract/giving/pledges";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import { rulesOf } from "~/forms/rules.server";
import { SearchForm } from "~/forms/search-form";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { Panel } from "~/ui/panel";
import { DonorsFound } from "./donors-found";
import { PaymentFields } from "./payment-fields";
import { projectsFor } from "./projects.server";

const path = "/dashboard/admin/donations/create";
const list = "/dashboard/admin/donations";

export const handle = { i18n: ["payments", "donate"], crumb: { label: "payments:payment.crumb", to: list } } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const query = new URL(args.request.url).searchParams;
  const q = (query.get("q") ?? "").slice(0, 100);
  const reference = pledgeReference((query.get("reference") ?? "").slice(0, 30)) ?? "";
  const [found, chosen, projects, replaced] = await Promise.all([
    api.call(paymentsApi.donors, { query: { q } }),
    reference ? api.call(paymentsApi.donors, { query: { q: reference } }) : { pledges: [] },
    projectsFor(args.context),
    replacedCheque(args.context, query.get("replaces")),
  ]);
  const person = found.people.find(({ id }) => id === query.get("person"));
  return {
    ...{ q, found, projects, person, replaced },
    reference: reference || (replaced?.reference ?? ""),
    expectedCents: chosen.pledges[0] ? expectedCents(chosen.pledges[0]) : 0,
    today: franceDay(new Date()),
    rules: rulesOf({ payment: PaymentForm }),
    submission: crypto.randomUUID(),
    title: t(`titles:${path}`),
  };
}

/** The corrected cheque on a slip in whose place another is recorded. */
async function replacedCheque({ api }: LoaderFunctionArgs["context"], id: string | null) {
  const known = z.uuid().safeParse(id).data;
  const payment = known ? await api.call(paymentsApi.get, { params: { id: known } }).catch(orNotFound) : null;
  if (!payment?.mayReplace) return null;
  const { donorId, receivedOn, name, email, reference, deposit, chequeNumber, chequeBank, allocation } = payment;
  return {
    id: payment.id,
    donorId,
    receivedOn,
    name,
    email,
    reference,
    deposit,
    chequeNumber,
    chequeBank,
    allocation,
    projectId: payment.project?.id,
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  return submit(args, PaymentForm, async ({ amount, reference, secondReference, secondAmount, ...body }) => {
    const parts = partsOf({ amount, reference, secondReference, secondAmount });
    const { ids } = await api.call(paymentsApi.record, { body: { ...body, amountCents: amount, parts } });
    const title = t(parts.length > 1 ? "payments:create.doneSplit" : "payments:create.done");
    return { to: ids[0] ? `${list}/${ids[0]}` : list, toast: { title } };
  });
}

/** Money that came, for a pledge, for two, or for none. */
export default function RecordPayment() {
  const { q, found, title } = useLoaderData<typeof loader>();
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("payments");
  return (
    <>
      <h1 className="office-title">{title}</h1>
      <div className="grid items-start gap-5 lg:grid-cols-[3fr_2fr]">
        <div className="lg:order-2">
          <Panel title={t("create.find")}>
            <SearchForm id="donor" label={t("create.findHint")} button={t("create.search")} value={q} action={path} />
            {q && <DonorsFound q={q} found={found} />}
          </Panel>
        </div>
        <Panel title={t("create.form")}>
          <PaymentFields key={`${loaded.reference} ${loaded.person?.id} ${loaded.replaced?.id}`} {...loaded} list={list} answer={answer} />
        </Panel>
      </div>
    </>
  );
}

export const ErrorBoundary = OfficeError;

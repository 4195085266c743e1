import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { franceDay } from "#contract/formats/france-time";
import { formatEuros } from "#contract/giving/money";
import { paymentsApi, ReversalForm } from "#contract/giving/payments";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { PaymentBadge, stateOf } from "~/subjects/donations/payment-badge";
import { ButtonLink } from "~/ui/button";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { noon } from "./list-parts";
import { PaymentFacts } from "./payment-facts";
import { ReversalFields } from "./reversal-fields";
import { OpenDisputes, WaitingRefunds } from "./waiting-refunds";

const path = "/dashboard/admin/donations/{id}";
const list = "/dashboard/admin/donations";

export const handle = { i18n: ["payments", "donate"], crumb: { label: "payments:payment.crumb", to: list } } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const payment = await api.call(paymentsApi.get, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  return {
    payment,
    today: franceDay(new Date()),
    rules: rulesOf({ reversal: ReversalForm }),
    submission: crypto.randomUUID(),
    title: `${payment.name} - ${t(`titles:${path}`)}`,
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const id = args.params.id ?? "";
  return submit(args, ReversalForm, async ({ amount, ...body }) => {
    const reversal = await api.call(paymentsApi.reverse, { params: { id }, body: { ...body, amountCents: amount } });
    return { to: `${list}/${id}`, toast: { title: t(reversal.id ? "payments:payment.done" : "payments:payment.ordered") } };
  });
}

/** A payment, what was taken back of it, and how more is. */
export default function Payment() {
  const { payment, today, submission } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("payments");
  const { locale } = usePage();
  const leftCents = payment.reversal ? 0 : payment.signedCents - payment.refundedCents;
  return (
    <>
      <div>
        <h1 className="office-title">{`${payment.name}, ${formatEuros(locale, payment.signedCents)}`}</h1>
        <p className="mt-2 flex flex-wrap items-center gap-2">
          <PaymentBadge state={stateOf(payment)} />
          {payment.reference && <span className="muted">{payment.reference}</span>}
        </p>
      </div>
      <PaymentFacts payment={payment} />
      {payment.mayReplace && (
        <Panel title={t("payment.replaceTitle")}>
          <p className="mb-4">{t("payment.replace", { number: payment.deposit })}</p>
          <ButtonLink
            to={
              payment.membershipId
                ? `/dashboard/admin/memberships/${payment.membershipId}?replaces=${payment.id}`
                : `${list}/create?replaces=${payment.id}`
            }
          >
            {t("payment.replaceLink")}
          </ButtonLink>
        </Panel>
      )}
      {payment.reversals.length > 0 && (
        <Panel title={t("payment.reversals")}>
          <ul className="rows">
            {payment.reversals.map((one) => (
              <li key={one.id}>
                <span className="min-w-0 flex-[1_1_12rem]">
                  <Link to={`${list}/${one.id}`} className="font-semibold">
                    {t(`state.${one.reversal}`)}, <LocalDate value={noon(one.receivedOn)} style="short" />
                  </Link>
                  <small className="muted block">{one.reason}</small>
                </span>
                <span className="tabular-nums">{formatEuros(locale, -one.amountCents)}</span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <OpenDisputes disputes={payment.disputes} />
      <WaitingRefunds refunds={payment.waitingRefunds} />
      {leftCents > 0 && (payment.waitingRefunds.length === 0 || answer) && (
        <Panel title={t("payment.reverse")}>
          <ReversalFields
            key={submission}
            leftCents={leftCents}
            method={payment.method}
            isDues={payment.membershipId !== null}
            receipt={payment.receipt}
            byProvider={payment.byProvider}
            today={today}
            submission={submission}
            answer={answer}
          />
        </Panel>
      )}
    </>
  );
}

export const ErrorBoundary = OfficeError;

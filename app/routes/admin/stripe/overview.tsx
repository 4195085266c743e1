import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { type CardOverview, cardPaymentsApi } from "#contract/giving/card-payments";
import { gate } from "~/access/gate.server";
import { flashToast } from "~/api/flash.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { Facts } from "~/ui/facts";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { Panel } from "~/ui/panel";
import { PopupLink } from "~/ui/popup-link";
import { HowToConnect } from "./how-to-connect";
import { Mismatches } from "./mismatches";
import { MonthlyGifts, Payouts } from "./monthly-and-payouts";
import { Disputes, Refunds } from "./refunds-and-disputes";

const path = "/dashboard/admin/stripe-manage";

export const handle = { i18n: ["cards"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  return { overview: await api.call(cardPaymentsApi.overview), title: t(`titles:${path}`) };
}

/** Compares the payments now. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  await api.call(cardPaymentsApi.compare);
  flashToast(args.context, { title: t("cards:mismatches.started") });
  return redirect(path, 303);
}

/** Payments by card: whether they work, what differs, and how to connect the provider. */
export default function CardPayments() {
  const { overview, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation("cards");
  const isConnected = overview.missing.length === 0;
  return (
    <>
      <div>
        <h1 className="office-title">{title}</h1>
        <p className="mt-2">{isConnected ? t(overview.live ? "mode.live" : "mode.test") : t("off.lead")}</p>
      </div>
      {isConnected ? <State overview={overview} /> : <HowToConnect overview={overview} />}
      {overview.disputes.count > 0 && <Disputes overview={overview} />}
      {overview.refunds.count > 0 && <Refunds overview={overview} />}
      {(isConnected || overview.mismatches.length > 0) && <Mismatches overview={overview} />}
      {(overview.monthly.active > 0 || overview.monthly.failing > 0) && <MonthlyGifts overview={overview} />}
      {overview.payouts && <Payouts payouts={overview.payouts} />}
      <p>
        {t("plans.about")} <Link to="/dashboard/admin/memberships/plans">{t("plans.open")}</Link>
      </p>
      <p className="actions">
        <Link to="/dashboard/admin/donations?method=card">{t("back")}</Link>
        <Link to="/dashboard/admin/donations?method=sepa_debit">{t("debits")}</Link>
      </p>
    </>
  );
}

export const ErrorBoundary = OfficeError;

function State({ overview }: { overview: CardOverview }) {
  const { t } = useTranslation("cards");
  const { account, failed, lastEventAt, comparedAt, webhookUrl } = overview;
  const at = (time: string | null) => (time ? <LocalDate value={time} style="time" /> : t("fact.never"));
  const facts = [
    ...(account ? [{ label: t("fact.account"), value: account.name ? `${account.name} (${account.id})` : account.id }] : []),
    { label: t("fact.last"), value: at(lastEventAt) },
    { label: t("fact.compared"), value: at(comparedAt) },
    { label: t("fact.webhook"), value: <span className="font-mono">{webhookUrl}</span> },
  ];
  return (
    <Panel title={t(`state.${stateOf(overview)}`)} link={{ to: `${path}/events`, label: t("events.title") }}>
      {failed > 0 && (
        <p className="mb-4 font-semibold text-danger">
          <Link to={`${path}/events?state=failed`}>{t("events.failed", { count: failed })}</Link>
        </p>
      )}
      <Facts facts={facts} />
      <p className="mt-4">
        <PopupLink href={`https://dashboard.stripe.com/${overview.live ? "" : "test/"}payments`} name="stripe">
          {t("atStripe")}
        </PopupLink>
      </p>
    </Panel>
  );
}

function stateOf({ account, failed, lastEventAt }: CardOverview) {
  if (!account) return "silent";
  if (!account.takesPayments) return "closed";
  if (!account.paysOut) return "noPayouts";
  if (failed > 0) return "failed";
  return lastEventAt ? "works" : "noEvent";
}

import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import * as z from "zod";
import { NewAmountForm, type OwnGiftRecord, ownGiftsApi, PauseForm, StopForm } from "#contract/giving/donor-access";
import { formatEuros } from "#contract/giving/money";
import { ReceiptAddress } from "#contract/giving/pledge-donor";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { pageMeta } from "~/layouts/page-meta";
import { countryChoices } from "~/subjects/donations/countries.server";
import { GiftBadge } from "~/subjects/donations/gift-badge";
import { paymentCode } from "~/subjects/donations/payment-code.server";
import { PaymentSteps } from "~/subjects/donations/payment-steps";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/notice";
import { usePage } from "~/ui/page-context";
import { changed, isOutage, orRequestLink } from "./donor.server";
import { GiftFacts } from "./gift-entry";
import { GiftPayments } from "./gift-payments";
import { GiftReceipt } from "./gift-receipt";
import { MonthlyGift } from "./monthly-debit";
import { StopGift, Stopped } from "./stop-gift";

export const handle = { i18n: ["donations", "donate", "payments"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { api, t, locale } = context;
  const gift = await api.call(ownGiftsApi.get, { params: { reference: params.id ?? "" } }).catch(orRequestLink);
  // No receipt is offered where none can be issued.
  const asks = gift.mayAskReceipt && context.settings.giftTax !== null;
  const countries = gift.mayMove || asks ? await countryChoices(context) : [];
  const code = gift.status === "promised" ? paymentCode(gift) : null;
  return {
    gift,
    asks,
    countries,
    code,
    amount: formatEuros(locale, gift.amountCents),
    // Its form leads to the provider's page.
    formTo: gift.debit?.portalOrigin ?? null,
    rules: rulesOf({ move: ReceiptAddress, receipt: ReceiptAddress, stop: StopForm, amount: NewAmountForm, pause: PauseForm }),
    title: t("titles:/donations/manage/{id}"),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { api, t } = args.context;
  const params = { reference: args.params.id ?? "" };
  const to = `/donations/manage/${params.reference}`;
  const form = await args.request.clone().formData();
  const outage = t("donations:debit.unavailable");
  const debit = await debitAction(args, String(form.get("intent")), params, to);
  if (debit) return debit;
  if (form.get("intent") === "move")
    return submit(args, ReceiptAddress, (body) =>
      changed(
        api.call(ownGiftsApi.setReceiptAddress, { params, body }),
        to,
        () => t("donations:move.done"),
        t("donations:move.late"),
        outage,
      ),
    );
  if (form.get("intent") === "receipt")
    return submit(args, ReceiptAddress, (body) =>
      changed(api.call(ownGiftsApi.askReceipt, { params, body }), to, () => t("donations:ask.done"), t("donations:ask.late"), outage),
    );
  return submit(args, StopForm, (body) =>
    changed(
      api.call(ownGiftsApi.stop, { params, body }),
      to,
      ({ rhythm }) => t(`donations:stop.${rhythm}.done`),
      t("donations:stop.late"),
      outage,
    ),
  );
}

/** What a donor changes of a monthly gift at the provider; null where it is something else. */
async function debitAction(args: ActionFunctionArgs, intent: string, params: { reference: string }, to: string) {
  const { api, t } = args.context;
  const outage = t("donations:debit.unavailable");
  const done = (call: Promise<OwnGiftRecord>, key: "newAmount" | "pause" | "resumed") =>
    changed(call, to, () => t(`donations:${key}.done`), t("donations:debit.late"), outage);
  switch (intent) {
    case "amount":
      return submit(args, NewAmountForm, ({ amount }) =>
        done(api.call(ownGiftsApi.setAmount, { params, body: { amountCents: amount } }), "newAmount"),
      );
    case "pause":
      return submit(args, PauseForm, (body) => done(api.call(ownGiftsApi.pause, { params, body }), "pause"));
    case "resume":
      return submit(args, z.object({}), () => done(api.call(ownGiftsApi.pause, { params, body: { until: null } }), "resumed"));
    case "portal":
      return submit(args, z.object({}), async () => {
        const { debit } = await api.call(ownGiftsApi.get, { params }).catch(orRequestLink);
        return api.call(ownGiftsApi.portal, { params }).then(
          ({ url }) => ({ to: url, outside: debit?.portalOrigin }),
          (error: unknown) => {
            if (!isOutage(error)) throw error;
            return { to, toast: { title: outage, icon: "warning", color: "warning" } } as const;
          },
        );
      });
    default:
      return null;
  }
}

export default function DonorGift() {
  const { gift, asks, countries, code, amount } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("donations");
  const { locale } = usePage();
  return (
    <main id="content" className="wrap pb-section">
      <p className="pt-6">
        <Link to="/donations/manage">{t("gift.back")}</Link>
      </p>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3 pt-4 pb-6">
        <h1 className="title-page">{t(`amount.${gift.rhythm}`, { amount })}</h1>
        <GiftBadge status={gift.status} rhythm={gift.rhythm} />
      </div>
      <GiftFacts gift={gift} />
      {gift.status === "cancelled" && <Stopped gift={gift} />}
      <GiftPayments gift={gift} />
      {gift.pendingCents > 0 && <Notice>{t("came.pending", { amount: formatEuros(locale, gift.pendingCents) })}</Notice>}
      {gift.debit && <MonthlyGift gift={{ ...gift, debit: gift.debit }} answer={answer} />}
      {gift.status === "promised" && gift.pendingCents === 0 && !gift.debit && <PaymentSteps pledge={gift} code={code} amount={amount} />}
      <div className="mt-12 grid items-start gap-x-16 gap-y-12 lg:grid-cols-2">
        <GiftReceipt gift={gift} asks={asks} countries={countries} answer={answer} />
        {gift.mayStop && <StopGift gift={gift} amount={amount} answer={answer} />}
      </div>
    </main>
  );
}

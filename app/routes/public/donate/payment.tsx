import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import * as z from "zod";
import { franceDay } from "#contract/formats/france-time";
import { cardPaymentsApi } from "#contract/giving/card-payments";
import { isByProvider } from "#contract/giving/card-settings";
import { costAfterTax, monthlyCostAfterTax } from "#contract/giving/gift-tax";
import { formatEuros } from "#contract/giving/money";
import { type PledgePayment, pledgesApi } from "#contract/giving/pledges";
import { ApiError } from "~/api/api-error";
import { orNotFound } from "~/errors/not-found.server";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { pageMeta } from "~/layouts/page-meta";
import { checkoutOf } from "~/subjects/donations/checkout.server";
import { paymentCode } from "~/subjects/donations/payment-code.server";
import { PaymentSteps } from "~/subjects/donations/payment-steps";
import { ButtonLink } from "~/ui/button";
import { Link } from "~/ui/link";
import { type CardNotice, CardPayment } from "./card-payment";

export const handle = { i18n: ["donate"] } as const satisfies PageHandle;

export const meta = pageMeta;

/** How to pay a pledge: the page after the form, which the mail leads back to, and so does the provider's page after a payment by card. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { api, t, locale, settings } = context;
  const pledge = await api.call(pledgesApi.payment, { params: { reference: params.id ?? "" } }).catch(orNotFound);
  const card = await cardOf(context, pledge);
  const { amountCents, donor, rhythm } = pledge;
  const { giftTax } = settings;
  const receipt = pledge.receipt && giftTax !== null;
  const costOf = rhythm === "monthly" ? monthlyCostAfterTax : costAfterTax;
  const cost = giftTax ? costOf(amountCents, { donor, ...giftTax }) : amountCents;
  // What the other means of a gift by card are for is what the card is for.
  const wanted = isByProvider(pledge.method) ? pledge.leftCents : amountCents;
  const code = paymentCode({ ...pledge, amountCents: wanted });
  const year = Number(franceDay(new Date()).slice(0, 4));
  const values = {
    amount: formatEuros(locale, amountCents),
    left: formatEuros(locale, pledge.leftCents),
    realCost: formatEuros(locale, cost),
    year,
    nextYear: year + 1,
  };
  return {
    pledge: { ...pledge, receipt },
    paid: card === "paid",
    notice: noticeOf(card, new URL(request.url).searchParams),
    // Its form leads to the provider's page.
    formTo: pledge.cardOrigin,
    code,
    values,
    title: t("titles:/donate/{id}"),
  };
}

/** Where the payment by card is, read again each time; of other means nothing is known before the bank says it. */
async function cardOf({ api }: LoaderFunctionArgs["context"], { reference, method, status }: PledgePayment) {
  if (!isByProvider(method)) return null;
  if (status === "received") return "paid";
  try {
    return (await api.call(cardPaymentsApi.state, { params: { reference } })).state;
  } catch (error) {
    if (error instanceof ApiError && error.status === 429) return "unknown";
    throw error;
  }
}

function noticeOf(card: Awaited<ReturnType<typeof cardOf>>, query: URLSearchParams): CardNotice | null {
  if (card === "unknown" || card === "processing" || card === "failing") return card;
  if (query.has("unavailable")) return "unavailable";
  return query.has("stopped") ? "stopped" : null;
}

/** Opens the provider's page. */
export async function action(args: ActionFunctionArgs) {
  const { context, params } = args;
  const reference = params.id ?? "";
  const { cardOrigin } = await context.api.call(pledgesApi.payment, { params: { reference } }).catch(orNotFound);
  return submit(args, z.object({}), async () => (cardOrigin ? checkoutOf(context, reference, cardOrigin) : { to: `/donate/${reference}` }));
}

export default function Payment() {
  const { pledge, paid, notice, code, values } = useLoaderData<typeof loader>();
  const { t } = useTranslation("donate");
  const variant = pledge.receipt ? "receipt" : "plain";
  const byProvider = isByProvider(pledge.method);
  const isMailed = !byProvider || paid;
  return (
    <main id="content" className="wrap pb-section">
      <h1 className="title-page max-w-[14em] pt-[clamp(2rem,5vw,4rem)]">{t(paid ? "thanks.paid" : `thanks.${pledge.method}`)}</h1>
      <p className="mt-5 max-w-xl text-xl leading-[1.45]">
        {paid && variant === "plain" ? t("thanks.recorded", values) : t(`thanks.given.${variant}.${pledge.rhythm}`, values)}
      </p>
      {!byProvider && <PaymentSteps pledge={pledge} code={code} amount={values.amount} />}
      {byProvider && !paid && <CardPayment pledge={pledge} notice={notice} code={code} amount={values.left} />}
      {isMailed && <p className="mt-8 max-w-xl">{t(paid ? "thanks.paidMail" : "thanks.mail")}</p>}
      {pledge.receipt && (
        <p className="mt-3 max-w-xl">{t(`thanks.receipt.${pledge.donor === "company" ? "company" : pledge.rhythm}`, values)}</p>
      )}
      <p className={`${isMailed || pledge.receipt ? "mt-3" : "mt-8"} max-w-xl`}>
        {t(`manage.later.${variant}.${pledge.rhythm}`)} <Link to="/donations/access">{t("manage.link")}</Link>
      </p>
      <p className="actions mt-8">
        <ButtonLink to="/delivraide">{t("thanks.see")}</ButtonLink>
        <ButtonLink variant="line" to="/">
          {t("thanks.home")}
        </ButtonLink>
      </p>
    </main>
  );
}

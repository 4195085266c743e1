import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { franceDay } from "#contract/formats/france-time";
import { costAfterTax, monthlyCostAfterTax } from "#contract/giving/gift-tax";
import { formatEuros } from "#contract/giving/money";
import { pledgesApi } from "#contract/giving/pledges";
import { orNotFound } from "~/errors/not-found.server";
import type { PageHandle } from "~/layouts/handle";
import { pageMeta } from "~/layouts/page-meta";
import { paymentCode } from "~/subjects/donations/payment-code.server";
import { PaymentSteps } from "~/subjects/donations/payment-steps";
import { ButtonLink } from "~/ui/button";
import { Link } from "~/ui/link";

export const handle = { i18n: ["donate"] } as const satisfies PageHandle;

export const meta = pageMeta;

/** How to pay a pledge: the page after the form, which the mail leads back to. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { api, t, locale, settings } = context;
  const pledge = await api.call(pledgesApi.payment, { params: { reference: params.id ?? "" } }).catch(orNotFound);
  const { amountCents, donor, rhythm } = pledge;
  const { giftTax } = settings;
  const receipt = pledge.receipt && giftTax !== null;
  const costOf = rhythm === "monthly" ? monthlyCostAfterTax : costAfterTax;
  const cost = giftTax ? costOf(amountCents, { donor, ...giftTax }) : amountCents;
  const code = paymentCode(pledge);
  const year = Number(franceDay(new Date()).slice(0, 4));
  const values = { amount: formatEuros(locale, amountCents), realCost: formatEuros(locale, cost), year, nextYear: year + 1 };
  return { pledge: { ...pledge, receipt }, code, values, title: t("titles:/donate/{id}") };
}

export default function Payment() {
  const { pledge, code, values } = useLoaderData<typeof loader>();
  const { t } = useTranslation("donate");
  const variant = pledge.receipt ? "receipt" : "plain";
  return (
    <main id="content" className="wrap pb-section">
      <h1 className="title-page max-w-[14em] pt-[clamp(2rem,5vw,4rem)]">{t(`thanks.${pledge.method}`)}</h1>
      <p className="mt-5 max-w-xl text-xl leading-[1.45]">{t(`thanks.given.${variant}.${pledge.rhythm}`, values)}</p>
      <PaymentSteps pledge={pledge} code={code} amount={values.amount} />
      <p className="mt-8 max-w-xl">{t("thanks.mail")}</p>
      {pledge.receipt && <p className="mt-3 max-w-xl">{t(`thanks.receipt.${pledge.rhythm}`, values)}</p>}
      <p className="mt-3 max-w-xl">
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

import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import * as z from "zod";
import { type CardDues, ownMembershipApi } from "#contract/charity/memberships";
import { readIn } from "#contract/formats/localized-text";
import { formatEuros } from "#contract/giving/money";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { Form, Submit } from "~/forms/form";
import { submit } from "~/forms/submission.server";
import { useTranslate } from "~/i18n/use-translate";
import type { PageHandle } from "~/layouts/handle";
import { pageMeta } from "~/layouts/page-meta";
import { duesCheckoutOf } from "~/subjects/donations/checkout.server";
import { periodText } from "~/subjects/memberships/period-text";
import { ButtonLink } from "~/ui/button";
import { usePage } from "~/ui/page-context";

const path = "/account/billing/setup-complete";

export const handle = { i18n: ["memberships"] } as const satisfies PageHandle;

export const meta = pageMeta;

type Dues = CardDues | null | "unknown";

/** Where the provider leads members back after they paid their dues by card, or did not. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { dues, cardOrigin } = await duesOf(args);
  return { dues, formTo: cardOrigin, title: args.context.t(`titles:${path}`) };
}

/** What became of the page of payment that the address names, read again each time. */
async function duesOf({ request, context }: LoaderFunctionArgs): Promise<{ dues: Dues; cardOrigin: string | null }> {
  const session = new URL(request.url).searchParams.get("session") ?? undefined;
  try {
    return await context.api.call(ownMembershipApi.paid, { query: { session } });
  } catch (error) {
    if (error instanceof ApiError && error.status === 429) return { dues: "unknown", cardOrigin: null };
    throw error;
  }
}

/** Opens the provider's page once more. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { context } = args;
  return submit(args, z.object({ pay: z.uuid() }), async ({ pay }) => {
    const { cardOrigin } = await context.api.call(ownMembershipApi.get);
    return cardOrigin ? duesCheckoutOf(context, pay, cardOrigin) : { to: "/account/membership" };
  });
}

/** What the page says: whether it is paid, and what can be done now. */
function outcomeOf(dues: Dues) {
  if (dues === null) return "none";
  if (dues === "unknown") return "unknown";
  const { state, status } = dues;
  if (status === "refunded") return "refunded";
  if (state === "processing" || state === "unknown") return state;
  if (state === "paid") return status === "active" ? "paid" : "part";
  return status === "pending_payment" ? "unpaid" : "ended";
}

export default function SetupComplete() {
  const { dues, formTo } = useLoaderData<typeof loader>();
  const { t } = useTranslation("memberships");
  const translate = useTranslate();
  const { locale } = usePage();
  const outcome = outcomeOf(dues);
  const known = typeof dues === "object" ? dues : null;
  const until = known ? periodText(locale, translate, known) : "";
  return (
    <main id="content" className="mx-auto w-full max-w-[47rem] px-[var(--gutter)] pt-10 pb-16">
      <h1 className="title-page">{t(`billing.${outcome}.title`)}</h1>
      <p className="mt-4 text-lg">{t(`billing.${outcome}.text`, { until })}</p>
      {known && (
        <p className="mt-6 font-semibold">
          {t("billing.plan", { plan: readIn(locale, known.plan).text, amount: formatEuros(locale, known.amountCents) })}
        </p>
      )}
      {outcome === "unpaid" && formTo && (
        <Form className="mt-8">
          <Submit name="pay" value={known?.id}>
            {t("billing.pay")}
          </Submit>
        </Form>
      )}
      <p className="actions mt-8">
        <ButtonLink variant={outcome === "unpaid" ? "line" : undefined} to="/account/membership">
          {t("billing.membership")}
        </ButtonLink>
      </p>
    </main>
  );
}

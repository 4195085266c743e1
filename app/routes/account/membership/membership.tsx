import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import * as z from "zod";
import { ownAssembliesApi } from "#contract/charity/assemblies";
import { renewalsApi } from "#contract/charity/membership-renewals";
import type { MembershipStatus } from "#contract/charity/membership-states";
import { MembershipForm, ownMembershipApi } from "#contract/charity/memberships";
import { readIn } from "#contract/formats/localized-text";
import { isByProvider } from "#contract/giving/card-settings";
import { formatEuros } from "#contract/giving/money";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { flashRefusal, flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { rulesOf } from "~/forms/rules.server";
import { fieldsOf, submit } from "~/forms/submission.server";
import { useTranslate } from "~/i18n/use-translate";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { duesCheckoutOf } from "~/subjects/donations/checkout.server";
import { paymentCode } from "~/subjects/donations/payment-code.server";
import { MembershipBadge } from "~/subjects/memberships/membership-badge";
import { periodText } from "~/subjects/memberships/period-text";
import { Notice } from "~/ui/notice";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { qrPath } from "~/ui/qr-code.server";
import { AskForm } from "./ask-form";
import { MemberCard } from "./member-card";
import { OwnAssemblies } from "./own-assemblies";
import { OwnRenewalPanel } from "./own-renewal";
import { WaitingDues } from "./waiting-dues";
import { WaitingProof } from "./waiting-proof";

const path = "/account/membership";

export const handle = { i18n: ["memberships", "payments", "donate", "assemblies"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const [{ payee, cardOrigin, ...membership }, { items: assemblies }] = await Promise.all([
    api.call(ownMembershipApi.get),
    api.call(ownAssembliesApi.list),
  ]);
  const hasAccount = payee.iban !== null && payee.bic !== null;
  const waiting = membership.items
    .filter(({ status }) => status === "pending_payment")
    .map((item) => {
      const left = item.priceCents - item.receivedCents;
      const means = {
        reference: item.reference ?? "",
        rhythm: "one_off",
        method: item.method === "cheque" || (isByProvider(item.method ?? "") && !hasAccount) ? "cheque" : "transfer",
      } as const;
      const pledge = { ...means, payee, amountCents: Math.max(1, left) };
      return { item, pledge, left, code: pledge.method === "transfer" && item.method !== "cash" ? paymentCode(pledge) : null };
    });
  return {
    ...membership,
    ...{ waiting, assemblies, unproven: membership.items.filter(({ status }) => status === "pending_approval") },
    // Its forms lead to the provider's page.
    formTo: cardOrigin,
    unavailable: new URL(args.request.url).searchParams.has("unavailable"),
    code: membership.card ? qrPath(membership.card.code) : null,
    rules: rulesOf({ membership: MembershipForm }),
    submission: crypto.randomUUID(),
    title: t(`titles:${path}`),
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const form = await fieldsOf(args.request.clone());
  const renewal = z.uuid().safeParse(form.get("stop")).data;
  if (renewal) {
    const { isBeingPaid } = await api.call(renewalsApi.stopOwn, { params: { id: renewal } }).catch(orNotFound);
    flashToast(args.context, { title: t(isBeingPaid ? "memberships:renewal.stoppedBeingPaid" : "memberships:renewal.stopped") });
    return redirect(path, 303);
  }
  const id = form.get("withdraw");
  if (id) {
    await api.call(ownMembershipApi.withdraw, { params: { id: String(id) } }).then(
      () => flashToast(args.context, { title: t("memberships:own.withdrawn") }),
      (error: unknown) => {
        if (!(error instanceof ApiError) || ![400, 404, 409, 422].includes(error.status)) throw error;
        flashRefusal(args.context, t("memberships:own.tooLate"));
      },
    );
    return redirect(path, 303);
  }
  const toPay = z.uuid().safeParse(form.get("pay")).data;
  if (toPay) return submit(args, z.object({}), () => payByCard(args, toPay));
  return submit(args, MembershipForm, async ({ amount, ...body }) => {
    const { status, id: membershipId } = await api.call(ownMembershipApi.ask, { body: { ...body, amountCents: amount } });
    if (isByProvider(body.method) && status === "pending_payment") return payByCard(args, membershipId);
    return { to: path, toast: { title: t(sentTexts[status] ?? "memberships:own.sent") } };
  });
}

/** What is said of a request that is sent. */
const sentTexts: Partial<Record<MembershipStatus, "memberships:own.sentFree" | "memberships:proof.sent">> = {
  active: "memberships:own.sentFree",
  pending_approval: "memberships:proof.sent",
};

/** Leads to the provider's page. */
async function payByCard({ context }: ActionFunctionArgs, id: string) {
  const { cardOrigin } = await context.api.call(ownMembershipApi.get);
  return cardOrigin ? duesCheckoutOf(context, id, cardOrigin) : { to: path };
}

/** One's own membership: the card, what waits for its dues, what can be asked for, and the years before. */
export default function OwnMembership() {
  const { items, currentId, name, offers, waiting, unproven, assemblies, renewals, card, code, formTo, unavailable, submission, title } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("memberships");
  const translate = useTranslate();
  const { locale } = usePage();
  const current = items.find(({ id }) => id === currentId);
  return (
    <>
      <div>
        <h1 className="office-title">{title}</h1>
        <p className="muted mt-2">{t("own.about")}</p>
      </div>
      {unavailable && <Notice>{t("own.cardUnavailable")}</Notice>}
      {current && card && code ? (
        <MemberCard membership={current} name={name} letters={card.letters} code={code} />
      ) : (
        <Panel title={t("own.none")}>
          <p>{t("own.about")}</p>
        </Panel>
      )}
      <OwnAssemblies assemblies={assemblies} />
      {renewals.map((renewal) => (
        <OwnRenewalPanel key={renewal.id} renewal={renewal} />
      ))}
      {unproven.map((item) => (
        <WaitingProof key={item.id} item={item} />
      ))}
      {waiting.map((one) => (
        <WaitingDues key={one.item.id} {...one} byCard={formTo !== null} />
      ))}
      {offers.length > 0 ? (
        <Panel title={current ? t("own.renew") : t("own.ask")}>
          <AskForm
            key={submission}
            offers={offers}
            renews={current !== undefined && (offers[0]?.startDate ?? "") > current.endDate}
            byCard={formTo !== null}
            submission={submission}
            answer={answer}
          />
        </Panel>
      ) : (
        waiting.length + unproven.length === 0 && !current && <p>{t("own.noOffer")}</p>
      )}
      {items.length > 0 && (
        <Panel title={t("own.history")}>
          <ul className="rows">
            {items.map((item) => (
              <li key={item.id}>
                <span className="min-w-0 flex-[1_1_12rem]">
                  <strong>{periodText(locale, translate, item)}</strong>
                  <small className="muted block">
                    {[readIn(locale, item.plan.name).text, item.number, formatEuros(locale, item.receivedCents)].filter(Boolean).join(", ")}
                  </small>
                </span>
                <MembershipBadge state={item.state} />
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

export const ErrorBoundary = OfficeError;

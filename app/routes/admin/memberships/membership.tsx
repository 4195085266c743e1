import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { CancelForm, DuesForm, membershipsApi } from "#contract/charity/memberships";
import { franceDay } from "#contract/formats/france-time";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { flashRefusal, flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { Form, Submit } from "~/forms/form";
import { rulesOf } from "~/forms/rules.server";
import { fieldsOf, submit } from "~/forms/submission.server";
import { useTranslate } from "~/i18n/use-translate";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { MembershipBadge } from "~/subjects/memberships/membership-badge";
import { periodText } from "~/subjects/memberships/period-text";
import { notifiedOf } from "~/subjects/notices/notified.server";
import { NotifiedPanel } from "~/subjects/notices/notified-panel";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { enteredTexts } from "./entered-texts";
import { CancelFields, DuesFields } from "./membership-forms";
import { DuesList, MembershipFacts, ProofPanel, RenewalPanel } from "./membership-panels";

const path = "/dashboard/admin/memberships/{id}";
const list = "/dashboard/admin/memberships";

export const handle = {
  i18n: ["memberships", "payments", "notified"],
  crumb: { label: "memberships:record.crumb", to: list },
} as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const membership = await api.call(membershipsApi.get, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  return {
    membership,
    notified: await notifiedOf(args.context, membership.id),
    today: franceDay(new Date()),
    replaces: new URL(args.request.url).searchParams.get("replaces"),
    rules: rulesOf({ dues: DuesForm, cancellation: CancelForm }),
    submission: crypto.randomUUID(),
    title: `${membership.name} - ${t(`titles:${path}`)}`,
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const params = { id: args.params.id ?? "" };
  const here = `${list}/${params.id}`;
  const intent = (await fieldsOf(args.request.clone())).get("intent");
  if (intent === "cancel")
    return submit(args, CancelForm, async (body) => {
      await api.call(membershipsApi.cancel, { params, body });
      return { to: here, toast: { title: t("memberships:record.cancelled") } };
    });
  const step = steps[String(intent)];
  if (step) {
    const to = await step(args, params).catch((error: unknown) => {
      if (!(error instanceof ApiError) || ![409, 422].includes(error.status)) return orNotFound(error);
      const [first] = Object.values(error.body.fieldErrors ?? {}).flat();
      flashRefusal(args.context, t((first ?? "memberships:record.overtaken") as "memberships:record.overtaken"));
      return here;
    });
    return redirect(to, 303);
  }
  return submit(args, DuesForm, async ({ amount, ...body }) => {
    const { status } = await api.call(membershipsApi.pay, { params, body: { ...body, amountCents: amount } });
    return { to: here, toast: { title: t(status === "active" ? "memberships:record.activated" : "memberships:record.paid") } };
  });
}

type Params = { id: string };

async function renew({ context }: ActionFunctionArgs, params: Params): Promise<string> {
  const { id, status } = await context.api.call(membershipsApi.renew, { params });
  flashToast(context, { title: context.t(enteredTexts[status] ?? "memberships:record.renewed") });
  return `${list}/${id}`;
}

async function remind({ context }: ActionFunctionArgs, params: Params): Promise<string> {
  const { sent } = await context.api.call(membershipsApi.remind, { params });
  flashToast(context, { title: context.t(sent ? "memberships:record.remindSent" : "memberships:record.remindAlready") });
  return `${list}/${params.id}`;
}

async function stopRenewal({ context }: ActionFunctionArgs, params: Params): Promise<string> {
  const { isBeingPaid } = await context.api.call(membershipsApi.stopRenewal, { params });
  flashToast(context, { title: context.t(isBeingPaid ? "memberships:record.renewalBeingPaid" : "memberships:record.renewalStopped") });
  return `${list}/${params.id}`;
}

async function acceptProof({ context }: ActionFunctionArgs, params: Params): Promise<string> {
  const { status } = await context.api.call(membershipsApi.acceptProof, { params });
  flashToast(context, { title: context.t(status === "active" ? "memberships:record.provenFree" : "memberships:record.proven") });
  return `${list}/${params.id}`;
}

/** What a button alone does. */
const steps: Record<string, typeof renew | undefined> = { acceptProof, renew, remind, stopRenewal };

/** A membership, what came of it, and what becomes of it. */
export default function MembershipPage() {
  const { membership, notified, today, replaces, submission } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("memberships");
  const translate = useTranslate();
  const { locale } = usePage();
  const { status, name, number, state, mayRenew, userId, debit, reminderObstacle } = membership;
  const takesDues = status === "pending_payment" || (status === "abandoned" && !membership.isUnproven);
  const isCancelling = answer?.result.initialValue?.intent === "cancel";
  const isUnproven = status === "pending_approval";
  const isOpen = status === "active" || status === "pending_payment" || isUnproven;
  return (
    <>
      <div>
        <h1 className="office-title">{`${name}, ${periodText(locale, translate, membership)}`}</h1>
        <p className="mt-2 flex flex-wrap items-center gap-2">
          <MembershipBadge state={state} />
          {number && <span className="muted">{number}</span>}
        </p>
      </div>
      <MembershipFacts membership={membership} />
      <Panel title={t("record.dues")}>
        <DuesList payments={membership.payments} />
      </Panel>
      {isUnproven && <ProofPanel membership={membership} />}
      {takesDues && userId && (
        <Panel title={t("record.pay")}>
          <DuesFields
            key={submission}
            membership={membership}
            today={today}
            replaces={replaces}
            submission={submission}
            answer={isCancelling ? undefined : answer}
          />
        </Panel>
      )}
      {mayRenew && (
        <Panel title={t("record.renew")}>
          <p className="mb-4">{t("record.renewAbout")}</p>
          <Form>
            <Submit name="intent" value="renew">
              {t("record.renew")}
            </Submit>
          </Form>
        </Panel>
      )}
      {membership.renewal && <RenewalPanel renewal={membership.renewal} />}
      {isOpen && (
        <>
          {(reminderObstacle === null || reminderObstacle === "today") && (
            <Panel title={t("record.remind")}>
              <p className="mb-4">{t("record.remindAbout")}</p>
              <Form>
                <Submit variant="line" name="intent" value="remind">
                  {t("record.remind")}
                </Submit>
              </Form>
            </Panel>
          )}
          <Panel title={t("record.cancel")}>
            {debit && <p className="mb-4 font-semibold">{t("record.cancelDebited")}</p>}
            <CancelFields answer={isCancelling ? answer : undefined} submission={submission} />
          </Panel>
        </>
      )}
      <NotifiedPanel notified={notified} />
    </>
  );
}

export const ErrorBoundary = OfficeError;

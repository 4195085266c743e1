import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { DeclineForm, expenseClaimsApi } from "#contract/charity/expense-claims";
import { formatEuros } from "#contract/giving/money";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { flashRefusal, flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { ClaimBadge } from "~/subjects/expenses/claim-badge";
import { usePage } from "~/ui/page-context";
import { ClaimFacts } from "./claim-facts";
import { ClaimDecision } from "./decision";
import { claimsPath } from "./list-parts";

const path = "/dashboard/admin/expense-claims/{id}";

export const handle = { i18n: ["expenses"], crumb: { label: "expenses:list.title", to: claimsPath } } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const claim = await api.call(expenseClaimsApi.get, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  return { claim, rules: rulesOf({ decline: DeclineForm }), title: `${claim.name} - ${t(`titles:${path}`)}` };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const params = { id: args.params.id ?? "" };
  const form = await args.request.clone().formData();
  const version = Number(form.get("version")) || 0;
  if (form.get("decision") === "decline")
    return submit(args, DeclineForm, async ({ reason }) => {
      const isOwn = await api.call(expenseClaimsApi.decline, { params, body: { reason, version } }).then(() => false, orOwn);
      if (!isOwn) return { to: claimsPath, toast: { title: t("expenses:record.declined") } };
      flashRefusal(args.context, t("expenses:record.own"));
      return { to: `${claimsPath}/${params.id}` };
    });
  if (form.get("decision") !== "accept") throw data(null, { status: 400 });
  try {
    await api.call(expenseClaimsApi.accept, { params, body: { version } });
    flashToast(args.context, { title: t("expenses:record.accepted") });
  } catch (error) {
    if (!(error instanceof ApiError) || ![403, 409].includes(error.status)) return orNotFound(error);
    flashRefusal(args.context, t(error.status === 403 ? "expenses:record.own" : "expenses:overtaken"));
    return redirect(`${claimsPath}/${params.id}`, 303);
  }
  return redirect(claimsPath, 303);
}

/** True where the claim is one's own, on which somebody else decides. */
function orOwn(error: unknown) {
  return (error instanceof ApiError && error.status === 403) || orNotFound(error);
}

/** What somebody spent, with the decision on it. */
export default function ExpenseClaim() {
  const { claim } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("expenses");
  const { locale } = usePage();
  const { status, isOwn, receipt } = claim;
  const isOpen = status === "sent" || status === "accepted";
  return (
    <>
      <div className="flex flex-wrap items-center gap-4">
        <h1 className="office-title">{`${claim.name}, ${formatEuros(locale, claim.amountCents)}`}</h1>
        <ClaimBadge status={status} />
      </div>
      <ClaimFacts claim={claim} />
      {isOpen && isOwn && <p className="panel">{t("record.own")}</p>}
      {isOpen && receipt && <p className="panel">{t("record.locked")}</p>}
      {isOpen && !isOwn && !receipt && <ClaimDecision key={claim.version} claim={claim} answer={answer} />}
    </>
  );
}

export const ErrorBoundary = OfficeError;

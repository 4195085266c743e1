import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Plus } from "lucide";
import { useTranslation } from "react-i18next";
import { type ClaimRow, type ExpenseDraft, ownClaimsApi, shownClaims } from "#contract/charity/expense-claims";
import { writtenDay } from "#contract/formats/france-time";
import { ownReceiptsApi } from "#contract/giving/fiscal-receipts";
import { formatEuros } from "#contract/giving/money";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { flashRefusal, flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { Form, Submit } from "~/forms/form";
import { useTranslate } from "~/i18n/use-translate";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { OwnReceiptRows } from "~/subjects/donations/own-receipts";
import { ClaimBadge } from "~/subjects/expenses/claim-badge";
import { claimText } from "~/subjects/expenses/claim-text";
import { ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

const path = "/dashboard/expenses";

export const handle = { i18n: ["expenses", "receipts"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const [{ claims, drafts, hasAddress, issuesReceipts }, receipts] = await Promise.all([
    api.call(ownClaimsApi.mine),
    api.call(ownReceiptsApi.list),
  ]);
  const most = claims.length < shownClaims ? null : shownClaims;
  return { claims, drafts, hasAddress, issuesReceipts, most, receipts: receipts.items, title: t(`titles:${path}`) };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const form = await args.request.formData();
  const corrected = form.get("correct");
  if (corrected) return correct(args, String(corrected));
  const isDraft = form.has("removeDraft");
  const id = String(form.get("removeDraft") ?? form.get("withdraw") ?? "");
  if (!id) throw data(null, { status: 400 });
  const change = { params: { id }, body: { version: Number(form.get("version")) || 0 } };
  await (isDraft ? api.call(ownClaimsApi.removeDraft, change) : api.call(ownClaimsApi.withdraw, change)).then(
    () => flashToast(args.context, { title: t(isDraft ? "expenses:draft.removed" : "expenses:withdrawn") }),
    (error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 409) return orNotFound(error);
      flashRefusal(args.context, t("expenses:overtaken"));
    },
  );
  return redirect(path, 303);
}

/** Leads to the form with all that a declined claim has. */
async function correct({ context }: ActionFunctionArgs, id: string) {
  const { api, t } = context;
  try {
    const draft = await api.call(ownClaimsApi.correct, { params: { id } });
    return redirect(`${path}/create?draft=${draft.id}`, 303);
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 409 && error.status !== 422)) return orNotFound(error);
    flashRefusal(context, t(error.status === 422 ? "expenses:error.drafts" : "expenses:overtaken"));
    return redirect(path, 303);
  }
}

/** What a volunteer spent and gives up, and the receipts for it. */
export default function OwnExpenses() {
  const { claims, drafts, hasAddress, issuesReceipts, most, receipts, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation("expenses");
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="office-title">{title}</h1>
        {issuesReceipts && (
          <ButtonLink to={`${path}/create`}>
            <Icon of={Plus} />
            {t("add")}
          </ButtonLink>
        )}
      </div>
      <p className="max-w-3xl">{t(issuesReceipts ? "about" : "noRegime")}</p>
      {issuesReceipts && !hasAddress && claims.length > 0 && (
        <p className="panel">
          {t("address")}{" "}
          <Link to="/account/settings" className="font-semibold">
            {t("addressLink")}
          </Link>
        </p>
      )}
      {drafts.length > 0 && (
        <Panel title={t("draft.title")}>
          <ul className="rows">
            {drafts.map((draft) => (
              <Draft key={draft.id} draft={draft} canSend={issuesReceipts} />
            ))}
          </ul>
        </Panel>
      )}
      <section className="panel">
        {claims.length === 0 && <p className="muted">{t("empty")}</p>}
        <ul className="rows">
          {claims.map((claim) => (
            <Claim key={claim.id} claim={claim} canSend={issuesReceipts} />
          ))}
        </ul>
        {most && <p className="hint">{t("newest", { count: most })}</p>}
      </section>
      <Panel title={t("receipts")}>
        {receipts.length === 0 && <p className="muted">{t("noReceipts")}</p>}
        <OwnReceiptRows receipts={receipts} folder={`${path}/receipts`} />
      </Panel>
    </>
  );
}

export const ErrorBoundary = OfficeError;

/** What was saved and not sent. */
function Draft({ draft: { id, spentOn, reason, kind, amountCents, version }, canSend }: { draft: ExpenseDraft; canSend: boolean }) {
  const { t } = useTranslation("expenses");
  const { locale } = usePage();
  const day = spentOn && writtenDay(locale, spentOn);
  const name = reason || t("draft.unnamed");
  return (
    <li>
      <span className="min-w-0 flex-[1_1_14rem]">
        <strong className="wrap-anywhere">{name}</strong>
        <small className="muted block">{[day, kind && t(`kind.${kind}`)].filter(Boolean).join(", ")}</small>
      </span>
      {amountCents !== null && <span className="tabular-nums">{formatEuros(locale, amountCents)}</span>}
      {canSend && (
        <ButtonLink variant="line" to={`${path}/create?draft=${id}`} aria-label={t("draft.goOnWith", { name })}>
          {t("draft.goOn")}
        </ButtonLink>
      )}
      <Form>
        <input type="hidden" name="version" value={String(version)} />
        <Submit variant="line" name="removeDraft" value={id} aria-label={t("draft.removeOne", { name })}>
          {t("draft.remove")}
        </Submit>
      </Form>
    </li>
  );
}

function Claim({ claim, canSend }: { claim: ClaimRow; canSend: boolean }) {
  const { t } = useTranslation("expenses");
  const translate = useTranslate();
  const { locale } = usePage();
  const { id, spentOn, reason, sector, amountCents, status, declineReason, version } = claim;
  const day = writtenDay(locale, spentOn);
  return (
    <li>
      <span className="min-w-0 flex-[1_1_14rem]">
        <strong className="wrap-anywhere">{reason}</strong>
        <small className="muted block">{[day, claimText(claim, translate, locale), sector].filter(Boolean).join(", ")}</small>
        {declineReason && <small className="block font-semibold wrap-anywhere">{t("declined", { reason: declineReason })}</small>}
      </span>
      <span className="tabular-nums">{formatEuros(locale, amountCents)}</span>
      <ClaimBadge status={status} />
      {status === "declined" && canSend && (
        <Form>
          <Submit variant="line" name="correct" value={id} aria-label={t("correctOne", { day })}>
            {t("correct")}
          </Submit>
        </Form>
      )}
      {status === "sent" && (
        <Form>
          <input type="hidden" name="version" value={String(version)} />
          <Submit variant="line" name="withdraw" value={id} aria-label={t("withdrawOne", { day })}>
            {t("withdraw")}
          </Submit>
        </Form>
      )}
    </li>
  );
}

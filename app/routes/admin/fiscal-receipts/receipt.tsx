import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Download } from "lucide";
import { useTranslation } from "react-i18next";
import { ChangeForm, fiscalReceiptsApi } from "#contract/giving/fiscal-receipts";
import { formatEuros } from "#contract/giving/money";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { pathIn } from "~/i18n/locale-of-path";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { ReceiptBadge } from "~/subjects/donations/receipt-badge";
import { notifiedOf } from "~/subjects/notices/notified.server";
import { NotifiedPanel } from "~/subjects/notices/notified-panel";
import { Icon } from "~/ui/icon";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { ChangeFields } from "./change-fields";
import { ReceiptFacts } from "./receipt-facts";
import { ReceiptSources } from "./receipt-sources";

const path = "/dashboard/admin/fiscal-receipts/{id}";
const list = "/dashboard/admin/fiscal-receipts";

export const handle = {
  i18n: ["receipts", "payments", "notified"],
  crumb: { label: "receipts:receipt.crumb", to: list },
} as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const receipt = await api.call(fiscalReceiptsApi.get, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  return {
    receipt,
    notified: await notifiedOf(args.context, receipt.id),
    rules: rulesOf({ change: ChangeForm }),
    submission: crypto.randomUUID(),
    title: `${receipt.number} - ${t(`titles:${path}`)}`,
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const params = { id: args.params.id ?? "" };
  return submit(args, ChangeForm, async ({ what, reason }) => {
    const { id } = await api.call(fiscalReceiptsApi[what], { params, body: { reason } });
    return { to: `${list}/${id}`, toast: { title: t(what === "replace" ? "receipts:receipt.replaced" : "receipts:receipt.cancelDone") } };
  });
}

/** A receipt as it was issued, what it certifies, and how it is cancelled. */
export default function Receipt() {
  const { receipt, notified, submission } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("receipts");
  const { locale } = usePage();
  const { id, number, state, sha256 } = receipt;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div>
          <h1 className="office-title">{`${number}, ${formatEuros(locale, receipt.amountCents)}`}</h1>
          <p className="mt-2">
            <ReceiptBadge state={state} />
          </p>
        </div>
        {sha256 && (
          <a className="btn btn-line" href={pathIn(locale, `${list}/${id}/receipt.pdf`)} download>
            <Icon of={Download} />
            {t("receipt.download")}
          </a>
        )}
      </div>
      {state === "to_replace" && <p className="panel font-semibold">{t("receipt.toReplace")}</p>}
      <ReceiptFacts receipt={receipt} />
      <ReceiptSources receipt={receipt} />
      <NotifiedPanel notified={notified} />
      {state !== "cancelled" && sha256 && (
        <Panel title={t("receipt.change")}>
          <ChangeFields key={submission} submission={submission} answer={answer} />
        </Panel>
      )}
    </>
  );
}

export const ErrorBoundary = OfficeError;

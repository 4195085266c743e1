import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { spamGuardApi } from "#contract/api/spam-guard";
import { type Processor, PublicDataRequest, privacyApi } from "#contract/law/privacy";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { publicMeta } from "~/search/public-meta";
import { LegalPage } from "~/subjects/legal/legal-page";
import { loadLegalPage } from "~/subjects/legal/legal-page.server";
import { withProcessors } from "~/subjects/privacy/processors.server";
import { withRetentionTable } from "~/subjects/privacy/retention-table.server";
import { RightsForm } from "./data-request-form";

export const handle = {
  i18n: ["legal", "retention"],
  cache: { on: ["legal_document", "retention_policy"], query: ["version"] },
} as const satisfies PageHandle;

export const meta = publicMeta;

export async function loader(args: LoaderFunctionArgs) {
  const { api, t, settings } = args.context;
  const [{ items, processors }, { proof }] = await Promise.all([api.call(privacyApi.policies), api.call(spamGuardApi.proof)]);
  const all: Processor[] = settings.sentryDsn ? [...processors, "errors"] : processors;
  const page = await loadLegalPage(args, "gdpr", (body) => withProcessors(withRetentionTable(body, items, t), all, t));
  return { ...page, proof, rules: rulesOf({ rights: PublicDataRequest }) };
}

/** A request about one's data, with or without an account. */
export function action(args: ActionFunctionArgs) {
  return submit(args, PublicDataRequest, async (body) => {
    const { id } = await args.context.api.call(privacyApi.requestWithoutAccount, { body });
    return { to: `/gdpr/requests/${id}` };
  });
}

export default function DataProtection() {
  const { proof, ...data } = useLoaderData<typeof loader>();
  return (
    <LegalPage data={data}>
      <RightsForm proof={proof} answer={useActionData<typeof action>()} />
    </LegalPage>
  );
}

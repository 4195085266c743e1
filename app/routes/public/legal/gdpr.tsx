import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PublicDataRequest, privacyApi } from "#contract/privacy";
import { submit } from "~/forms/submission.server";
import { LegalPage } from "~/legal/legal-page";
import { loadLegalPage } from "~/legal/legal-page.server";
import { withRetentionTable } from "~/privacy/retention-table.server";
import { publicMeta } from "~/search/public-meta";
import { RightsForm } from "./rights-form";

export const handle = {
  i18n: ["legal", "retention"],
  cache: { on: ["legal_document", "retention_policy"], query: ["version", "asked"] },
} as const;

export const meta = publicMeta;

export async function loader(args: LoaderFunctionArgs) {
  const asked = new URL(args.request.url).searchParams.has("asked");
  const { api, t } = args.context;
  const { items } = await api.call(privacyApi.policies);
  return { ...(await loadLegalPage(args, "gdpr", (body) => withRetentionTable(body, items, t))), asked };
}

/** A request about one's data, with or without an account. */
export function action(args: ActionFunctionArgs) {
  return submit(args, PublicDataRequest, async (body) => {
    await args.context.api.call(privacyApi.askWithoutAccount, { body });
    return { to: "/gdpr?asked=1#request" };
  });
}

export default function DataProtection() {
  const { asked, ...data } = useLoaderData<typeof loader>();
  return (
    <LegalPage data={data}>
      <RightsForm asked={asked} answer={useActionData<typeof action>()} />
    </LegalPage>
  );
}

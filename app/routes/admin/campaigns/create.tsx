import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { CampaignDraft } from "#contract/accounts/campaign-drafts";
import { campaignsApi } from "#contract/accounts/campaigns";
import { gate } from "~/access/gate.server";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { CampaignForm } from "./campaign-form";
import { countUnsaved } from "./counting.server";
import { afterSaving } from "./saving.server";

const path = "/dashboard/admin/notifications/create";

export const handle = {
  i18n: ["campaigns", "markdown"],
  crumb: { label: "campaigns:crumb", to: "/dashboard/admin/notifications" },
} as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  return {
    choices: await args.context.api.call(campaignsApi.choices, { query: {} }),
    submission: crypto.randomUUID(),
    rules: rulesOf({ campaign: CampaignDraft }),
    title: args.context.t(`titles:${path}`),
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const counted = await countUnsaved(args, CampaignDraft);
  if (counted) return counted;
  return submit(args, CampaignDraft, async (body, form) => {
    const { id } = await args.context.api.call(campaignsApi.create, { body });
    return afterSaving(args.context, id, form, "created");
  });
}

export default function CreateCampaign() {
  const { choices, submission } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("campaigns");
  return (
    <>
      <h1 className="office-title">{t("create")}</h1>
      <div className="record-page">
        <CampaignForm choices={choices} audience={null} answer={answer} submission={submission} />
      </div>
    </>
  );
}

export const ErrorBoundary = OfficeError;

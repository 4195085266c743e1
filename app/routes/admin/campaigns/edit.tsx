import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { CampaignEdit } from "#contract/accounts/campaign-drafts";
import { CampaignRecord, campaignsApi } from "#contract/accounts/campaigns";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { CampaignForm } from "./campaign-form";
import { countUnsaved } from "./counting.server";
import { EditConflict } from "./edit-conflict";
import { PreviewPanel } from "./preview-panel";
import { afterSaving, audienceOf, previewOf, valuesOf, withOwnView } from "./saving.server";

const path = "/dashboard/admin/notifications/{id}/edit";

export const handle = {
  i18n: ["campaigns", "markdown"],
  crumb: { label: "campaigns:crumb", to: "/dashboard/admin/notifications" },
} as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const id = args.params.id ?? "";
  const { campaign } = await api.call(campaignsApi.get, { params: { id } }).catch(orNotFound);
  if (campaign.state !== "draft") throw redirect(`/dashboard/admin/notifications/${id}/view`, 303);
  const [choices, audience] = await Promise.all([
    api.call(campaignsApi.choices, { query: { about: campaign.event ? "event" : undefined } }),
    audienceOf(args.context, campaign),
  ]);
  return {
    campaign,
    values: valuesOf(campaign),
    choices: withOwnView(choices, campaign),
    audience,
    preview: previewOf(args.context, campaign),
    submission: crypto.randomUUID(),
    rules: rulesOf({ campaign: CampaignEdit }),
    title: t(`titles:${path}`),
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const counted = await countUnsaved(args, CampaignEdit, args.params.id);
  if (counted) return counted;
  return submit(
    args,
    CampaignEdit,
    async (body, form) => {
      const { id } = await args.context.api.call(campaignsApi.update, { params: { id: args.params.id ?? "" }, body }).catch(orNotFound);
      return afterSaving(args.context, id, form, "saved");
    },
    { record: CampaignRecord },
  );
}

export default function EditCampaign() {
  const { campaign, values, choices, audience, preview, submission, title } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("campaigns");
  const { locale } = usePage();
  const theirs = answer?.current;
  return (
    <>
      <div>
        <h1 className="office-title">{title}</h1>
        <p className="muted mt-1">
          {t("form.savedAt", { date: formatDate(locale, campaign.updatedAt, "time"), name: campaign.updatedBy })}
        </p>
      </div>
      {theirs && <EditConflict theirs={theirs} />}
      <div className="record-page">
        <CampaignForm
          key={campaign.version}
          saved={{ record: theirs ?? campaign, values }}
          event={campaign.event}
          choices={choices}
          audience={audience}
          answer={answer}
          submission={submission}
        />
        <div className="record-state record-state-follows">
          <PreviewPanel id={campaign.id} channels={campaign.channels} preview={preview} note={t("preview.afterSaving")} />
        </div>
      </div>
    </>
  );
}

export const ErrorBoundary = OfficeError;

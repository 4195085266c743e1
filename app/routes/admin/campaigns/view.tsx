import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { campaignsApi } from "#contract/accounts/campaigns";
import { readIn } from "#contract/formats/localized-text";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { flashRefusal, flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { LeftOut } from "./audience-count";
import { CampaignActions, CampaignFacts } from "./campaign-facts";
import { CampaignBadge } from "./columns";
import { PreviewPanel } from "./preview-panel";
import { ProgressPanel, useCampaignRefresh } from "./progress-panel";
import { Exceptions, ResultsPanel } from "./results-panel";
import { previewOf } from "./saving.server";

const path = "/dashboard/admin/notifications/{id}/view";
const list = "/dashboard/admin/notifications";

export const handle = { i18n: ["campaigns"], crumb: { label: "campaigns:crumb", to: list } } as const satisfies PageHandle;

export const meta = pageMeta;

const steps = ["stop", "cancel", "reopen"] as const;
/** The refresh interval in seconds without script while it is being sent. */
const withoutScript = 10;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t, locale } = args.context;
  const { campaign, progress, results } = await api.call(campaignsApi.get, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  const found = campaign.leftWhile ?? progress?.exceptions;
  const exceptions = found?.map(({ reason, count }) => ({ reason: t(reason as "campaigns:left.changed"), count })) ?? [];
  const preview = previewOf(args.context, campaign);
  return {
    campaign,
    progress,
    exceptions,
    results,
    preview,
    refresh: campaign.state === "sending" ? withoutScript : undefined,
    title: preview[locale].title.text || t("campaigns:untitled"),
  };
}

/** What the buttons of the page do. One that comes too late is refused in a toast. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const id = args.params.id ?? "";
  const intent = (await args.request.formData()).get("intent");
  const params = { id };
  const step = steps.find((one) => one === intent);
  try {
    if (step) {
      const { state } = await api.call(campaignsApi.step, { params, body: { step } });
      flashToast(args.context, { title: t(`campaigns:done.${step}`) });
      return redirect(`${list}/${id}/${state === "draft" ? "edit" : "view"}`, 303);
    }
    if (intent === "copy") {
      const copy = await api.call(campaignsApi.copy, { params });
      flashToast(args.context, { title: t("campaigns:copied") });
      return redirect(`${list}/${copy.id}/edit`, 303);
    }
    if (intent === "others") {
      const draft = await api.call(campaignsApi.others, { params });
      flashToast(args.context, { title: t("campaigns:copiedForOthers") });
      return redirect(`${list}/${draft.id}/edit`, 303);
    }
    if (intent === "remove") {
      await api.call(campaignsApi.remove, { params });
      flashToast(args.context, { title: t("campaigns:removed") });
      return redirect(list, 303);
    }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) return orNotFound(error);
    flashRefusal(args.context, error.body.title);
  }
  return redirect(`${list}/${id}/view`, 303);
}

export default function CampaignView() {
  const { campaign, progress, exceptions, results, preview, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation("campaigns");
  const { locale } = usePage();
  useCampaignRefresh(campaign.state);
  const { id, state, reason, left, others } = campaign;
  const why = reason === "nobody" && others && !others.title ? "firstGone" : reason;
  const started = campaign.startedAt !== null;
  return (
    <div className="grid gap-5">
      <div>
        <h1 className="office-title" lang={readIn(locale, campaign.title).locale}>
          {title}
        </h1>
        <p className="mt-2">
          <CampaignBadge state={state} label={t(`state.${state}`)} />
        </p>
      </div>
      {why && <p className="panel">{t(`why.${why}`)}</p>}
      {state === "sending" && <ProgressPanel id={id} title={title} progress={progress} />}
      <div className="campaign-page">
        <div className="grid content-start gap-5">
          {started && <ResultsPanel id={id} results={results} untouched={campaign.untouched ?? 0} />}
          <CampaignFacts campaign={campaign} />
          <CampaignActions campaign={campaign} />
          {left && Object.keys(left).length > 0 && (
            <Panel title={t("results.left")}>
              <LeftOut left={left} />
            </Panel>
          )}
          <Exceptions id={id} exceptions={exceptions} />
        </div>
        <PreviewPanel id={id} channels={campaign.channels} preview={preview} />
      </div>
    </div>
  );
}

export const ErrorBoundary = OfficeError;

import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { type Audience, type CampaignRecord, campaignsApi, confirmedAbove } from "#contract/accounts/campaigns";
import { typeset } from "#contract/formats/french-spaces";
import { readIn } from "#contract/formats/localized-text";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { flashRefusal, flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { Form, Submit } from "~/forms/form";
import { useMessage } from "~/forms/message";
import { fieldsOf, setIdempotencyKey } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { ButtonLink } from "~/ui/button";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { LeftOut } from "./audience-count";
import { PreviewPanel } from "./preview-panel";
import { audienceOf, previewOf } from "./saving.server";

const path = "/dashboard/admin/notifications/{id}/send";

export const handle = {
  i18n: ["campaigns"],
  crumb: { label: "campaigns:crumb", to: "/dashboard/admin/notifications" },
} as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const id = args.params.id ?? "";
  const { campaign } = await api.call(campaignsApi.get, { params: { id } }).catch(orNotFound);
  if (campaign.state !== "draft") throw redirect(`/dashboard/admin/notifications/${id}/view`, 303);
  // One to people who were chosen in a list has no texts at first.
  if (!campaign.title.fr) throw redirect(`/dashboard/admin/notifications/${id}/edit`, 303);
  const audience = await audienceOf(args.context, campaign);
  return { campaign, audience, preview: previewOf(args.context, campaign), submission: crypto.randomUUID(), title: t(`titles:${path}`) };
}

/** Sends or schedules it. A refusal about the draft leads back to its form. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const id = args.params.id ?? "";
  const form = await fieldsOf(args.request);
  setIdempotencyKey(args.context, form);
  const typed = String(form.get("confirmed") ?? "").replace(/[\s\u00a0\u202f.,]/g, "");
  const confirmed = /^\d{1,6}$/.test(typed) ? Number(typed) : undefined;
  const page = `/dashboard/admin/notifications/${id}`;
  try {
    const body = { version: Number(form.get("version")), confirmed };
    const { state } = await api.call(campaignsApi.start, { params: { id }, body });
    flashToast(args.context, { title: t(state === "scheduled" ? "campaigns:send.scheduled" : "campaigns:send.started") });
    return redirect(`${page}/view`, 303);
  } catch (error) {
    if (!(error instanceof ApiError) || ![409, 422, 429].includes(error.status)) return orNotFound(error);
    const { fieldErrors = {}, title } = error.body;
    if (fieldErrors.confirmed) return data({ error: fieldErrors.confirmed[0] ?? "", typed }, { status: 422 });
    const [first] = Object.values(fieldErrors).flat();
    flashRefusal(args.context, first ? t(first as never) : title);
    return redirect(`${page}/${error.status === 429 ? "send" : "edit"}`, 303);
  }
}

export default function SendCampaign() {
  const { campaign, audience, preview, submission } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("campaigns");
  const { locale } = usePage();
  const { id, version, scheduledAt } = campaign;
  const title = readIn(locale, campaign.title);
  return (
    <>
      <h1 className="office-title">{t(scheduledAt ? "send.scheduleTitle" : "send.title")}</h1>
      <div className="campaign-page">
        <section className="panel grid gap-4">
          <p className="text-lg font-semibold">{t("send.lead", { count: audience.people, title: typeset(title.text, title.locale) })}</p>
          {audience.guests > 0 && <p>{t("audience.guests", { count: audience.guests })}</p>}
          <SendFacts campaign={campaign} audience={audience} />
          <LeftOut left={audience.left} />
          <Form className="grid gap-4" submission={submission}>
            <input type="hidden" name="version" value={version} />
            {audience.people > confirmedAbove && <ConfirmField error={answer?.error} typed={answer?.typed} />}
            <div className="actions">
              <Submit>{t(scheduledAt ? "send.schedule" : "send.submit", { count: audience.people })}</Submit>
              <ButtonLink variant="line" to={`/dashboard/admin/notifications/${id}/edit`}>
                {t("send.back")}
              </ButtonLink>
            </div>
          </Form>
        </section>
        <PreviewPanel id={id} channels={campaign.channels} preview={preview} />
      </div>
    </>
  );
}

/** In which languages, when, and what the night changes. */
function SendFacts({ campaign, audience }: { campaign: CampaignRecord; audience: Audience }) {
  const { t } = useTranslation("campaigns");
  const { locale } = usePage();
  const { scheduledAt, channels, title } = campaign;
  const { people, english } = audience;
  const french = t("send.french", { count: people - english });
  const languages = title.en
    ? t("send.languages", { french, english: t("send.english", { count: english }) })
    : english > 0
      ? t("send.inFrench")
      : null;
  return (
    <>
      {languages && <p>{languages}</p>}
      <p>{scheduledAt ? t("send.at", { date: formatDate(locale, scheduledAt, "moment") }) : t("send.now")}</p>
      {channels.includes("push") && <p className="muted">{t("send.quietAt")}</p>}
    </>
  );
}

function ConfirmField({ error, typed }: { error?: string; typed?: string }) {
  const { t } = useTranslation("campaigns");
  const message = useMessage();
  const described = error ? "confirmed-hint confirmed-error" : "confirmed-hint";
  return (
    <div className="field">
      <label htmlFor="confirmed">{t("send.confirm")}</label>
      <p className="hint" id="confirmed-hint">
        {t("send.confirmHint", { count: confirmedAbove })}
      </p>
      <input
        id="confirmed"
        name="confirmed"
        className="control max-w-48"
        inputMode="numeric"
        autoComplete="off"
        required
        defaultValue={typed}
        aria-describedby={described}
        aria-invalid={error ? true : undefined}
      />
      {error && (
        <p className="field-error" id="confirmed-error" role="alert">
          {message(error)}
        </p>
      )}
    </div>
  );
}

export const ErrorBoundary = OfficeError;

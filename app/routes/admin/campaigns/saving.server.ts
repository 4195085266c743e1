import type { AppLoadContext } from "@remix-run/node";
import { fillVariables } from "#contract/accounts/campaign-variables";
import { type Audience, type CampaignRecord, type CampaignView, campaignsApi } from "#contract/accounts/campaigns";
import { franceWallTime } from "#contract/formats/france-time";
import { typeset } from "#contract/formats/french-spaces";
import { locales } from "#contract/formats/locale";
import { readIn } from "#contract/formats/localized-text";
import { ApiError } from "~/api/api-error";
import { flashRefusal, flashToast } from "~/api/flash.server";
import { renderMarkdown } from "~/subjects/articles/markdown.server";
import { fileFacts } from "~/ui/file-facts";

/** What a button of the form does once the campaign is saved. */
const intents = ["save", "count", "test", "continue"] as const;

/** Where the form leads after saving, with the toast of that page. A test is sent here. */
export async function afterSaving(context: AppLoadContext, id: string, form: FormData, saved: "created" | "saved") {
  const { api, t } = context;
  const intent = intents.find((one) => one === form.get("intent")) ?? "save";
  const page = `/dashboard/admin/notifications/${id}`;
  if (intent === "continue") return { to: `${page}/send` };
  if (intent === "test") {
    await sendTest(context, id);
    return { to: `${page}/edit` };
  }
  return { to: `${page}/edit`, toast: intent === "count" && saved === "saved" ? undefined : { title: t(`campaigns:${saved}`) } };

  async function sendTest(within: AppLoadContext, campaign: string) {
    api.idempotencyKey = undefined;
    try {
      await api.call(campaignsApi.test, { params: { id: campaign } });
      flashToast(within, { title: t("campaigns:tested") });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429) throw error;
      flashRefusal(within, error.body.title);
    }
  }
}

/** What a campaign looks like in both languages. */
export function previewOf({ t }: AppLoadContext, campaign: CampaignRecord) {
  return Object.fromEntries(
    locales.map((locale) => {
      const { title, sentence, body, label } = campaign;
      const read = readIn(locale, body);
      const values = campaign.event?.sample[locale];
      const text = values ? { ...read, text: fillVariables(read.text, values as Parameters<typeof fillVariables>[1]) } : read;
      return [
        locale,
        {
          title: printed(readIn(locale, title)),
          sentence: printed(readIn(locale, sentence)),
          html: renderMarkdown(text.text, { textLocale: text.locale, pageLocale: locale }),
          bodyLocale: text.locale,
          attachments: campaign.attachments.map(({ id, title, ...file }) => ({
            id,
            title: readIn(locale, title),
            facts: fileFacts(locale, file),
          })),
          label: campaign.path
            ? readIn(locale, label).text || t(campaign.event ? "campaigns:preview.openEvent" : "campaigns:preview.open")
            : null,
          canStop: campaign.event === null,
        },
      ];
    }),
  ) as Record<(typeof locales)[number], Preview>;
}

/** A typed text with the spaces and apostrophes that its language is printed with. */
const printed = ({ text, locale }: ReturnType<typeof readIn>) => ({ text: typeset(text, locale), locale });

export type Preview = {
  title: ReturnType<typeof readIn>;
  sentence: ReturnType<typeof readIn>;
  html: ReturnType<typeof renderMarkdown>;
  bodyLocale: (typeof locales)[number];
  label: string | null;
  /** Whether its mail has a link that stops others like it. */
  canStop: boolean;
  attachments: { id: string; title: ReturnType<typeof readIn>; facts: string }[];
};

/** The form's values of a campaign. */
export function valuesOf({ view, scheduledAt, path, ...campaign }: CampaignRecord) {
  const { roles, sectorIds, topic, title, sentence, body, label, channels, attachmentIds, eventStatuses, quotaIds } = campaign;
  const subscribers = campaign.subscribers ? ("on" as const) : undefined;
  const chosen = campaign.chosen === null ? undefined : ("on" as const);
  const at = scheduledAt ? franceWallTime(new Date(scheduledAt)).slice(0, 16) : undefined;
  const when = scheduledAt ? ("later" as const) : ("now" as const);
  return {
    roles,
    subscribers,
    sectorIds,
    topic,
    title,
    sentence,
    body,
    label,
    channels,
    attachmentIds,
    viewId: view?.id,
    chosen,
    eventId: campaign.eventId ?? undefined,
    eventStatuses,
    quotaIds,
    path: path ?? undefined,
    when,
    at,
  };
}

/** The choices of a form with the campaign's own view, even when it is gone or another person's. */
export function withOwnView<Choices extends { views: Pick<CampaignView, "id" | "name" | "list">[] }>(
  choices: Choices,
  { view }: CampaignRecord,
) {
  if (!view || choices.views.some(({ id }) => id === view.id)) return choices;
  return { ...choices, views: [{ id: view.id, name: view.name, list: view.list }, ...choices.views] };
}

/** Who would get a campaign now. */
export function audienceOf(
  { api }: AppLoadContext,
  { id, roles, subscribers, sectorIds, view, chosen, others, eventId, eventStatuses, quotaIds, topic, channels }: CampaignRecord,
): Promise<Audience> {
  // Only what the draft itself stores of its audience is looked up by its id.
  const stored = view || chosen !== null || others ? id : undefined;
  const ofOthers = { chosen: chosen !== null, eventId, eventStatuses, quotaIds };
  return api.call(campaignsApi.audience, {
    body: { id: stored, roles, subscribers, sectorIds, viewId: view?.id, ...ofOthers, topic, channels },
  });
}

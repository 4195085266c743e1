import { and, eq } from "drizzle-orm";
import { startDueCampaigns } from "#backend/modules/campaigns/starting";
import { endCampaigns } from "#backend/modules/campaigns/stopping";
import { campaigns } from "#backend/modules/campaigns/tables";
import { notices } from "#backend/modules/notices/tables";
import type { CampaignDraft } from "#contract/accounts/campaign-drafts";
import { type Audience, type CampaignRecord, type ChannelResult, campaignsApi } from "#contract/accounts/campaigns";
import type { TestBackend } from "./backend";
import { runDue } from "./tasks";

const path = campaignsApi.create.path;

export const aCampaign: CampaignDraft = {
  roles: ["VOLUNTEER"],
  subscribers: false,
  chosen: false,
  sectorIds: [],
  eventStatuses: [],
  quotaIds: [],
  topic: "association",
  title: { fr: "Samedi, on collecte", en: "Collecting on Saturday" },
  sentence: { fr: "Deux heures de votre temps, près de chez vous.", en: "Two hours of your time, near you." },
  body: { fr: "Venez **nombreux** : [le calendrier](/news).", en: "Come **along**: [the calendar](/news)." },
  label: { fr: "Réserver", en: "Book" },
  path: "/news",
  channels: ["inbox", "email"],
  attachmentIds: [],
  when: "now",
};

/** What staff do with campaigns, as requests with somebody's cookie. */
export function campaignOffice(backend: TestBackend, cookie: string) {
  const post = (address: string, json?: unknown) => backend.request(address, { method: "POST", cookie, json: json ?? {} });
  const get = async (id: string) =>
    (await (await backend.request(`${path}/${id}`, { cookie })).json()) as { campaign: CampaignRecord; results: ChannelResult[] };
  return {
    post,
    get,
    async create(more: Partial<CampaignDraft> = {}): Promise<string> {
      const answer = await post(path, { ...aCampaign, ...more });
      if (answer.status !== 201) throw new Error(`the campaign was not created: ${await answer.text()}`);
      return ((await answer.json()) as { id: string }).id;
    },
    start: async (id: string, confirmed?: number) => post(`${path}/${id}/start`, { version: (await get(id)).campaign.version, confirmed }),
    step: (id: string, step: string) => post(`${path}/${id}/steps`, { step }),
    async audience({ id, ...more }: Partial<CampaignDraft> & { id?: string } = {}): Promise<Audience> {
      const { roles, subscribers, sectorIds, viewId, chosen, eventId, eventStatuses, quotaIds, topic, channels } = {
        ...aCampaign,
        ...more,
      };
      const ofEvent = { chosen, eventId, eventStatuses, quotaIds };
      return (await (
        await post(campaignsApi.audience.path, { id, roles, subscribers, sectorIds, viewId, ...ofEvent, topic, channels })
      ).json()) as Audience;
    },
  };
}

/** What the background does: scheduled campaigns, their tasks, and their ends. */
export async function runCampaigns(backend: TestBackend) {
  await startDueCampaigns(backend.services);
  await runDue(backend);
  await endCampaigns(backend.services);
}

export async function storedCampaign({ services: { db } }: TestBackend, id: string) {
  const [row] = await db.select().from(campaigns).where(eq(campaigns.id, id));
  if (!row) throw new Error("there is no such campaign");
  return row;
}

export const noticesOf = ({ services: { db } }: TestBackend, id: string, channel: "inbox" | "email" | "push") =>
  db
    .select()
    .from(notices)
    .where(and(eq(notices.campaignId, id), eq(notices.channel, channel)));

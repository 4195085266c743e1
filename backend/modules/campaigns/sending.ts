import { and, eq, inArray } from "drizzle-orm";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { plainWords } from "#backend/modules/mails/markdown";
import { writeNotices } from "#backend/modules/mails/notice-writing";
import { queueMails } from "#backend/modules/mails/outbox";
import { readerOf } from "#backend/modules/mails/preferences";
import type { CampaignMailTopic } from "#backend/modules/mails/topics";
import { newsletterSubscribers } from "#backend/modules/newsletter/tables";
import { visibleTo } from "#backend/modules/people/filters";
import { users } from "#backend/modules/users/tables";
import type { ItemResult, TaskCall, TaskWork } from "#backend/worker/task-kind";
import { fillVariables } from "#contract/accounts/campaign-variables";
import type { LeftOutReason } from "#contract/accounts/campaigns";
import type { NoticeChannel } from "#contract/accounts/inbox";
import type { OptionalTopic } from "#contract/accounts/notifications";
import { franceDay } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import { readIn } from "#contract/formats/localized-text";
import { choiceOf, meantBy, reachOf, reasonOfSubscriber, writesToSubscribers } from "./audience.ts";
import { lockNewsletters, lockOthersOf } from "./earlier.ts";
import type { StoredCampaign } from "./records.ts";
import { accountPage, keyOf, subscribersNamed } from "./results.ts";
import { campaigns } from "./tables.ts";
import { type VariableValues, variablesFor } from "./variables.ts";

/** The mail of a campaign's topic, which says why somebody gets it and how to stop it. */
export const mailTopicOf = ({ topic }: Pick<StoredCampaign, "topic">): CampaignMailTopic => `campaign_${topic}`;

/** What notices store of a campaign: its title in the language of the person, and the page that it opens. */
export function valuesOf({ title, path }: StoredCampaign, locale: Locale, mark = ""): Record<string, string> {
  return { title: `${mark}${readIn(locale, title).text}`, ...(path && { path }) };
}

/** The text of its mail, as the reader's language has it, or in French; about an event, with what its variables say to them. */
export function textFor({ body, label }: StoredCampaign, locale: Locale, variables?: VariableValues) {
  const read = readIn(locale, body);
  return {
    body: variables ? { ...read, text: fillVariables(read.text, wordsOf(variables)) } : read,
    label: readIn(locale, label).text || undefined,
  };
}

/** Names and places are words: none of their signs is a mark of the text around them. */
const wordsOf = (variables: VariableValues) =>
  Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, plainWords(value)])) as VariableValues;

/** Sends a campaign to the people of a chunk: notices and mails are written with the outcomes of the task, each once. */
export const sendingTask: TaskWork<{ id: string }> = {
  nameOf: () => "campaign",
  listOf: () => "/dashboard/admin/notifications",
  async act(call, ids) {
    const { db, body } = call;
    const [campaign] = await db.select().from(campaigns).where(eq(campaigns.id, body.id));
    if (campaign?.state !== "sending") return new Map();
    if (campaign.topic === "newsletter") await lockNewsletters(db);
    if (campaign.othersOf) await lockOthersOf(db, campaign.othersOf);
    const people = [...(await peopleOf(call, campaign, ids)), ...(await subscribersOf(call, campaign, ids))];
    const reached = people.filter(({ reason }) => reason === null);
    await deliver(call, campaign, reached);
    const outcomes = people.map(({ id, reason }): [string, ItemResult] => [id, reason && `campaigns:left.${reason}`]);
    return new Map([...ids.map((id): [string, ItemResult] => [id, "campaigns:left.changed"]), ...outcomes]);
  },
  async describe({ db, actor }, ids) {
    const { id, firstName, lastName } = users;
    const rows = await db
      .select({ id, firstName, lastName })
      .from(users)
      .where(and(inArray(id, ids), visibleTo(actor)));
    const people = rows.map((row) => ({ ...row, name: `${row.firstName} ${row.lastName}`, path: accountPage(row.id) }));
    return new Map([...people, ...(await subscribersNamed(db, actor, ids))].map(({ id, name, path }) => [id, { name, path }]));
  },
};

/** Who of them is still meant, with the channels of now: somebody may have unsubscribed since the campaign started. */
function peopleOf({ db, actor, clock }: TaskCall<unknown>, campaign: StoredCampaign, ids: string[]) {
  const { inbox, email, push, reason } = reachOf(db, campaign, clock());
  return db
    .select({ id: users.id, mailbox: users.email, locale: users.locale, firstName: users.firstName, inbox, email, push, reason })
    .from(users)
    .where(and(inArray(users.id, ids), meantBy(db, actor, campaign, clock())))
    .orderBy(users.id);
}

/** The same of those who have no account: whoever has withdrawn since the campaign started is left out. */
async function subscribersOf({ db, actor, clock }: TaskCall<unknown>, campaign: StoredCampaign, ids: string[]): Promise<Checked[]> {
  if (!campaign.subscribers || !writesToSubscribers(actor)) return [];
  const { id, email, locale } = newsletterSubscribers;
  const rows = await db
    .select({ id, mailbox: email, locale, reason: reasonOfSubscriber(db, campaign, clock()) })
    .from(newsletterSubscribers)
    .where(inArray(id, ids))
    .orderBy(id);
  const common = { isSubscriber: true, inbox: false, email: true, push: false };
  return rows.map((row) => ({ ...row, ...common }));
}

type Reached = {
  id: string;
  /** Without an account. */
  isSubscriber?: boolean;
  mailbox: string;
  locale: Locale;
  firstName?: string;
  inbox: boolean;
  email: boolean;
  push: boolean;
};
type Checked = Reached & { reason: LeftOutReason | null };

async function deliver(services: Services, campaign: StoredCampaign, people: Reached[]) {
  const variablesOf = await variablesFor(services, campaign, people);
  const common = people.map((person) => ({
    ...{ person, channels: channelsOf(person), dedupeKey: keyOf(campaign.id, person.id) },
    variables: variablesOf(person),
  }));
  await deliverTo(services, campaign, common, choiceOf(campaign.topic));
}

const channelsOf = ({ inbox, email, push }: Pick<Reached, "inbox" | "email" | "push">): NoticeChannel[] => [
  ...(inbox ? (["inbox"] as const) : []),
  ...(email ? (["email"] as const) : []),
  ...(push ? (["push"] as const) : []),
];

type Delivery = {
  person: Omit<Reached, "inbox" | "email" | "push">;
  channels: NoticeChannel[];
  dedupeKey: string;
  mark?: string;
  variables?: VariableValues;
};

/** `about`: what the mails can be stopped by. */
async function deliverTo(services: Services, campaign: StoredCampaign, all: Delivery[], about: OptionalTopic | undefined) {
  const topic = mailTopicOf(campaign);
  const campaignId = campaign.id;
  const record = campaign.eventId ? ({ subject: "event", subjectId: campaign.eventId } as const) : undefined;
  const mailed = all.filter(({ channels }) => channels.includes("email"));
  await queueMails(
    services,
    topic,
    mailed.map(({ person: { id, isSubscriber, mailbox, locale, firstName }, channels, dedupeKey, mark, variables }) => ({
      ...{ to: { ...(isSubscriber ? { subscriberId: id } : { userId: id }), email: mailbox, locale, firstName }, dedupeKey },
      values: valuesOf(campaign, locale, mark),
      ...{ own: textFor(campaign, locale, variables), attachmentIds: campaign.attachmentIds, notices: { channels, campaignId }, record },
    })),
    about,
  );
  const createdAt = services.clock();
  const others = all.filter(({ channels }) => !channels.includes("email"));
  await writeNotices(
    services.db,
    topic,
    others.map(({ person: { id, locale }, channels, dedupeKey, mark }) => ({
      ...{ userId: id, values: valuesOf(campaign, locale, mark), dedupeKey, createdAt, channels, campaignId, about: record },
    })),
    about,
  );
}

/** Sends a campaign to the actor alone, by those of its channels that they have; its title says that it is a test. */
export async function sendTest(services: Services, actor: Actor, campaign: StoredCampaign, dedupeKey: string) {
  const { translate } = services;
  const [self] = await services.db
    .select({ id: users.id, mailbox: users.email, locale: users.locale, firstName: users.firstName })
    .from(users)
    .where(eq(users.id, actor.id));
  if (!self) return;
  const mark = `${translate(self.locale, "mails:frame.test")} `;
  // Whoever does not want the topic gets a test all the same, without the link that stops it.
  const choice = choiceOf(campaign.topic);
  const wanted = choice && (await readerOf(services.db, actor.id, choice, { day: franceDay(services.clock()) }));
  const variables = (await variablesFor(services, campaign, [self]))(self);
  const test = { person: self, channels: campaign.channels, dedupeKey, mark, variables };
  await deliverTo(services, campaign, [test], wanted && choice);
  services.wakeMail();
}

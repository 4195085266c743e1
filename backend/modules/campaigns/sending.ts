import { and, eq, inArray } from "drizzle-orm";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { newRegistrationLinks } from "#backend/modules/event-registrations/guest-links";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
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
import { guestsAddressed, guestsNamed, reasonOfGuest } from "./guests.ts";
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

/**
 * The same for a guest, whose button opens their registration: a page that everybody may open is linked in the text. The label is the one that was written
 * where the button opens the registration of others as well.
 */
function textForGuest(campaign: StoredCampaign, locale: Locale, variables?: VariableValues) {
  const { path, eventId } = campaign;
  const { body, label } = textFor(campaign, locale, variables);
  if (!path || path === `/dashboard/events/${eventId}`) return { body, label };
  const link = needsAccount.test(path) ? "" : `\n\n[${plainWords(label ?? path)}](<${path}>)`;
  return { body: { ...body, text: body.text + link }, label: undefined };
}

const needsAccount = /^\/(en\/)?(dashboard|account)(\/|[?#]|$)/;

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
    const others = [...(await subscribersOf(call, campaign, ids)), ...(await guestsOf(call, campaign, ids))];
    const people = [...(await peopleOf(call, campaign, ids)), ...others];
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
    const others = [...(await subscribersNamed(db, actor, ids)), ...(await guestsNamed(db, actor, ids))];
    return new Map([...people, ...others].map(({ id, name, path }) => [id, { name, path }]));
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

/** The same of guests, by their registrations: whoever has cancelled is left out. */
async function guestsOf({ db, actor }: TaskCall<unknown>, campaign: StoredCampaign, ids: string[]): Promise<Checked[]> {
  if (!campaign.eventId) return [];
  const { id, guestEmail, guestLocale, name } = eventRegistrations;
  const rows = await db
    .select({ id, guestEmail, guestLocale, firstName: name, reason: reasonOfGuest(db, campaign) })
    .from(eventRegistrations)
    .where(and(inArray(id, ids), guestsAddressed(db, actor, campaign)))
    .orderBy(id);
  const common = { isGuest: true, inbox: false, email: true, push: false };
  return rows.map(({ guestEmail: mailbox, guestLocale: locale, ...row }) => ({
    ...row,
    mailbox: mailbox ?? "",
    locale: locale ?? "fr",
    ...common,
  }));
}

type Reached = {
  /** Of an account, a subscriber or a registration. */
  id: string;
  /** Without an account. */
  isSubscriber?: boolean;
  /** Registered without an account. */
  isGuest?: boolean;
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
  const guests = mailed.filter(({ person }) => person.isGuest).map(({ person: { id } }) => ({ id, endsAt: null }));
  const links = await newRegistrationLinks(services, guests);
  await queueMails(
    services,
    topic,
    mailed.map(({ person, channels, dedupeKey, mark, variables }) => ({
      ...{ to: { ...whoseMail(person), email: person.mailbox, locale: person.locale }, dedupeKey, link: links.get(person.id) },
      values: valuesOf(campaign, person.locale, mark),
      own: (person.isGuest ? textForGuest : textFor)(campaign, person.locale, variables),
      ...{ attachmentIds: campaign.attachmentIds, notices: { channels, campaignId }, record },
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

/** Of an account, a subscriber, or a guest, whose mails begin without a name. */
function whoseMail({ id, isSubscriber, isGuest, firstName }: Delivery["person"]) {
  if (isGuest) return { registrationId: id };
  return isSubscriber ? { subscriberId: id } : { userId: id, firstName };
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

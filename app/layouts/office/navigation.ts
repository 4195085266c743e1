import type { ParseKeys } from "i18next";
import {
  CalendarDays,
  Clock,
  HandCoins,
  History,
  House,
  type IconNode,
  IdCard,
  LayoutGrid,
  Mail,
  MapPin,
  MessagesSquare,
  Newspaper,
  PenLine,
  ReceiptText,
  UserCheck,
  Users,
} from "lucide";
import { type QueueName, queueLists } from "#contract/charity/queue-lists";
import type { WorkQueue } from "#contract/charity/work-queues";
import { contentNames } from "#contract/publishing/content-names";
import type { PagePath } from "~/pages";
import { tools } from "./tools";

type Label = ParseKeys<"dashboard">;
/** A list under an entry, shown as a tab, with its work queue. */
type OfficeTab = { label: Label; to: PagePath; queue?: QueueName };
export type OfficeEntry = {
  label: Label;
  icon: IconNode;
  /** The lists of the entry, the first one first: it leads to the first in which something waits, otherwise to the first that is open. */
  tabs: OfficeTab[];
  /** Whether it is in the bar on a phone. */
  bar?: true;
  /** Its shorter label there. */
  barLabel?: Label;
  /** Hidden from those who may open this page, which replaces it. */
  unless?: PagePath;
};
export type OfficeGroup = { label?: Label; entries: OfficeEntry[] };

/** The back-office's navigation: what is used every day. The other pages are among the tools. An entry shows to those who may open one of its pages. */
export const officeGroups: OfficeGroup[] = [
  {
    entries: [
      { label: "nav.home", icon: House, bar: true, barLabel: "nav.homeShort", tabs: [{ label: "nav.home", to: "/dashboard" }] },
      {
        label: "nav.myTracking",
        icon: History,
        bar: true,
        unless: "/dashboard/tools",
        tabs: [
          { label: "nav.myTracking", to: "/dashboard/my-tracking" },
          { label: "nav.myFile", to: "/dashboard/my-file" },
        ],
      },
      {
        label: "nav.ownReceipts",
        icon: ReceiptText,
        bar: true,
        tabs: [{ label: "nav.ownReceipts", to: "/dashboard/donator/fiscal-receipts" }],
      },
      {
        label: "nav.pending",
        icon: UserCheck,
        bar: true,
        tabs: [
          { label: "nav.accounts", to: "/dashboard/admin/users/pending-approval", queue: "accounts" },
          { label: "nav.documents", to: "/dashboard/admin/documents", queue: "documents" },
        ],
      },
      {
        label: "nav.chats",
        icon: MessagesSquare,
        bar: true,
        tabs: [{ label: "nav.chats", to: "/dashboard/admin/verification-chats", queue: "chats" }],
      },
      {
        label: "nav.myEvents",
        icon: CalendarDays,
        bar: true,
        // A page that administrators alone open. Who looks after the events of a sector opens the list of events too, and takes part in them.
        unless: "/dashboard/admin/events/scan",
        tabs: [
          { label: "nav.coming", to: "/dashboard/events" },
          { label: "nav.mine", to: "/dashboard/my-events" },
        ],
      },
      {
        label: "nav.messages",
        icon: Mail,
        tabs: [
          { label: "nav.contact", to: "/dashboard/admin/messages", queue: "messages" },
          { label: "nav.applications", to: "/dashboard/admin/jobs/applications", queue: "applications" },
        ],
      },
    ],
  },
  {
    label: "nav.act",
    entries: [
      {
        label: "nav.people",
        icon: Users,
        bar: true,
        tabs: [
          { label: "nav.volunteers", to: "/dashboard/admin/users/volunteers" },
          { label: "nav.drivers", to: "/dashboard/admin/users/drivers", queue: "drivers" },
          { label: "nav.beneficiaries", to: "/dashboard/admin/users/beneficiaries" },
          { label: "nav.donators", to: "/dashboard/admin/users/donators" },
        ],
      },
      { label: "nav.events", icon: CalendarDays, tabs: [{ label: "nav.events", to: "/dashboard/admin/events", queue: "places" }] },
      {
        label: "nav.hours",
        icon: Clock,
        tabs: [
          { label: "nav.ownHours", to: "/dashboard/volunteer-hours" },
          { label: "nav.hoursOfAll", to: "/dashboard/admin/volunteer-hours", queue: "hours" },
          { label: "nav.ownExpenses", to: "/dashboard/expenses" },
          { label: "nav.expenses", to: "/dashboard/admin/expense-claims", queue: "expenses" },
        ],
      },
      { label: "nav.memberships", icon: IdCard, tabs: [{ label: "nav.memberships", to: "/dashboard/admin/memberships", queue: "proofs" }] },
      {
        label: "nav.donations",
        icon: HandCoins,
        tabs: [
          { label: "nav.payments", to: "/dashboard/admin/donations" },
          { label: "nav.pledges", to: "/dashboard/admin/donations/pledges", queue: "pledges" },
          { label: "nav.inKind", to: "/dashboard/admin/donations/in-kind", queue: "giftValues" },
          { label: "nav.statements", to: "/dashboard/admin/donations/statements" },
          { label: "nav.cheques", to: "/dashboard/admin/donations/cheques" },
          { label: "nav.cash", to: "/dashboard/admin/donations/cash" },
          { label: "nav.receipts", to: "/dashboard/admin/fiscal-receipts", queue: "receipts" },
        ],
      },
    ],
  },
  {
    label: "nav.publish",
    entries: [
      {
        label: "nav.articles",
        icon: Newspaper,
        tabs: [
          { label: "nav.articles", to: "/dashboard/admin/news", queue: "articles" },
          { label: "nav.themes", to: "/dashboard/admin/news/themes" },
        ],
      },
      {
        label: "nav.write",
        icon: PenLine,
        bar: true,
        unless: "/dashboard/admin/news",
        tabs: [{ label: "nav.write", to: "/dashboard/admin/news/create" }],
      },
      { label: "nav.sectors", icon: MapPin, tabs: [{ label: "nav.sectors", to: "/dashboard/admin/sectors" }] },
      {
        label: "nav.tools",
        icon: LayoutGrid,
        bar: true,
        barLabel: "nav.toolsShort",
        tabs: [{ label: "nav.tools", to: "/dashboard/tools" }],
      },
    ],
  },
];

/** The entries with pages that are open, in their groups, each with those alone. */
export function navigationTo(open: readonly PagePath[]): OfficeGroup[] {
  return officeGroups
    .map((group) => ({
      ...group,
      entries: group.entries
        .filter(({ unless }) => !unless || !open.includes(unless))
        .map((entry) => ({ ...entry, tabs: entry.tabs.filter(({ to }) => open.includes(to)) }))
        .filter(({ tabs }) => tabs.length > 0),
    }))
    .filter(({ entries }) => entries.length > 0);
}

const all = "/dashboard/tools";
const contentLists = contentNames.map((name) => `/dashboard/admin/${name}` as const);
const isAll = ({ tabs }: Pick<OfficeEntry, "tabs">) => tabs.some(({ to }) => to === all);

/** How many entries the bar on a phone has room for. */
const barLength = 5;

/** The entries of the bar on a phone: where there are too many, the first ones and all tools, which leads to the others. */
export function barEntries(groups: readonly OfficeGroup[]): OfficeEntry[] {
  const entries = groups.flatMap((group) => group.entries.filter(({ bar }) => bar));
  if (entries.length <= barLength) return entries;
  const last = entries.filter(isAll);
  return [...entries.filter((entry) => !isAll(entry)).slice(0, barLength - last.length), ...last];
}

/**
 * The entry that a page belongs to: that of the list whose path is the longest that the page's begins with. Tools, and content that no other
 * entry names, belong to the entry of all tools; the dashboard, which every path begins with, has itself only.
 */
export function currentEntry(groups: OfficeGroup[], path: string): OfficeEntry | undefined {
  const entries = groups.flatMap((group) => group.entries);
  const lists = entries.flatMap((entry) => entry.tabs.map(({ to }) => ({ to, entry })));
  const allTools = entries.find(isAll);
  // A form for a new record belongs to its list.
  const ofTheirOwn = tools.map(({ to }) => to).filter((to) => !to.endsWith("/create"));
  const owners = [...lists, ...[...ofTheirOwn, ...contentLists].map((to) => ({ to, entry: allTools }))].filter(
    ({ to }) => path === to || (to !== "/dashboard" && path.startsWith(`${to}/`)),
  );
  return owners.sort((a, b) => b.to.length - a.to.length)[0]?.entry;
}

type Queues = Partial<Record<QueueName, WorkQueue>>;
const ofTools = tools.flatMap(({ queue }) => queue ?? []);

/** The work queues under an entry, those of the tools under the entry of all tools: how many wait, and whether one is overdue. */
export function waitingIn(entry: Pick<OfficeEntry, "tabs">, queues: Queues) {
  const names = [...entry.tabs.flatMap(({ queue }) => queue ?? []), ...(isAll(entry) ? ofTools : [])];
  const waiting = names.flatMap((name) => queues[name] ?? []);
  return { count: waiting.reduce((sum, { count }) => sum + count, 0), late: waiting.some(({ late }) => late > 0) };
}

/** The URL of a list or of a tool: what waits in it, as long as something does. */
export function pathOf({ to, queue }: Pick<OfficeTab, "to" | "queue">, queues: Queues): string {
  return queue && queues[queue]?.count ? queueLists[queue].waiting : to;
}

/** The URL of an entry: what waits in the first of its lists in which something does, otherwise its first list. */
export function entryPath({ tabs }: Pick<OfficeEntry, "tabs">, queues: Queues): string {
  const tab = tabs.find(({ queue }) => queue && queues[queue]?.count) ?? tabs[0];
  return tab ? pathOf(tab, queues) : "/dashboard";
}

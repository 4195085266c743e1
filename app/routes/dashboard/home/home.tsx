import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { inboxApi, unreadLabel } from "#contract/accounts/inbox";
import type { Role } from "#contract/accounts/roles";
import { dashboardApi, type Dashboard as Overview } from "#contract/charity/dashboard";
import { kitOrdersApi } from "#contract/charity/kit-orders";
import { type WorkQueues, workQueuesApi } from "#contract/charity/work-queues";
import { costAfterTax, type GiftTax, type Giver } from "#contract/giving/gift-tax";
import { shortcutsApi } from "#contract/publishing/shortcuts";
import { gate } from "~/access/gate.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { ShortcutsPanel } from "~/subjects/shortcuts/shortcuts-panel";
import { formatDate } from "~/ui/local-date";
import { useNow } from "~/ui/now";
import { usePage } from "~/ui/page-context";
import { AccountsBand } from "./accounts-band";
import { AgendaPanel } from "./agenda-panel";
import { FilePanel, NearPanel } from "./file-panel";
import { followUpOf } from "./follow-up.server";
import { FollowUpPanel } from "./follow-up-panel";
import { GiftsPanel } from "./gifts-panel";
import { KitBand } from "./kit-band";
import { KitsPanel } from "./kits-panel";
import { missingFactsOf, openingOf } from "./missing-facts.server";
import { MissingFactsPanel } from "./missing-facts-panel";
import { MembershipPanel, NewsPanel, SectorPanel, SectorsPanel } from "./news-and-sector-panels";
import { FurtherAction, NextAction } from "./next-action";
import { OpeningPanel } from "./opening-panel";
import { type OwnNames, ownNames } from "./own-names.server";
import { type Pressing, pressingQueue } from "./pressing-queue";
import { QueueBand } from "./queue-band";
import { QueueTiles } from "./queue-tiles";
import { AddressPanel, ReceiptsPanel } from "./receipt-panels";
import { RunningOutPanel } from "./running-out-panel";
import { ShopPanel } from "./shop-panel";
import { UnreadPanel } from "./unread-panel";
import { MyArticlesPanel } from "./writing-panels";

export const handle = { i18n: ["dashboard", "articles", "news", "donations", "events", "kits"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const { firstName, role } = await gate(args, "/dashboard");
  const { api, settings, t } = args.context;
  const isStaff = role === "ADMIN" || role === "VOLUNTEER";
  const [overview, shortcuts, work, inbox, kits] = await Promise.all([
    api.call(dashboardApi.get),
    api.call(shortcutsApi.mine),
    isStaff ? api.call(workQueuesApi.mine) : nothingWaits,
    // Staff have the bell for it, and queues of their own here.
    isStaff ? null : api.call(inboxApi.summary),
    role === "BENEFICIARY" ? api.call(kitOrdersApi.next) : null,
  ]);
  return {
    name: firstName,
    role,
    overview,
    work,
    inbox,
    ownKits: kits,
    shortcuts: shortcuts.items,
    opening: overview.missingFacts && openingOf(overview.missingFacts.steps, t),
    missingFacts: overview.missingFacts && missingFactsOf(overview.missingFacts, settings.missing, t),
    followUp: followUpOf(overview, role, t),
    names: ownNames(overview, t),
    giftCost: giftCostOf(overview, settings.giftTax, role === "DONATOR_MERCHANT" ? "company" : "person"),
    title: t("titles:/dashboard"),
  };
}

/** What the gifts of this year cost once the reduction is taken off; null where none is configured or nothing was given. */
function giftCostOf({ gifts }: Overview, tax: GiftTax | null, donor: Giver["donor"]): number | null {
  return tax && gifts && gifts.receivedCents > 0 ? costAfterTax(gifts.receivedCents, { donor, ...tax }) : null;
}

const nothingWaits: WorkQueues = { queues: {}, accountDays: [] };

export default function Dashboard() {
  const { name, role, overview, work, inbox, ownKits, shortcuts, opening, missingFacts, followUp, names, giftCost } =
    useLoaderData<typeof loader>();
  const { t } = useTranslation("dashboard");
  const now = useNow().toISOString();
  const { writing, news, agenda, shop } = overview;
  const gifts = giftsShown(role, overview);
  const pressing = pressingQueue(work.queues);
  const kit = ownKits?.next ?? ownKits?.open;
  const lead = useLead(pressing, work, { now, isOpening: !!opening, unread: inbox?.unread ?? 0 });
  return (
    <>
      <div>
        <h1 className="office-title">{t("hello", { name })}</h1>
        <p className="muted mt-1 first-letter:uppercase">{lead}</p>
      </div>
      {inbox && inbox.unread > 0 && <UnreadPanel unread={inbox.unread} latest={inbox.latest} />}
      {opening && <OpeningPanel opening={opening} />}
      {missingFacts && <MissingFactsPanel missingFacts={missingFacts} />}
      {ownKits && <KitBand kits={ownKits} />}
      {kit && <FurtherAction role={role} overview={overview} />}
      {!kit && (pressing || !opening) && <WorkBand role={role} pressing={pressing} overview={overview} days={work.accountDays} />}
      <QueueTiles queues={work.queues} role={role} except={pressing?.name} />
      <div className="grid gap-5 lg:grid-cols-[1.6fr_1fr] lg:items-start">
        <div className="grid gap-5">
          {shop && <ShopPanel shop={shop} names={names} />}
          {gifts && <GiftsPanel gifts={gifts} cost={giftCost} />}
          {(!overview.gifts || agenda.length > 0) && <AgendaPanel dates={agenda} now={now} role={role} />}
          {followUp.length > 0 && <FollowUpPanel lines={followUp} />}
          <ShortcutsPanel title={t("shortcuts")} shortcuts={shortcuts} />
          {writing && (role !== "ADMIN" || writing.mine.length > 0) && <MyArticlesPanel articles={writing.mine} />}
          {news.length > 0 && <NewsPanel articles={news} />}
        </div>
        <SidePanels role={role} overview={overview} names={names} />
      </div>
    </>
  );
}

/** What is read after the day's work: figures, sectors, the team, the person's file and membership. */
function SidePanels({ role, names, overview }: { role: Role; names: OwnNames; overview: Overview }) {
  const { kits, runningOut, sectors, team, gifts, file, membership } = overview;
  const isStaff = role === "ADMIN" || role === "VOLUNTEER";
  return (
    <div className="grid gap-5">
      {gifts?.lacksAddress && <AddressPanel />}
      {gifts && gifts.receipts.length > 0 && <ReceiptsPanel receipts={gifts.receipts} />}
      <KitsPanel months={kits} />
      {runningOut.length > 0 && <RunningOutPanel rows={runningOut} />}
      {sectors.length > 0 && <SectorsPanel sectors={sectors} />}
      {team && <SectorPanel team={team} reach={role !== "ADMIN"} />}
      {file && <FilePanel file={file} names={names} />}
      {file && <NearPanel services={file.near} />}
      {(membership || isStaff) && <MembershipPanel membership={membership} opens={isStaff} />}
    </div>
  );
}

/** The gifts of a donor. A shop gives goods: the panel of money is there once it has given some. */
function giftsShown(role: Role, { gifts }: Overview): Overview["gifts"] {
  const isEmpty = gifts?.items.length === 0 && gifts.receivedCents === 0;
  return role === "DONATOR_MERCHANT" && isEmpty ? null : gifts;
}

export const ErrorBoundary = OfficeError;

type Circumstances = { now: string; isOpening: boolean; unread: number };

/** The day, and what is most pressing on it. */
function useLead(pressing: Pressing | undefined, { queues }: WorkQueues, { now, isOpening, unread }: Circumstances): string {
  const { t } = useTranslation("dashboard");
  const { locale } = usePage();
  const date = formatDate(locale, now, "weekday");
  if (pressing) {
    const { name, queue } = pressing;
    const { count, late } = queue;
    if (name === "accounts") return late > 0 ? t("lead.late", { date, count: late }) : t("lead.accounts", { date, count });
    if (late > 0) return t("lead.lateQueue", { date, queue: t(`work.queue.${name}`), count: late });
    if (name === "articles") return t("lead.review", { date, count });
    return t("lead.waits", { date, count: Object.values(queues).reduce((sum, one) => sum + one.count, 0) });
  }
  if (unread > 0) return t("lead.unread", { date, count: unread, shown: unreadLabel(unread) });
  return t(isOpening ? "lead.opening" : "lead.quiet", { date });
}

type BandProps = { role: Role; pressing: Pressing | undefined; overview: Overview; days: number[] };

/** The queue to work on first; where nothing waits, the main task of this role. */
function WorkBand({ role, pressing, overview, days }: BandProps) {
  const { accounts, writing } = overview;
  const review = { oldest: writing?.toReview[0], waiting: writing?.waiting ?? 0 };
  if (!pressing || (pressing.name === "articles" && review.oldest)) return <NextAction role={role} overview={overview} {...review} />;
  if (pressing.name === "accounts" && accounts) return <AccountsBand queue={pressing.queue} accounts={accounts} days={days} />;
  return <QueueBand {...pressing} role={role} />;
}

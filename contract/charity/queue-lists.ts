import type { Role } from "../accounts/roles.ts";

type Path = `/dashboard/admin/${string}`;
type QueueList = { waiting: Path; late?: Path };

/** What waits for staff, in the order in which it is shown: the filtered list of each queue, and the one of what is overdue where the list has such a filter. */
export const queueLists = {
  accounts: { waiting: "/dashboard/admin/users/pending-approval", late: "/dashboard/admin/users/pending-approval?due=late" },
  chats: { waiting: "/dashboard/admin/verification-chats?status=waiting_staff", late: "/dashboard/admin/verification-chats?due=late" },
  drivers: { waiting: "/dashboard/admin/users/drivers?driver=ready" },
  documents: { waiting: "/dashboard/admin/documents?status=pending" },
  messages: { waiting: "/dashboard/admin/messages?status=new", late: "/dashboard/admin/messages?due=late" },
  applications: { waiting: "/dashboard/admin/jobs/applications?status=received", late: "/dashboard/admin/jobs/applications?due=late" },
  privacy: { waiting: "/dashboard/admin/privacy?status=open", late: "/dashboard/admin/privacy?due=late" },
  pledges: { waiting: "/dashboard/admin/donations/pledges?status=promised" },
  articles: { waiting: "/dashboard/admin/news?status=in_review" },
  testimonials: { waiting: "/dashboard/admin/testimonials/sent?status=submitted" },
  followUp: { waiting: "/dashboard/admin/tracking?show=mine&due=now", late: "/dashboard/admin/tracking?show=mine&due=overdue" },
  places: { waiting: "/dashboard/admin/events?pending=yes" },
  hours: { waiting: "/dashboard/admin/volunteer-hours?status=submitted&decidable=yes" },
  expenses: { waiting: "/dashboard/admin/expense-claims?status=sent&decidable=yes" },
  receipts: { waiting: "/dashboard/admin/fiscal-receipts/to-issue" },
  declarations: { waiting: "/dashboard/admin/fiscal-receipts/declaration" },
  proofs: { waiting: "/dashboard/admin/memberships?state=pending_approval" },
  giftValues: { waiting: "/dashboard/admin/donations/in-kind?value=requested&decidable=yes" },
} satisfies Record<string, QueueList>;
export type QueueName = keyof typeof queueLists;
export const queueNames = Object.keys(queueLists) as [QueueName, ...QueueName[]];

/** Where somebody works on a queue. Volunteers who publish have no list of all articles: the dashboard shows them what waits. */
export function listsOfQueue(name: QueueName, role: Role): { waiting: string; late?: string } {
  return name === "articles" && role !== "ADMIN" ? { waiting: "/dashboard#articles" } : queueLists[name];
}

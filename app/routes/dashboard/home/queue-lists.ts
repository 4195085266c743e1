import type { QueueName, WorkQueue } from "#contract/charity/work-queues";

/** The filtered list of each queue; filtered to overdue entries when there are any and the list supports it. */
const lists: Record<QueueName, { waiting: string; late?: string }> = {
  accounts: { waiting: "/dashboard/admin/users/pending-approval", late: "/dashboard/admin/users/pending-approval?due=late" },
  chats: { waiting: "/dashboard/admin/verification-chats?status=waiting_staff", late: "/dashboard/admin/verification-chats?due=late" },
  documents: { waiting: "/dashboard/admin/documents?status=pending" },
  messages: { waiting: "/dashboard/admin/messages?status=new", late: "/dashboard/admin/messages?due=late" },
  applications: { waiting: "/dashboard/admin/jobs/applications?status=received", late: "/dashboard/admin/jobs/applications?due=late" },
  privacy: { waiting: "/dashboard/admin/privacy?status=open", late: "/dashboard/admin/privacy?due=late" },
  pledges: { waiting: "/dashboard/admin/donations/pledges?status=promised" },
  followUp: { waiting: "/dashboard/admin/tracking?show=mine", late: "/dashboard/admin/tracking?show=mine&due=overdue" },
  hours: { waiting: "/dashboard/admin/volunteer-hours?status=submitted" },
  expenses: { waiting: "/dashboard/admin/expense-claims?status=sent" },
  articles: { waiting: "/dashboard/admin/news?status=in_review" },
};

/** Where to work on a queue. */
export function listOfQueue(name: QueueName, { late }: WorkQueue): string {
  const { waiting, late: overdue } = lists[name];
  return late > 0 && overdue ? overdue : waiting;
}

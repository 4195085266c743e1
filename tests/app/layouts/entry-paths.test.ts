import { expect, test } from "vitest";
import type { QueueName } from "#contract/charity/queue-lists";
import type { WorkQueue } from "#contract/charity/work-queues";
import { entryPath, officeGroups, waitingIn } from "~/layouts/office/navigation";

const entries = officeGroups.flatMap((group) => group.entries);
const entryOf = (label: string) => {
  const entry = entries.find((one) => one.label === label);
  if (!entry) throw new Error(`No entry ${label}`);
  return entry;
};
const waiting = (count: number, late = 0): WorkQueue => ({ count, oldest: null, late });
const queues: Partial<Record<QueueName, WorkQueue>> = {
  places: waiting(2),
  expenses: waiting(4),
  pledges: waiting(0),
  giftValues: waiting(1),
  privacy: waiting(3, 1),
  testimonials: waiting(2),
};

test("an entry leads to what waits in the first of its lists with something waiting, otherwise to its first list", () => {
  expect(entryPath(entryOf("nav.hours"), queues)).toBe("/dashboard/admin/expense-claims?status=sent&decidable=yes");
  expect(entryPath(entryOf("nav.donations"), queues)).toBe("/dashboard/admin/donations/in-kind?value=requested&decidable=yes");
  expect(entryPath(entryOf("nav.events"), queues)).toBe("/dashboard/admin/events?pending=yes");
  expect(entryPath(entryOf("nav.people"), queues)).toBe("/dashboard/admin/users/volunteers");
});

test("the entry of all tools counts what waits in them, and says when some is overdue", () => {
  expect(waitingIn(entryOf("nav.tools"), queues)).toEqual({ count: 5, late: true });
  expect(waitingIn(entryOf("nav.events"), queues)).toEqual({ count: 2, late: false });
});

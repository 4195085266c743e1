import { type QueueName, queueNames } from "#contract/charity/queue-lists";
import type { WorkQueue, WorkQueues } from "#contract/charity/work-queues";

export type Pressing = { name: QueueName; queue: WorkQueue };

/** The queue to work on first: of those with overdue entries the one that has waited longest, else the first that is not empty. */
export function pressingQueue(queues: WorkQueues["queues"]): Pressing | undefined {
  const filled = queueNames.flatMap((name) => {
    const queue = queues[name];
    return queue?.count ? [{ name, queue }] : [];
  });
  const [oldest] = filled.filter(({ queue }) => queue.late > 0).sort((one, other) => waitedSince(one) - waitedSince(other));
  return oldest ?? filled[0];
}

const waitedSince = ({ queue: { oldest } }: Pressing) => (oldest ? Date.parse(oldest) : Number.POSITIVE_INFINITY);

import type { SummarisedRecord, SummaryReader } from "#backend/dashboard/summary-records";
import type { Services } from "#backend/http/services";
import { summarisedMails } from "#backend/modules/mails/inbox-topics";
import { type SummaryTopic, summaryTopics } from "#contract/accounts/notifications";

export type Happened = { id: string; topic: string; recordId: string | null; path: string | null; createdAt: Date };

export type Records = Map<string, SummarisedRecord>;

/** The topic of a summary that a mail belongs to. */
export const summaryTopicOf = (mail: string): SummaryTopic | undefined =>
  summaryTopics.find((topic) => summarisedMails(topic).some((one) => one === mail));

/** The records that still exist and that the reader may open, as they are now. */
export async function recordsFor(
  services: Pick<Services, "db" | "translate" | "declarations">,
  reader: SummaryReader,
  happened: readonly Happened[],
): Promise<Records> {
  const records: Records = new Map();
  for (const { topic, find } of services.declarations.summaries) {
    const ids = new Set(happened.flatMap((one) => (one.recordId && summaryTopicOf(one.topic) === topic ? one.recordId : [])));
    if (ids.size === 0) continue;
    for (const [id, record] of await find(services, reader, [...ids])) records.set(id, record);
  }
  return records;
}

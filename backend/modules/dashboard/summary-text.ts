import type { Services } from "#backend/http/services";
import { plainWords } from "#backend/modules/mails/markdown";
import type { MailTopic } from "#backend/modules/mails/topics";
import { summaryTopics } from "#contract/accounts/notifications";
import { queueNames } from "#contract/charity/queue-lists";
import type { WorkQueues } from "#contract/charity/work-queues";
import { franceDay, writtenDay } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import { type Happened, type Records, summaryTopicOf } from "./summary-items.ts";

type Translate = Services["translate"];

/** Records of one topic that are listed; the others are counted. */
const mostListed = 20;
const settings = "/account/settings/notifications";

type Content = { happened: readonly Happened[]; records: Records; queues: WorkQueues["queues"]; since: readonly Date[]; at: Date };
type SummaryMail = { topic: Extract<MailTopic, "digest" | "work_summary">; values: Record<string, string>; text: string };

/** The mail of a summary, its text in Markdown; null when nothing happened and nothing waits. */
export function summaryMail(translate: Translate, locale: Locale, { happened, records, queues, since, at }: Content): SummaryMail | null {
  const t = (key: string, values?: Record<string, string>) => translate(locale, `mails:${key}`, values);
  const dayOf = (instant: Date) => writtenDay(locale, franceDay(instant));
  const waiting = waitingLines(translate, locale, queues)
    .map((line) => `- ${line}`)
    .join("\n");
  const choose = `[${t("frame.summary.choose")}](${settings})`;
  const whole = (topic: SummaryMail["topic"], items: string, values: Record<string, string> = {}) =>
    `${t(`${topic}.text`, { items: `\n${items}`, ...values })}\n\n${choose}`;
  if (happened.length === 0) {
    return waiting ? { topic: "work_summary", values: { date: dayOf(at) }, text: whole("work_summary", waiting) } : null;
  }
  const sections = [
    ...happenedSections(translate, locale, happened, records),
    ...(waiting ? [`## ${t("frame.summary.topic.waiting")}\n\n${waiting}`] : []),
  ];
  const first = new Date(Math.min(...since.map((instant) => instant.getTime())));
  const count = new Set(happened.map(({ recordId }) => recordId)).size;
  return { topic: "digest", values: { count: String(count) }, text: whole("digest", sections.join("\n\n"), { since: dayOf(first) }) };
}

/** A heading for each topic, and a line with a link for each record, of the last that happened to it. */
function happenedSections(translate: Translate, locale: Locale, happened: readonly Happened[], records: Records): string[] {
  return summaryTopics.flatMap((topic) => {
    const last = new Map(happened.flatMap((one) => (summaryTopicOf(one.topic) === topic ? [[one.recordId, one] as const] : [])));
    const lines = [...last.values()].map((one) => lineOf(translate, locale, one, records));
    if (lines.length === 0) return [];
    const more = lines.length - mostListed;
    const rest = more > 0 ? [`- ${translate(locale, "mails:frame.summary.more", { count: more })}`] : [];
    const heading = translate(locale, `mails:frame.summary.topic.${topic}`);
    return [`## ${heading}\n\n${[...lines.slice(0, mostListed), ...rest].join("\n")}`];
  });
}

function lineOf(translate: Translate, locale: Locale, { topic, path, recordId, createdAt }: Happened, records: Records): string {
  const record = records.get(recordId ?? "");
  const day = writtenDay(locale, franceDay(createdAt));
  const what = translate(locale, `mails:frame.summary.happened.${topic}`, { day });
  const done = record?.isDone ? ` ${translate(locale, "mails:frame.summary.done")}` : "";
  return `- [${plainWords(record?.name ?? "")}](${path ?? settings}), ${what}${done}`;
}

/** One line a queue: its name, how many wait, and since when. */
function waitingLines(translate: Translate, locale: Locale, queues: WorkQueues["queues"]): string[] {
  return queueNames.flatMap((name) => {
    const queue = queues[name];
    if (!queue?.count) return [];
    const what = translate(locale, `mails:frame.waiting.${name}`, { count: queue.count });
    const day = queue.oldest ? writtenDay(locale, franceDay(new Date(queue.oldest))) : "";
    return [translate(locale, queue.late > 0 ? "mails:frame.waiting.late" : "mails:frame.waiting.since", { what, day, count: queue.late })];
  });
}

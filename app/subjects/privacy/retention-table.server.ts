import type { LoaderFunctionArgs } from "@remix-run/node";
import { retainedReasons } from "#contract/law/privacy";
import type { RetentionPolicy } from "#contract/law/retention";
import { durationIn } from "./duration";

type Translate = LoaderFunctionArgs["context"]["t"];

const place = "{{retentionTable}}";

/** Inserts the retention periods of the current policies at `{{retentionTable}}` in a text, or else at its end. */
export function withRetentionTable(body: string, policies: RetentionPolicy[], t: Translate): string {
  const row = (cells: string[]) => `| ${cells.join(" | ")} |`;
  const head = (["data", "time", "then", "law"] as const).map((column) => t(`retention:column.${column}`));
  const rows = policies.map(({ dataKind, ...time }) => [
    t(`retention:kinds.${dataKind}.name`),
    durationIn(
      time,
      (unit, count) => t(`retention:duration.${unit}`, { count }).replace(" ", "\u00a0"),
      (long, short) => t("retention:duration.both", { long, short }),
    ),
    t(`retention:kinds.${dataKind}.then`),
    t(`retention:kinds.${dataKind}.law`),
  ]);
  const table = [head, head.map(() => "---"), ...rows].map(row).join("\n");
  const retained = retainedReasons.map((reason) => `- ${t(`retention:retained.${reason}`)}`).join("\n");
  const all = `${t("retention:note")}\n\n${table}\n\n### ${t("retention:retainedTitle")}\n\n${retained}`;
  return body.includes(place) ? body.replace(place, () => all) : `${body}\n\n## ${t("retention:title")}\n\n${all}`;
}

/** The same text for its editors: a sentence marks the place of the table. */
export function withRetentionPlace(body: string, t: Translate): string {
  return body.replace(place, () => `*${t("retention:place")}*`);
}

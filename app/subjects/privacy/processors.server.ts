import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Processor } from "#contract/law/privacy";

type Translate = LoaderFunctionArgs["context"]["t"];

const place = "{{processors}}";

/** Replaces `{{processors}}` in a text with the data processors, from the current settings. */
export function withProcessors(body: string, processors: Processor[], t: Translate): string {
  const list = processors.map((one) => `- ${t(`retention:processors.${one}`)}`).join("\n");
  return body.replace(place, () => list);
}

/** The same text for its editors: a sentence marks the place of the list. */
export function withProcessorsPlace(body: string, t: Translate): string {
  return body.replace(place, () => `*${t("retention:processors.place")}*`);
}

import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Processor } from "#contract/law/privacy";

type Translate = LoaderFunctionArgs["context"]["t"];

const place = "{{processors}}";

/** Puts who handles data for us where a text asks for it with `{{processors}}`, from the settings in force. */
export function withProcessors(body: string, processors: Processor[], t: Translate): string {
  const list = processors.map((one) => `- ${t(`retention:processors.${one}`)}`).join("\n");
  return body.replace(place, () => list);
}

/** The same text for those who write it: a sentence says where the list stands. */
export function withProcessorsPlace(body: string, t: Translate): string {
  return body.replace(place, () => `*${t("retention:processors.place")}*`);
}

import { createHash } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import { strToU8, type Zippable, zipSync } from "fflate";
import { contactApi } from "#contract/charity/contact";
import { dashboardApi } from "#contract/charity/dashboard";
import { oneHour } from "~/layouts/cache-rules";
import { DataCache } from "~/server/cache/data-cache.server";
import type { Primary } from "~/ui/plain-svg.server";
import { kitPictures, pictureFiles } from "./kit-pictures.server";
import { type KitText, kitTexts } from "./kit-texts.server";

type Kit = { version: string; texts: KitText[]; primary: Primary };

/** The current content of the kit, in both languages, and a version that changes with any text or picture. */
export async function readKit({ api, settings }: AppLoadContext): Promise<Kit> {
  const [figures, { email }] = await Promise.all([api.call(dashboardApi.figures), api.call(contactApi.press)]);
  const texts = kitTexts(settings, figures, email);
  const primary = settings.primaryColour;
  const version = createHash("sha256")
    .update(JSON.stringify([texts, kitPictures(primary)]))
    .digest("base64url")
    .slice(0, 16);
  return { version, texts, primary };
}

/** The summary of the kit for its page: content and size. */
export async function kitContents(kit: Kit) {
  const count = Map.groupBy(kitPictures(kit.primary), ({ folder }) => folder);
  const of = (folder: "logos" | "drawings" | "patterns") => count.get(folder)?.length ?? 0;
  const { byteLength } = await kitArchive(kit);
  return { version: kit.version, bytes: byteLength, logos: of("logos"), drawings: of("drawings"), patterns: of("patterns") };
}
export type KitContents = Awaited<ReturnType<typeof kitContents>>;

/** Created once for each version. */
const made = new DataCache<Buffer>({ maxAge: 24 * oneHour, staleFor: 0, limit: 8 * 1024 * 1024, weigh: ({ byteLength }) => byteLength });

/** The kit as an archive: the texts, and each picture as SVG and PNG. The same version has the same bytes. */
export async function kitArchive(kit: Kit): Promise<Buffer> {
  const { value } = await made.get(kit.version, async () => ({ value: await archive(kit), cacheable: true }));
  return value;
}

async function archive({ texts, primary }: Kit): Promise<Buffer> {
  const files: Zippable = { ...(await pictureFiles(primary)) };
  for (const { path, text } of texts) files[path] = strToU8(text);
  return Buffer.from(zipSync(files, { mtime: new Date(2020, 0, 1) }));
}

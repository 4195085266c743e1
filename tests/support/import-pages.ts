import { expect } from "vitest";
import { publicUrl } from "./backend";
import type { Site } from "./site";

/** The pages of an import as a browser without script uses them, on behalf of somebody. */
export function importPages(site: Site, cookie: string) {
  const read = async (address: string) =>
    ((await (await site.visit(address, { cookie })).text()).split("<script")[0] ?? "").replaceAll(/[\u00a0\u202f]/g, " ");
  /** Sends a file, then the columns as they are proposed; answers the address of the dry run. */
  async function checkedFile(path: string, content: string): Promise<string> {
    const body = new FormData();
    body.set("file", new File([content], "export.csv"));
    body.set("submission", crypto.randomUUID());
    const uploaded = await site.visit(path, { cookie, method: "POST", body, headers: { origin: publicUrl } });
    const address = uploaded.headers.get("location") ?? "";
    const html = await read(address);
    const form: Record<string, string> = { intent: "check" };
    for (const [, name = "", options = ""] of html.matchAll(/<select id="[^"]*" name="([^"]*)"[^>]*>(.*?)<\/select>/gs))
      form[name] = /<option value="(\d*)" selected="">/.exec(options)?.[1] ?? "";
    const answer = await site.visit(address, { cookie, form });
    expect(answer.status).toBe(303);
    return answer.headers.get("location") ?? "";
  }
  return { read, checkedFile };
}
export type ImportPages = ReturnType<typeof importPages>;

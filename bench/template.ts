import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { fetchOnce, loadRound, median, type Page } from "./load.ts";
import { treeOfBody } from "./page-tree.ts";

const requests = 300;
const rounds = 5;
const folder = "bench/plain-template";

/**
 * CPU of an uncached list of the web tier, packed with brotli, over that of a page of the same elements, made by the
 * framework's plain template on its own server and packed with gzip, in alternating rounds. Also both, in microseconds.
 */
export async function compareWithTemplate(
  site: string,
  { path, headers }: Page,
  { apiBaseUrl, port }: { apiBaseUrl: string; port: number },
) {
  // Beside the sources, because what is built looks for its packages from where it stands.
  const built = await mkdtemp(resolve("bench/.template-"));
  try {
    const cli = resolve("node_modules/@remix-run/dev/dist/cli.js");
    const tree = join(built, "tree.json");
    const env = {
      ...process.env,
      NODE_ENV: "production" as const,
      TEMPLATE_BUILD: built,
      TEMPLATE_TREE: tree,
      API_BASE_URL: apiBaseUrl,
      HOST: "127.0.0.1",
      PORT: String(port),
    };
    await promisify(execFile)(process.execPath, [cli, "vite:build", "--logLevel", "error"], { cwd: folder, env });
    const plainPage = await fetchOnce(site, { path, headers: { ...headers, "accept-encoding": "identity" } });
    await writeFile(tree, JSON.stringify(treeOfBody(plainPage.body.toString())));
    const child = fork("bench/template-server.ts", [join(built, "server/index.js")], { env, stdio: ["ignore", "pipe", "inherit", "ipc"] });
    if (!child.stdout) throw new Error("The template's server says nothing.");
    await once(child.stdout, "data");
    child.stdout.resume();
    const cpu = async () => {
      child.send("cpu");
      return (await once(child, "message"))[0] as number;
    };
    const template = `http://127.0.0.1:${port}`;
    const [zipped, packed] = [
      { path: "/news", headers: { ...headers, "accept-encoding": "gzip" } },
      { path, headers: { ...headers, "accept-encoding": "br" } },
    ];
    const { answer } = await fetchOnce(template, zipped);
    if (answer.headers["content-encoding"] !== "gzip") throw new Error("The template's list is not packed.");
    const made = (await fetchOnce(template, { path: "/news", headers })).body.toString();
    const count = (html: string) => html.split("<a ").length;
    if (count(made) !== count(plainPage.body.toString())) throw new Error("The template's list is not the site's.");
    const pairs: { own: number; template: number }[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const own = (await loadRound(site, packed, requests)).cpuMicroseconds;
      pairs.push({ own, template: (await loadRound(template, zipped, requests, cpu)).cpuMicroseconds });
    }
    child.disconnect();
    const warm = pairs.slice(1);
    return {
      own: median(warm.map((pair) => pair.own)),
      template: median(warm.map((pair) => pair.template)),
      ratio: median(warm.map((pair) => pair.own / pair.template)),
    };
  } finally {
    await rm(built, { recursive: true, force: true });
  }
}

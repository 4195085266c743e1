import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import pino from "pino";
import type * as App from "../app/entry.server.tsx";
import { demoSettings } from "../backend/demo/settings.ts";
import { median, type Page } from "./load.ts";

const requests = 100;
const rounds = 7;
const warmUps = 3;
/** The list's own route, its two frames, and one more. */
const four = ["root", "layouts/site/site-layout", "routes/public/news/list", "routes/public/news/article"];

/** CPU of an uncached page of a site of all routes, over that by a site of four, in alternating rounds in this process. */
export async function measureRouteCount(backendUrl: string, { path, headers }: Page): Promise<number> {
  const build = (await import(pathToFileURL(resolve("build/server/pages.js")).href)) as ServerBuild;
  const { host } = new URL(backendUrl);
  const [all, few] = [webTierOf(build, backendUrl), webTierOf(withFour(build), backendUrl)];
  const cpuOf = async (web: typeof all) => {
    const { user, system } = process.cpuUsage();
    for (let count = 0; count < requests; count += 1) {
      const answer = await web.fetch(new Request(`${backendUrl}${path}`, { headers: { ...headers, host, "accept-encoding": "br" } }));
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}.`);
    }
    const spent = process.cpuUsage({ user, system });
    return spent.user + spent.system;
  };
  for (let round = 0; round < warmUps; round += 1) for (const web of [all, few]) await cpuOf(web);
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) ratios.push((await cpuOf(all)) / (await cpuOf(few)));
  return median(ratios);
}

function withFour(build: ServerBuild): ServerBuild {
  const pick = <T>(routes: Record<string, T>) => {
    const picked = Object.entries(routes).filter(([id]) => four.includes(id));
    if (picked.length !== four.length) throw new Error(`Of ${four.join(", ")} the build has only ${picked.map(([id]) => id).join(", ")}.`);
    return Object.fromEntries(picked);
  };
  return { ...build, routes: pick(build.routes), assets: { ...build.assets, routes: pick(build.assets.routes) } };
}

function webTierOf(build: ServerBuild, publicUrl: string) {
  const app = build.entry.module as unknown as typeof App;
  return app.createWebTier({
    build,
    mode: "production",
    transport: app.overHttp(publicUrl, ""),
    settings: app.publicSettings(app.webEnvironment.parse(demoSettings), {
      publicUrl,
      organisation: "Maillon",
      buildId: build.assets.version,
    }),
    log: pino({ level: "silent" }),
    trustProxy: false,
    ready: async () => true,
  });
}

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import pino from "pino";
import { demoSettings } from "#backend/demo/settings";
import { logSerializers } from "#contract/api/logged-errors";
import type * as App from "../../app/entry.server";
import { backendSecret, startBackend, type TestBackend } from "./backend";
import { overHttp, serveOverHttp } from "./over-http";

type Parts = Parameters<typeof App.createWebTier>[0];
type Visit = RequestInit & { cookie?: string; form?: Record<string, string>; language?: string };

export type Site = {
  backend: TestBackend;
  app: typeof App;
  build: ServerBuild;
  /** A request as a browser sends it; redirects are not followed. */
  visit(path: string, visit?: Visit): Promise<Response>;
  /** The short way of kept pages, for a server on a real connection. */
  straight: ReturnType<typeof App.createWebTier>["fastPath"];
  logged: Record<string, unknown>[];
};

let built: Promise<ServerBuild> | undefined;

async function loadBuild(): Promise<ServerBuild> {
  const file = resolve("build/server/pages.js");
  if (!existsSync(file)) throw new Error("The site is not built: run `npm run build` first.");
  return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as ServerBuild;
}

/** The built site over a real backend, request by request, without a socket. */
export async function startSite(parts: Partial<Parts> = {}, given?: TestBackend): Promise<Site> {
  built ??= loadBuild();
  const build = await built;
  const app = build.entry.module as unknown as typeof App;
  const backend = given ?? (await startBackend());
  const { publicUrl } = backend.services.settings;
  const logged: Record<string, unknown>[] = [];
  const log = pino(
    { level: "info", base: undefined, serializers: logSerializers },
    { write: (line: string) => logged.push(JSON.parse(line)) },
  );
  const environment = app.webEnvironment.parse(demoSettings);
  const about = { publicUrl, buildId: build.assets.version };
  const settings = app.publicSettings(environment, about);
  const web = app.createWebTier({
    build,
    mode: "production",
    transport: overHttp ? app.overHttp(await serveOverHttp(backend), backendSecret) : app.inProcess(publicUrl, backend.fetch),
    settings,
    ...(parts.settings ? {} : { withStored: (stored) => app.publicSettings(environment, about, stored) }),
    log,
    trustProxy: false,
    ready: backend.ready,
    ...parts,
  });
  return {
    backend,
    app,
    build,
    logged,
    straight: web.fastPath,
    async visit(path, { cookie, form, language = "fr-FR", ...init } = {}) {
      const headers = new Headers({
        host: new URL(publicUrl).host,
        "accept-language": language,
        "user-agent": "Mozilla/5.0 Firefox/140.0",
        ...(cookie && { cookie }),
      });
      if (form) headers.set("origin", publicUrl);
      for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
      const body = form ? new URLSearchParams(form) : init.body;
      return web.fetch(
        new Request(publicUrl + path, { redirect: "manual", ...init, method: init.method ?? (form ? "POST" : "GET"), headers, body }),
      );
    },
  };
}

/** Cookies that an answer sets, added to those sent before: a browser between two requests. */
export function keepCookies(before: string, response: Response): string {
  const jar = new Map(
    before
      .split("; ")
      .filter(Boolean)
      .map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
  );
  for (const line of response.headers.getSetCookie()) {
    const [pair = ""] = line.split(";");
    const [name, value] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
    if (!value || /max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name);
    else jar.set(name, value);
  }
  return [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
}

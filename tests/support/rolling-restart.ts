import { runBuilt } from "./built-process.ts";
import { freePort } from "./free-port.ts";
import { openRoundRobin } from "./round-robin.ts";

type Proxy = (port: number, targets: () => number[]) => Promise<{ close(): void | Promise<void> }>;
type Restart = { databaseUrl: string; requests: number; proxy?: Proxy };

const secrets = { BACKEND_SECRET: "between the tiers of a rolling restart", SESSION_SECRETS: "of sessions through a rolling restart" };
const paths = ["/", "/news", "/search?q=kit", "/login", "/contact", "/en/news", "/api/articles"];
const asPeople = { "accept-language": "fr", "user-agent": "Mozilla/5.0 Firefox/140.0" };
const atOnce = 8;
/** Seconds that a form open to everyone must have been shown for. */
const shownFor = 5_000;

/**
 * Restarts two backends and two web tiers one after the other while eight callers go on asking, at least so many times. Answers what failed,
 * how each process ended, and what a form that was opened before came to after. `proxy` is what stands before each two processes.
 */
export async function rollingRestart({ databaseUrl, requests, proxy = openRoundRobin }: Restart) {
  const [webPort, apiPort] = [await freePort(), await freePort()];
  const url = `http://localhost:${webPort}`;
  const common = { PUBLIC_URL: url, LOG_LEVEL: "error", ...secrets };
  const backends = await ports(2);
  const webs = await ports(2);
  const running = new Map<string, ReturnType<typeof runBuilt>>();
  const start = async (what: "backend" | "server", port: string) => {
    const own: Record<string, string> =
      what === "backend" ? { DATABASE_URL: databaseUrl } : { API_BASE_URL: `http://127.0.0.1:${apiPort}`, TRUST_PROXY: "true" };
    const one = runBuilt(what, { ...common, ...own, PORT: port });
    running.set(port, one);
    while ((await one.statusOf("/readyz")) !== 200) {
      const words = one.lastWords();
      if (words !== null) throw new Error(`a process ended at its start: ${words}`);
      await pause(50);
    }
  };
  const proxies = [await proxy(apiPort, () => backends.map(Number)), await proxy(webPort, () => webs.map(Number))];
  try {
    for (const port of backends) await start("backend", port);
    for (const port of webs) await start("server", port);
    const form = await openForm(url);
    let done = false;
    let requested = 0;
    const failed: string[] = [];
    const call = async () => {
      while (!done || requested < requests) {
        const path = paths[requested % paths.length] ?? "/";
        requested += 1;
        const status = await statusOf(url + path);
        if (typeof status !== "number" || status >= 400) failed.push(`${path}: ${status}`);
      }
    };
    const calls = Array.from({ length: atOnce }, call);
    const ends = [];
    for (const [what, all] of [
      ["backend", backends],
      ["server", webs],
    ] as const)
      for (const port of all) {
        ends.push(await running.get(port)?.stop());
        await start(what, port);
      }
    done = true;
    await Promise.all(calls);
    return { requested, failed, ends: ends.flatMap((end) => end ?? []), form: await form.send(), asset: await statusOf(form.asset) };
  } finally {
    for (const one of running.values()) one.kill();
    for (const one of proxies) await one.close();
  }
}

async function ports(count: number): Promise<string[]> {
  const all: string[] = [];
  while (all.length < count) all.push(String(await freePort()));
  return all;
}

function statusOf(address: string): Promise<number | string> {
  return fetch(address, { headers: asPeople, redirect: "manual" }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    (error: Error) => String(error.cause ?? error),
  );
}

/** The contact form as someone opens it, and sends it later; and a file of the page. */
async function openForm(url: string) {
  const opened = performance.now();
  const html = await (await fetch(`${url}/contact`, { headers: asPeople })).text();
  const proof = /name="proof"[^>]*value="([^"]*)"/.exec(html)?.[1] ?? /value="([^"]*)"[^>]*name="proof"/.exec(html)?.[1] ?? "";
  const asset = url + (/<script type="module" src="([^"]*)"/.exec(html)?.[1] ?? "/no-script");
  return {
    asset,
    async send(): Promise<number> {
      await pause(Math.max(0, opened + shownFor - performance.now()));
      const written = {
        topic: "volunteer",
        team: "",
        name: "Lou",
        email: "lou@exemple.example",
        message: "Je veux rouler.",
        proof,
        website: "",
      };
      const body = new URLSearchParams(written);
      return (await fetch(`${url}/contact`, { method: "POST", headers: { ...asPeople, origin: url }, body, redirect: "manual" })).status;
    },
  };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { expect, test } from "vitest";

const origin = "https://maillon.example";
const source = readFileSync("public/firebase-messaging-sw.js", "utf8");
const eventId = "00000000-0000-4000-8000-000000000001";

/** The worker of the whole site, run as a browser runs it, with a network that can be cut. */
function aWorker() {
  const listeners = new Map<string, (event: object) => void>();
  const stored = new Map<string, Map<string, Response>>();
  const network = { isOn: true, calls: [] as [string, RequestInit | undefined][] };
  const pages: Record<string, string> = {
    "/dashboard/door": '<link href="/assets/door-1.js"><script>["/builds/1/texts/door"]</script><img src="/images/no.webp">',
  };
  const pathOf = (request: string | { url: string }) => new URL(typeof request === "string" ? request : request.url, origin).pathname;
  const fetchFrom = async (request: string | { url: string }, init?: RequestInit) => {
    if (!network.isOn) throw new TypeError("no network");
    network.calls.push([pathOf(request), init]);
    return new Response(pages[pathOf(request)] ?? "file");
  };
  const open = async (name: string) => {
    const rows = stored.get(name) ?? new Map<string, Response>();
    stored.set(name, rows);
    return {
      match: async (request: string | { url: string }) => rows.get(pathOf(request))?.clone(),
      put: async (request: string, answer: Response) => void rows.set(pathOf(request), answer),
      add: async (request: string) => void rows.set(pathOf(request), await fetchFrom(request)),
    };
  };
  const self = {
    location: { origin, search: "?1" },
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    registration: { scope: `${origin}/` },
  };
  runInContext(source, createContext({ self, URL, URLSearchParams, Response, fetch: fetchFrom, caches: { open } }));
  return {
    network,
    stored: () => [...(stored.get("door ?1")?.keys() ?? [])].sort(),
    async message(data: object) {
      let done: Promise<unknown> = Promise.resolve();
      listeners.get("message")?.({ data, waitUntil: (work: Promise<unknown>) => (done = work) });
      await done;
    },
    async fetch(path: string, { mode = "navigate", clientId = "", resultingClientId = "" } = {}): Promise<Response | undefined> {
      let answer: Promise<Response> | undefined;
      const request = { url: origin + path, mode, method: "GET" };
      listeners.get("fetch")?.({ request, clientId, resultingClientId, respondWith: (given: Promise<Response>) => (answer = given) });
      return answer;
    },
  };
}

const door = `/dashboard/events/${eventId}/door`;
const storeDoor = {
  type: "KEEP_DOOR",
  language: "fr",
  files: [`${origin}/assets/reader.wasm`, `${origin}/api/doors`, "https://elsewhere.example/assets/a.js"],
};

test("the page of doors without connection is stored with its files as a visitor gets it, and nothing of a person", async () => {
  const worker = aWorker();
  await worker.message(storeDoor);
  expect(worker.stored()).toEqual(["/assets/door-1.js", "/assets/reader.wasm", "/builds/1/texts/door", "/dashboard/door"]);
  const [path, init] = worker.network.calls[0] ?? [];
  expect([path, init?.credentials]).toEqual(["/dashboard/door", "omit"]);
});

test("without the network a door leads there, with its own address, and the files of that page come from the browser", async () => {
  const worker = aWorker();
  await worker.message(storeDoor);
  expect(await worker.fetch("/assets/door-1.js", { mode: "cors", clientId: "other" })).toBeUndefined();
  worker.network.isOn = false;
  const moved = await worker.fetch(door);
  expect([moved?.status, moved?.headers.get("location")]).toEqual([302, `${origin}/dashboard/door#${door}`]);
  const scan = await worker.fetch(`/dashboard/admin/events/scan?event=${eventId}&q=Lina`);
  expect(scan?.headers.get("location")).toBe(`${origin}/dashboard/door#/dashboard/admin/events/scan?event=${eventId}`);
  const page = await worker.fetch("/dashboard/door", { resultingClientId: "shell" });
  expect(await page?.text()).toContain("/assets/door-1.js");
  const file = await worker.fetch("/assets/reader.wasm", { mode: "cors", clientId: "shell" });
  expect(await file?.text()).toBe("file");
});

test("without a stored door, and in place of every other page, there is the offline page", async () => {
  const worker = aWorker();
  worker.network.isOn = false;
  expect((await worker.fetch(door))?.type).toBe("error");
  const other = aWorker();
  await other.message(storeDoor);
  other.network.isOn = false;
  expect((await other.fetch("/dashboard"))?.type).toBe("error");
});

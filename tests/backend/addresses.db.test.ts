import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { nationalRegisters } from "#backend/ports/registers";
import { backendForTest } from "#tests/support/backend";

const feature = (properties: Record<string, unknown>) => ({
  type: "Feature",
  geometry: { type: "Point", coordinates: [4.85, 45.75] },
  properties: { score: 0.9, _type: "address", ...properties },
});
const lilas = { label: "12 Rue des Lilas 69003 Lyon", name: "12 Rue des Lilas", postcode: "69003", city: "Lyon", type: "housenumber" };
const found = { label: lilas.label, addressLine: lilas.name, postcode: "69003", city: "Lyon" };

/** A server that answers as the Géoplateforme does, or as `answer` says. */
async function geocoder(answer: (url: URL) => { status?: number; body?: string; silent?: boolean }) {
  const asked: URL[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    asked.push(url);
    const { status = 200, body = "", silent } = answer(url);
    if (silent) return;
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/geocodage`;
  const backend = await backendForTest({ registers: nationalRegisters({ geocoder: base, companies: undefined }) });
  const search = async (q: string) => {
    const response = await backend.request(`/api/addresses?q=${encodeURIComponent(q)}`);
    return [response.status, await response.json()] as const;
  };
  return { asked, search };
}

test("addresses are asked of the national geocoder, once for the same words, and towns are left out", async () => {
  const town = { label: "Lyon", name: "Lyon", postcode: "69001", city: "Lyon", type: "municipality" };
  const body = JSON.stringify({ type: "FeatureCollection", features: [feature(lilas), feature(town), feature({})], query: "x" });
  const { asked, search } = await geocoder(() => ({ body }));
  for (const typed of ["12 rue des lil", "12  RUE des lil "])
    expect(await search(typed)).toEqual([200, { available: true, items: [found] }]);
  expect(asked).toHaveLength(1);
  expect([asked[0]?.pathname, Object.fromEntries(asked[0]?.searchParams ?? [])]).toEqual([
    "/geocodage/search",
    { q: "12 rue des lil", limit: "5", autocomplete: "1", index: "address" },
  ]);
  expect((await search("12"))[0]).toBe(400);
});

test.each([
  ["refuses", { status: 429 }],
  ["fails", { status: 500, body: "{}" }],
  ["answers something else", { body: "[]" }],
  ["answers no JSON", { body: "<html>" }],
  ["says nothing for two seconds", { silent: true }],
])("a geocoder that %s leaves the fields plain, and is asked again", async (_, answer) => {
  const { asked, search } = await geocoder(() => answer);
  const begun = Date.now();
  expect(await search("12 rue des lilas")).toEqual([200, { available: false, items: [] }]);
  expect(Date.now() - begun).toBeLessThan(4_000);
  await search("12 rue des lilas");
  expect(asked).toHaveLength(2);
});

test("searches of one address are counted", async () => {
  const { search } = await geocoder(() => ({ body: '{"features":[]}' }));
  const statuses: number[] = [];
  for (let at = 0; at < 301; at += 1) statuses.push((await search("rue des lilas"))[0]);
  expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([300, 429]);
});

test("without a geocoder, the search says so", async () => {
  const backend = await backendForTest();
  const answer = await backend.request("/api/addresses?q=rue%20des%20lilas");
  expect([answer.status, await answer.json()]).toEqual([200, { available: false, items: [] }]);
});

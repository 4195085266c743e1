import { expect, onTestFinished, test } from "vitest";
import type { Limits } from "#backend/http/limits";
import { Refusal } from "#backend/refusal";
import { backendForTest } from "#tests/support/backend";
import { feature, startGeocoder } from "#tests/support/geocoder";
import { noLimits } from "#tests/support/no-limits";

const lilas = { label: "12 Rue des Lilas 69003 Lyon", name: "12 Rue des Lilas", postcode: "69003", city: "Lyon", type: "housenumber" };
const found = { label: lilas.label, addressLine: lilas.name, postcode: "69003", city: "Lyon" };

/** A backend over a geocoder that answers so. */
async function searching(answer: Parameters<typeof startGeocoder>[0]) {
  const { requests, geocoder, close } = await startGeocoder(answer);
  onTestFinished(close);
  const backend = await backendForTest({ geocoder });
  const search = async (q: string) => {
    const response = await backend.request(`/api/addresses?q=${encodeURIComponent(q)}`);
    return [response.status, await response.json()] as const;
  };
  return { requests, search };
}

test("addresses are searched at the national geocoder, once for the same query, and towns are left out", async () => {
  const town = { label: "Lyon", name: "Lyon", postcode: "69001", city: "Lyon", type: "municipality" };
  const body = JSON.stringify({ type: "FeatureCollection", features: [feature(lilas), feature(town), feature({})], query: "x" });
  const { requests, search } = await searching(() => ({ body }));
  for (const typed of ["12 rue des lil", "12  RUE des lil "])
    expect(await search(typed)).toEqual([200, { available: true, items: [found] }]);
  expect(requests).toHaveLength(1);
  expect([requests[0]?.pathname, Object.fromEntries(requests[0]?.searchParams ?? [])]).toEqual([
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
  const { requests, search } = await searching(() => answer);
  const begun = Date.now();
  expect(await search("12 rue des lilas")).toEqual([200, { available: false, items: [] }]);
  expect(Date.now() - begun).toBeLessThan(4_000);
  await search("12 rue des lilas");
  expect(requests).toHaveLength(2);
});

test("searches are limited by IP", async () => {
  const { requests, geocoder, close } = await startGeocoder(() => ({ body: '{"features":[]}' }));
  onTestFinished(close);
  const taken: string[] = [];
  const take: Limits["take"] = async (rule, key) => {
    if (taken.push(`${rule} ${key}`) > 2) throw new Refusal("too_many_requests", { retryAfter: 60 });
  };
  const backend = await backendForTest({ geocoder, limits: { ...noLimits, take } });
  const statuses: number[] = [];
  for (const q of ["rue des lilas", "rue des roses", "rue des iris"])
    statuses.push((await backend.request(`/api/addresses?q=${q}`)).status);
  expect([statuses, requests.length, new Set(taken)]).toEqual([[200, 200, 429], 2, new Set(["placesByNetwork 192.0.2.1"])]);
});

test("without a geocoder, the search says so", async () => {
  const backend = await backendForTest();
  const answer = await backend.request("/api/addresses?q=rue%20des%20lilas");
  expect([answer.status, await answer.json()]).toEqual([200, { available: false, items: [] }]);
});

import { expect, onTestFinished, test } from "vitest";
import type { SupportNearby } from "#contract/charity/further-support";
import { backendForTest, type TestBackend } from "#tests/support/backend";
import { addContent, contentRecords, publishContent } from "#tests/support/content";
import { feature, startGeocoder } from "#tests/support/geocoder";
import { signIn } from "#tests/support/people";

const lyon = { postcode: "69007", latitude: 45.7467, longitude: 4.8395 };
const villeurbanne = { postcode: "69100", latitude: 45.7667, longitude: 4.8799 };
const lille = { postcode: "59000", latitude: 50.6245, longitude: 3.0498 };

/** A directory of services on line, each as its name and what it has. */
async function directory(services: Record<string, Record<string, unknown>>, parts: Parameters<typeof backendForTest>[0] = {}) {
  const backend = await backendForTest(parts);
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const category = await publishContent(backend, "further-support/categories", cookie);
  for (const [name, more] of Object.entries(services))
    await publishContent(backend, "further-support", cookie, { categoryId: category.id, name, ...more });
  return { backend, cookie, category };
}

async function find(backend: TestBackend, query: string) {
  const answer = await backend.request(`/api/further-support?${query}`);
  const { nearby, groups } = (await answer.json()) as { nearby: SupportNearby | null; groups: { services: { name: string }[] }[] };
  const near = nearby && { ...nearby, services: nearby.services.map(({ name, km }) => [name, km]) };
  return { near, rest: groups.flatMap(({ services }) => services.map(({ name }) => name)) };
}

test("services are found around a postcode, the nearest first; those for everyone come after", async () => {
  const { backend } = await directory({
    Partout: {},
    Villeurbanne: { reach: "local", ...villeurbanne },
    Lyon: { reach: "local", ...lyon },
    Lille: { reach: "local", ...lille },
    Rhône: { reach: "department", postcode: "69003" },
    Nord: { reach: "department", postcode: "59000" },
  });
  expect(await find(backend, "near=69007")).toEqual({
    near: {
      placed: "point",
      services: [
        ["Lyon", 0],
        ["Villeurbanne", 4],
        ["Rhône", null],
      ],
      farther: 2,
    },
    rest: ["Partout"],
  });
  expect((await find(backend, "")).rest).toHaveLength(6);
});

test("a postcode of which only the département is known finds the services of the département, without distances", async () => {
  const { backend } = await directory({ Lyon: { reach: "local", ...lyon }, Lille: { reach: "local", ...lille } });
  expect((await find(backend, "near=69 480")).near).toEqual({ placed: "departement", services: [["Lyon", null]], farther: 1 });
  expect((await find(backend, "near=97400")).near).toEqual({ placed: "departement", services: [], farther: 2 });
});

test.each(["Lyon", "6900", "690070", "00100", "99123", "%00", "'; drop"])("%s is no postcode, and finds nothing", async (typed) => {
  const { backend } = await directory({ Lyon: { reach: "local", ...lyon } });
  const answer = await backend.request(`/api/further-support?near=${typed === "%00" ? typed : encodeURIComponent(typed)}`);
  if (typed === "%00") return expect(answer.status).toBe(400);
  expect(((await answer.json()) as { nearby: SupportNearby }).nearby).toEqual({ placed: "nowhere", services: [], farther: 0 });
});

test("the category and free filters narrow what is found around", async () => {
  const { backend, category } = await directory({
    Payant: { reach: "local", ...lyon, free: false },
    Gratuit: { reach: "local", ...lyon, free: true },
  });
  const names = async (query: string) => (await find(backend, query)).near?.services.map(([name]) => name);
  expect(await names(`near=69007&free=yes&category=${category.id}`)).toEqual(["Gratuit"]);
  expect(await names(`near=69007&category=${crypto.randomUUID()}`)).toEqual([]);
});

test("the geocoder is called once, with the postcode only; without a response or above the limit, the département is used", async () => {
  let silent = false;
  const place = JSON.stringify({ features: [feature({ postcode: "69480", city: "Anse" })] });
  const { requests, geocoder, close } = await startGeocoder(() => (silent ? { status: 500 } : { body: place }));
  onTestFinished(close);
  const { backend } = await directory({ Lyon: { reach: "local", ...lyon } }, { geocoder });
  requests.length = 0;
  for (const _ of [1, 2])
    expect((await find(backend, "near=69480")).near).toEqual({ placed: "point", services: [["Lyon", 1]], farther: 0 });
  expect(requests.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual([
    { q: "69480", postcode: "69480", type: "municipality", limit: "1", index: "address" },
  ]);
  silent = true;
  expect((await find(backend, "near=69210")).near?.placed).toBe("departement");
});

test("the coordinates of a service are looked up when it is saved, and again when its address changes; entered ones stay", async () => {
  let found = true;
  const { geocoder, close } = await startGeocoder(() => ({
    body: JSON.stringify({ features: found ? [feature({ postcode: "69007" })] : [] }),
  }));
  onTestFinished(close);
  const backend = await backendForTest({ geocoder });
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const draft = { ...contentRecords["further-support"], reach: "local", address: "14 rue du Puits-Vert", postcode: "69007" };
  const made = (await addContent(backend, "further-support", cookie, draft)) as Point & { categoryId: string };
  const save = async (from: Point, more: object) => {
    const json = {
      ...draft,
      categoryId: made.categoryId,
      latitude: from.latitude,
      longitude: from.longitude,
      ...more,
      version: from.version,
    };
    const answer = await backend.request(`/api/admin/further-support/${made.id}`, { method: "PATCH", cookie, json });
    return (await answer.json()) as Point;
  };
  expect([made.latitude, made.longitude]).toEqual([45.75, 4.85]);
  found = false;
  const same = await save(made, { free: false });
  expect([same.latitude, same.longitude]).toEqual([45.75, 4.85]);
  const moved = await save(same, { address: "3 quai des Tanneurs" });
  expect([moved.latitude, moved.longitude]).toEqual([null, null]);
  const typed = await save(moved, { latitude: 45.7, longitude: 4.8, address: "5 quai des Tanneurs" });
  expect([typed.latitude, typed.longitude]).toEqual([45.7, 4.8]);
});

type Point = { id: string; version: number; latitude: number | null; longitude: number | null };

test("a local service needs a postcode, and coordinates both numbers", async () => {
  const { backend, cookie, category } = await directory({});
  const refused = async (more: object) => {
    const json = { ...contentRecords["further-support"], categoryId: category.id, ...more };
    const answer = await backend.request("/api/admin/further-support", { method: "POST", cookie, json });
    return [answer.status, Object.keys(((await answer.json()) as { fieldErrors: object }).fieldErrors)];
  };
  expect(await refused({ reach: "local" })).toEqual([422, ["postcode"]]);
  expect(await refused({ reach: "local", postcode: "6900" })).toEqual([422, ["postcode"]]);
  expect(await refused({ latitude: 45 })).toEqual([422, ["longitude"]]);
});

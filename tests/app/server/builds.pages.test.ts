import { expect, onTestFinished, test } from "vitest";
import { startSite } from "#tests/support/site";

test("S7-023 the running build says its id, which pages carry; it survives a restart, and another build has another", async () => {
  const site = await startSite();
  onTestFinished(() => site.backend.close());
  const { publicUrl } = site.backend.services.settings;
  const ask = async (at: typeof site, path = "/builds/latest.json?t=1") => {
    const answer = await at.visit(path);
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
    return (await answer.json()) as { id: string };
  };
  const { id, ...rest } = await ask(site);
  expect([id, rest]).toEqual([expect.stringMatching(/^\w{6,}$/), {}]);
  expect(await ask(site, "/builds/latest.json?t=2")).toEqual({ id });
  for (const path of ["/", "/en/story"]) expect(await (await site.visit(path)).text()).toContain(`data-build="${id}"`);

  expect(await ask(await startSite({}, site.backend))).toEqual({ id });
  const settings = site.app.publicSettings(site.app.webEnvironment.parse({}), { publicUrl, organisation: "Maillon", buildId: "another" });
  const another = await startSite({ settings }, site.backend);
  expect(await ask(another)).toEqual({ id: "another" });
  expect(await (await another.visit("/")).text()).toContain(`data-build="another"`);
});

test("the texts of another page come from the build, in the path's language, and are cached as long as it runs", async () => {
  const site = await startSite();
  onTestFinished(() => site.backend.close());
  const more = (prefix: string) => `${prefix}/builds/${site.build.assets.version}/texts`;
  const french = await site.visit(`${more("")}/lists`);
  const english = await site.visit(`${more("/en")}/lists`);
  expect([french.status, french.headers.get("cache-control")]).toEqual([200, "public, max-age=31536000, immutable"]);
  expect([await french.json(), await english.json()]).toEqual([
    { lists: expect.objectContaining({ filter: "Filtrer" }) },
    { lists: expect.objectContaining({ filter: "Filter" }) },
  ]);
  expect(Object.keys(await (await site.visit(`${more("")}/lists,cache`)).json())).toEqual(["cache", "lists"]);
  expect((await site.visit("/builds/earlier/texts/lists")).headers.get("cache-control")).toBe("no-store");
  for (const unknown of ["nothing", "lists,nothing", "__proto__", "constructor"])
    expect((await site.visit(`${more("")}/${unknown}`)).status).toBe(404);
});

test("all drawings are in one file, which browsers cache as long as the build runs", async () => {
  const site = await startSite();
  onTestFinished(() => site.backend.close());
  const [, address = ""] = /<use href="([^"#]+drawings\.svg)#a-bike"/.exec(await (await site.visit("/")).text()) ?? [];
  const answer = await site.visit(address);
  expect([answer.status, answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual([
    200,
    "image/svg+xml",
    "public, max-age=31536000, immutable",
  ]);
  const file = await answer.text();
  for (const name of ["mark", "a-bike", "a-kit", "a-pencil"]) expect(file).toContain(`<symbol id="${name}"`);
  expect((await site.visit("/builds/earlier/drawings.svg")).headers.get("cache-control")).toBe("no-store");
});

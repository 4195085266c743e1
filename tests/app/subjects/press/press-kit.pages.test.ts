import { strFromU8, unzipSync } from "fflate";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { publishContent } from "#tests/support/content";
import { addPerson, signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

let site: Site;
let cookie = "";
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signIn(site.backend, { role: "ADMIN" }));
  await publishContent(site.backend, "sectors", cookie, { name: "Rennes", city: "Rennes" });
  await addPerson(site.backend, { role: "VOLUNTEER" });
});
afterAll(() => site.backend.close());

async function addressOn(path: string) {
  const html = await (await site.visit(path, { language: path.startsWith("/en") ? "en" : "fr" })).text();
  return /href="((?:\/en)?\/press\/kit\.zip\?v=[\w-]+)"/.exec(html)?.[1] ?? "";
}

test("the press page offers the kit: logos, who we are in both languages, and the figures of the database", async () => {
  const answer = await site.visit(await addressOn("/press"));
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/zip"]);
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const french = strFromU8(files["Présentation.txt"] ?? new Uint8Array());
  const english = strFromU8(files["Overview.txt"] ?? new Uint8Array());
  expect(french).toMatch(/- 1 équipe locale\s: Rennes\n- 1 bénévole\n/);
  expect(english).toMatch(/- 1 local team: Rennes\n- 1 volunteer\n/);
  for (const text of [french, english]) expect(text).toContain("presse@maillon.example");
  expect(`${french}${english}`).not.toMatch(/\{\{|kit\.|press:/);
  const terms = strFromU8(files["Licence.txt"] ?? new Uint8Array());
  expect(terms).toMatch(/Conditions d’usage.*Dessin\s: Maillon.*Terms of use.*“Drawing: Maillon”/su);
  const names = Object.keys(files);
  for (const name of ["logos/mark-black", "drawings/bike", "drawings/kit", "patterns/columns"])
    expect([name, names.includes(`${name}.svg`), names.includes(`${name}.png`)]).toEqual([name, true, true]);
  for (const name of names.filter((one) => one.endsWith(".svg"))) {
    const svg = strFromU8(files[name] ?? new Uint8Array());
    expect([name, svg.includes("var("), svg.startsWith("<svg xmlns=")]).toEqual([name, false, true]);
  }
  const picture = await sharp(Buffer.from(files["logos/maillon-pink.png"] ?? [])).metadata();
  expect([picture.format, picture.width, strFromU8(files["logos/maillon-white.svg"] ?? new Uint8Array()).startsWith("<svg")]).toEqual([
    "png",
    1600,
    true,
  ]);
});

test("the page shows the content and the size of the kit", async () => {
  for (const [path, holds, weight] of [
    ["/press", "10 dessins et 4 motifs", /ZIP, (\d+(?:,\d+)?) Mo/],
    ["/en/press", "10 drawings and 4 patterns", /ZIP, (\d+(?:\.\d+)?) MB/],
  ] as const) {
    const html = (await (await site.visit(path, { language: path.startsWith("/en") ? "en" : "fr" })).text()).replaceAll("\u00a0", " ");
    expect(html).toContain(holds);
    const bytes = (await (await site.visit(await addressOn(path), { language: path.startsWith("/en") ? "en" : "fr" })).arrayBuffer())
      .byteLength;
    const stated = Number((weight.exec(html)?.[1] ?? "").replace(",", ".")) * 1_000_000;
    expect(stated - bytes).toBeGreaterThanOrEqual(0);
    expect(stated - bytes).toBeLessThan(10_000);
  }
});

test("a URL is for one version: cached for ever, with an ETag, and another version redirects to the current one", async () => {
  const address = await addressOn("/en/press");
  const first = await site.visit(address, { language: "en" });
  const etag = first.headers.get("etag") ?? "";
  expect(first.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  const same = await site.visit(address, { language: "en", headers: { "if-none-match": etag } });
  expect([same.status, await same.text()]).toEqual([304, ""]);
  const bytes = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
  expect((await bytes(await site.visit(address, { language: "en" }))).equals(await bytes(first))).toBe(true);
  await publishContent(site.backend, "sectors", cookie, { name: "Brest", city: "Brest" });
  const old = await site.visit(address, { language: "en" });
  expect([old.status, old.headers.get("location")]).toEqual([302, await addressOn("/en/press")]);
  expect(old.headers.get("location")).not.toBe(address);
});

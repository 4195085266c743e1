import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { backendSecret, startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { type Fault, faults, openFaultProxy } from "#tests/support/fault-proxy";
import { serveOverHttp } from "#tests/support/over-http";
import { signIn } from "#tests/support/people";
import { startSite } from "#tests/support/site";

let backend: TestBackend;
let backendUrl = "";
let cookie = "";
const time = testClock();
beforeAll(async () => {
  backend = await startBackend({ clock: time.clock });
  backendUrl = await serveOverHttp(backend);
  ({ cookie } = await signIn(backend, { role: "ADMIN" }));
});
afterAll(() => backend.close());

/** A site with a transport to its backend that can fail in any way, after a visitor has opened the news. */
async function siteBehindFaults() {
  const way = await openFaultProxy(backendUrl);
  const { app } = await startSite({}, backend);
  const changes = app.changesOverHttp(way.url, backendSecret);
  onTestFinished(() => changes.close());
  const transport = app.overHttp(way.url, backendSecret);
  const site = await startSite({ transport, changes, ready: () => app.answers(transport, "/api/articles?perPage=1") }, backend);
  await expect.poll(async () => (await site.visit("/news")).headers.get("etag")).not.toBeNull();
  return { site, way };
}

async function timed(answer: Promise<Response>) {
  const begun = performance.now();
  const response = await answer;
  const { status, headers } = response;
  return { status, headers, text: await response.text(), milliseconds: performance.now() - begun };
}

const sessionTaken = (headers: Headers) => headers.getSetCookie().some((line) => /^(__Host-)?(access|refresh)=;/.test(line));
const expected = {
  fr: /<html lang="fr".*Erreur[^<]*(<!-- -->)?\s*(<!-- -->)?503/s,
  en: /<html lang="en".*Error[^<]*(<!-- -->)?\s*(<!-- -->)?503/s,
};

describe.each(faults)("while the backend's answers are: %s", (fault) => {
  test("pages respond with 503 and Retry-After, the session stays, cached pages are shown to everyone, and recovery is immediate", async () => {
    const { site, way } = await siteBehindFaults();
    await way.set(fault);
    const outages = [
      ["/search?q=kit", "fr", undefined],
      ["/en/search?q=kit", "en", undefined],
      ["/login", "fr", undefined],
      ["/dashboard", "fr", cookie],
      ["/en/dashboard", "en", cookie],
    ] as const;
    const answers = await Promise.all(outages.map(([path, , as]) => timed(site.visit(path, { cookie: as }))));
    for (const [at, { status, headers, text, milliseconds }] of answers.entries()) {
      const [path, locale] = outages[at] ?? ["", "fr"];
      expect([path, status, headers.get("retry-after"), sessionTaken(headers)]).toEqual([path, 503, "5", false]);
      expect(text).toMatch(expected[locale]);
      expect(milliseconds).toBeLessThan(12_000);
    }
    const cached = await Promise.all([timed(site.visit("/news")), timed(site.visit("/news", { cookie }))]);
    for (const { status, milliseconds } of cached) expect([status, milliseconds < 500]).toEqual([200, true]);
    await way.set(null);
    const mended = performance.now();
    await expect.poll(async () => (await site.visit("/dashboard", { cookie })).status, { interval: 50 }).toBe(200);
    expect((await site.visit("/search?q=kit")).status).toBe(200);
    expect(performance.now() - mended).toBeLessThan(2_000);
  });
});

/** The sentences of the page's own part, without tags. */
const sentencesOf = (html: string) =>
  (/<main\b.*<\/main>/s.exec(html)?.[0] ?? "")
    .replace(/<(script|style)\b.*?<\/\1>/gs, "")
    .replace(/<!-- -->/g, "")
    .split(/<[^>]+>|(?<=[.!?])\s/)
    .map((text) => text.trim())
    .filter(Boolean);
/** What is true of some readers only: of those with a session, or of those who were sending something. */
const ofSome = /session|connect|compte\b|formulaire|logged|log in|account|form\b|sending/i;
/** What nobody knows in an outage: whether something has arrived, and how often it counts. Visitors' forms have no idempotency key. */
const promised = /une (seule )?fois|once|enregistr|saved|envoyé|was sent|rien n’est perdu|nothing is lost/i;

const message = { topic: "other", name: "Aya", email: "aya@maillon.example", message: "Bonjour", proof: "1.a", website: "" };

describe.each([
  { prefix: "", language: "fr", label: "Erreur", silent: "Le service ne répond pas.", condition: /^Si vous / },
  { prefix: "/en", language: "en", label: "Error", silent: "The service is not answering.", condition: /^If you / },
])("the words of an outage in $language", ({ prefix, language, label, silent, condition }) => {
  test.each(["503", "refused"] satisfies Fault[])(
    "are true of everyone who reads them, while the backend's answers are: %s",
    async (fault) => {
      const { site, way } = await siteBehindFaults();
      await expect.poll(async () => (await site.visit(`${prefix}/news`, { language })).headers.get("etag")).not.toBeNull();
      await way.set(fault);
      const reads = [
        ["/search?q=kit", {}],
        ["/search?q=kit", { cookie }],
        ["/login", {}],
        ["/login", { form: { email: "a@maillon.example", password: "un maillon de plus" } }],
        ["/contact", { form: message }],
        ["/password/request", { form: { email: "a@maillon.example" } }],
        ["/dashboard", { cookie }],
        ["/dashboard/admin/news", { cookie }],
        ["/dashboard/admin/news/create", { cookie, form: { title: "Un titre" } }],
      ] as const;
      const unanswered: string[] = [];
      for (const [path, about] of reads) {
        const answer = await site.visit(prefix + path, { ...about, language });
        if (answer.status !== 503) {
          unanswered.push(path);
          continue;
        }
        const sentences = sentencesOf(await answer.text());
        expect(sentences.join(" ")).toContain(label);
        expect(sentences).toContain(silent);
        expect([path, sentences.filter((text) => ofSome.test(text) && !condition.test(text))]).toEqual([path, []]);
        expect([path, sentences.filter((text) => promised.test(text))]).toEqual([path, []]);
      }
      // A form with wrong answers is refused before the backend is called.
      expect(unanswered).toEqual([]);
      for (const about of [{}, { cookie }]) {
        const copy = await site.visit(`${prefix}/news`, { ...about, language });
        expect([copy.status, (await copy.text()).includes(silent)]).toEqual([200, false]);
      }
    },
  );
});

test("a page in the back-office keeps the back-office's layout in an outage, as a document and as data", async () => {
  const { site, way } = await siteBehindFaults();
  await way.set("503");
  const page = await site.visit("/dashboard/admin/news", { cookie });
  expect([page.status, await page.text()]).toEqual([503, expect.stringContaining("office-main")]);
  const data = await site.visit("/dashboard/admin/news.data", { cookie });
  expect([data.status, data.headers.get("location"), sessionTaken(data.headers)]).toEqual([503, null, false]);
});

test.each(["503", "reset"] satisfies Fault[])(
  "who logs out while the backend's answers are %s is told that it holds for this device only",
  async (fault) => {
    const { site, way } = await siteBehindFaults();
    const person = await signIn(backend, { role: "VOLUNTEER" });
    await way.set(fault);
    const left = await site.visit("/logout", { cookie: person.cookie, form: {} });
    expect([left.status, left.headers.get("location"), sessionTaken(left.headers)]).toEqual([303, "/", true]);
    const toast = left.headers.getSetCookie().find((line) => line.startsWith("toast=")) ?? "";
    const value = Buffer.from(toast.slice("toast=".length, toast.indexOf(";")), "base64url").toString("utf8");
    expect(JSON.parse(value)).toMatchObject({ title: "Déconnexion faite sur cet appareil seulement.", color: "warning" });
  },
);

test("when the backend limits requests, pages say so, and the session stays", async () => {
  const { site, way } = await siteBehindFaults();
  await way.set("429");
  for (const path of ["/dashboard", "/search?q=kit"]) {
    const { status, headers } = await site.visit(path, { cookie });
    expect([status, sessionTaken(headers)]).toEqual([429, false]);
  }
});

test("a page's own part that may not be read without a session is an outage to a visitor", async () => {
  const { site, way } = await siteBehindFaults();
  await way.set("401");
  const { status, headers } = await site.visit("/search?q=kit");
  expect([status, headers.get("retry-after")]).toEqual([503, "5"]);
});

test.each(["503", "500", "silent", "reset", "429"] satisfies Fault[])(
  "a refresh that meets %s takes nothing away: the page says 503, and the session is renewed once the backend answers",
  async (fault) => {
    const { cookie: own } = await signIn(backend, { role: "ADMIN" });
    time.pass(15 * 60 + 1);
    const way = await openFaultProxy(backendUrl);
    const { app } = await startSite({}, backend);
    const working = app.overHttp(backendUrl, backendSecret);
    const failing = app.overHttp(way.url, backendSecret);
    const fetch: typeof working.fetch = (request, about) =>
      (new URL(request.url).pathname === "/api/auth/refresh" ? failing : working).fetch(
        new Request(request.url.replace(backendUrl, new URL(request.url).pathname === "/api/auth/refresh" ? way.url : backendUrl), request),
        about,
      );
    const site = await startSite({ transport: { baseUrl: backendUrl, fetch } }, backend);
    await way.set(fault);
    const { status, headers, milliseconds } = await timed(site.visit("/dashboard", { cookie: own }));
    expect([status, headers.get("retry-after"), sessionTaken(headers), milliseconds < 9_500]).toEqual([503, "5", false, true]);
    await way.set(null);
    await expect.poll(async () => (await site.visit("/dashboard", { cookie: own })).status, { timeout: 2_000, interval: 50 }).toBe(200);
  },
);

test("API requests get the outage as JSON within nine seconds", async () => {
  const { site, way } = await siteBehindFaults();
  for (const fault of ["silent", "refused"] as const) {
    await way.set(fault);
    const { status, headers, text, milliseconds } = await timed(site.visit("/api/articles"));
    expect([status, headers.get("retry-after"), JSON.parse(text).code, milliseconds < 9_500]).toEqual([503, "5", "unavailable", true]);
  }
});

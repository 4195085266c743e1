import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startBackend, testClock } from "#tests/support/backend";
import { everyForm, type FoundForm, subjectOf } from "#tests/support/every-form";
import { malformed, malformedText, seeded } from "#tests/support/malformed";
import { needlesIn, needlesInUrl, planted } from "#tests/support/needles";
import { noLimits } from "#tests/support/no-limits";
import { acceptRows, refuseRows } from "#tests/support/refused-rows";
import { type Site, startSite } from "#tests/support/site";

const seed = 20_261_129;
const timeout = 300_000;
const time = testClock(new Date(Date.now() - 86_400_000));

let site: Site;
let found: Awaited<ReturnType<typeof everyForm>>;
beforeAll(async () => {
  // why: the limits would refuse most of what is sent before anybody reads it.
  site = await startSite({}, await startBackend({ limits: noLimits, clock: time.clock }));
  found = await everyForm(site);
  // A form that is sent within seconds was not filled in by a person.
  time.pass(10);
}, timeout);
afterAll(() => site.backend.close());

/** Sends the forms of each reader one after the other: a form may end the other sessions of whoever sends it. */
async function forEach(forms: FoundForm[], send: (form: FoundForm, random: () => number) => Promise<void>) {
  const readers = [...Map.groupBy(forms, ({ by }) => by).values()];
  await Promise.all(
    readers.map(async (own, at) => {
      const random = seeded(seed + at);
      for (const form of own) await send(form, random);
    }),
  );
}

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The form with some of its values made malformed, some of them under another name. With `withIds`, values that are ids stay as they are. */
function malformedForm(form: FoundForm, random: () => number, withIds: boolean): Record<string, string> {
  const written = planted(form);
  const ids = Object.entries(written).filter(([, value]) => withIds && isId.test(value));
  const changed = (malformed(written, random) ?? {}) as object;
  const values = Object.entries(changed).map(([key, value]) => [
    random() < 0.05 ? malformedText(key, random) : key,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  return { ...Object.fromEntries(values), ...Object.fromEntries(ids) };
}

test("the routes with an action whose form nobody finds are those that are listed", () => {
  const listed = readFileSync("tests/app/forms/routes-without-form.txt", "utf8").trim().split("\n");
  const seen = new Set(found.forms.map((form) => subjectOf(found.routeOf(form) ?? "")));
  const unseen = [...new Set(found.unseen.map(({ path }) => subjectOf(path)))].filter((path) => !seen.has(path));
  expect(unseen.toSorted()).toEqual(listed);
  expect(found.forms.length).toBeGreaterThan(300);
});

/** Sends each form with needles, and expects that no log line of either tier contains one. Returns the statuses. */
async function sendNeedles() {
  const before = [site.logged.length, site.backend.logged.length];
  const statuses: number[] = [];
  await forEach(found.forms, async (form) => {
    const answer = await found.send(form, planted(form), `${form.from.split("?")[0]}?${needlesInUrl}`);
    await answer.text();
    statuses.push(answer.status);
  });
  const logged = [...site.logged.slice(before[0]), ...site.backend.logged.slice(before[1])];
  expect(logged.length).toBeGreaterThanOrEqual(found.forms.length);
  expect(needlesIn(logged)).toEqual([]);
  return statuses;
}

test("forms of every kind of reader that fail in the database leave nothing of them in the logs", { timeout }, async () => {
  const { db } = site.backend.services;
  // A session of its own is opened for each form.
  await refuseRows(db, ["sessions", "session_tokens", "rate_limits", "idempotency_keys"]);
  onTestFinished(() => acceptRows(db));
  const statuses = await sendNeedles();
  expect(statuses.filter((status) => status >= 500).length).toBeGreaterThan(100);
});

test("malformed values in every form, whoever finds it, are refused or stored, never a server error, and never returned as markup", {
  timeout,
}, async () => {
  const faults: string[] = [];
  const reached = new Set<string | undefined>();
  const sentBefore = new Set<FoundForm>();
  const send = async (form: FoundForm, random: () => number) => {
    // At first with the ids that stand in it: a form with another id than its own says only that there is no such record.
    const sent = malformedForm(form, random, !sentBefore.has(form));
    sentBefore.add(form);
    const answer = await found.send(form, sent);
    const text = await answer.text();
    const isClosed = [401, 403, 404].includes(answer.status) || answer.headers.get("location")?.includes("/login");
    if (!isClosed) reached.add(found.routeOf(form));
    if (answer.status >= 500 || text.includes("<script>alert(1)") || /\n\s+at .*\.js/.test(text))
      faults.push(`${form.by} ${form.action} ${answer.status}: ${JSON.stringify(sent).slice(0, 300)}`);
  };
  // The answer to a request to erase data takes this subscriber along, hours that are taken back their certificate, and a campaign that is changed or
  // sent is not sent again: their forms are sent before.
  const gone = [
    "/dashboard/admin/notifications/subscribers/{id}",
    "/dashboard/admin/volunteer-hours/certificates",
    "/dashboard/admin/notifications/{id}/send",
  ];
  const first = found.forms.filter((form) => gone.includes(found.routeOf(form) ?? ""));
  await forEach([...first, ...found.forms, ...found.unseen.map(({ form }) => form), ...found.forms], send);
  expect(faults).toEqual([]);
  expect([...new Set(found.forms.map(found.routeOf))].filter((route) => !reached.has(route))).toEqual([]);
});

test("forms of every kind of reader that are filled in and sent leave nothing of them in the logs", { timeout }, async () => {
  const statuses = await sendNeedles();
  expect(statuses.filter((status) => status === 303).length).toBeGreaterThan(75);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import type { ContentName } from "#contract/publishing/content-names";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { addContent } from "#tests/support/content";
import { signIn } from "#tests/support/people";

let backend: TestBackend;
let cookie = "";
beforeAll(async () => {
  backend = await startBackend();
  ({ cookie } = await signIn(backend, { role: "ADMIN" }));
  for (const day of ["2026-03-01", "2026-03-31", "2026-04-01"])
    await addContent(backend, "press", cookie, { outlet: day, day, featured: day.endsWith("01") });
  // The night in which clocks go forward: the day in France ends at 22:00 UTC, and the next begins.
  for (const startsAt of ["2026-03-28T23:30", "2026-03-29T00:00", "2026-03-29T23:59", "2026-03-30T00:00"])
    await addContent(backend, "events", cookie, { title: { fr: startsAt, en: "" }, startsAt, endsAt: "2026-04-02T10:00" });
  for (const since of [2019, 2021, 2024])
    await addContent(backend, "partners", cookie, { name: String(since), since, euroAtTill: since > 2020 });
  await addContent(backend, "partners", cookie, { name: "inconnu" });
});
afterAll(() => backend.close());

type Row = Record<"outlet" | "startsAt" | "name", string>;

const found = async (subject: ContentName, query: string, name: (row: Row) => string) => {
  const { items } = (await (await backend.request(`/api/admin/${subject}?sort=updatedAt&order=asc&${query}`, { cookie })).json()) as {
    items: Row[];
  };
  return items.map(name).toSorted();
};

test.each([
  ["dayFrom=2026-03-31", ["2026-03-31", "2026-04-01"]],
  ["dayTo=2026-03-31", ["2026-03-01", "2026-03-31"]],
  ["dayFrom=2026-03-02&dayTo=2026-03-31", ["2026-03-31"]],
  ["dayFrom=2026-04-01&dayTo=2026-03-01", []],
  ["dayFrom=&dayTo=", ["2026-03-01", "2026-03-31", "2026-04-01"]],
  ["dayFrom=hier", ["2026-03-01", "2026-03-31", "2026-04-01"]],
  ["dayFrom=2026-02-30", ["2026-03-01", "2026-03-31", "2026-04-01"]],
  ["featured=yes", ["2026-03-01", "2026-04-01"]],
  ["featured=no", ["2026-03-31"]],
  ["featured=yes&dayTo=2026-03-31", ["2026-03-01"]],
])("pieces of press by %s", async (query, days) => {
  expect(await found("press", query, ({ outlet }) => outlet)).toEqual(days);
});

test.each([
  ["startsAtFrom=2026-03-29&startsAtTo=2026-03-29", ["2026-03-29T00:00", "2026-03-29T23:59"]],
  ["startsAtTo=2026-03-28", ["2026-03-28T23:30"]],
  ["startsAtFrom=2026-03-30", ["2026-03-30T00:00"]],
])("events by %s, as days go in France", async (query, titles) => {
  expect(await found("events", query, ({ startsAt }) => startsAt)).toEqual(titles);
});

test.each([
  ["sinceFrom=2021", ["2021", "2024"]],
  ["sinceTo=2021", ["2019", "2021"]],
  ["sinceFrom=2020&sinceTo=2022", ["2021"]],
  ["sinceFrom=-1&sinceTo=beaucoup", ["2019", "2021", "2024", "inconnu"]],
  ["sinceFrom=99999999999", ["2019", "2021", "2024", "inconnu"]],
  ["euroAtTill=no", ["2019", "inconnu"]],
])("partners by %s", async (query, names) => {
  expect(await found("partners", query, ({ name }) => name)).toEqual(names);
});

test.each(["events?startsAtFrom", "messages?receivedAtFrom", "applications?receivedAtFrom", "pledges?pledgedAtTo", "audit-log?atFrom"])(
  "%s of a day before all records narrows to nothing, as nonsense does",
  async (filter) => {
    for (const day of ["0001-01-01", "0026-11-22", "9999-12-31"])
      expect((await backend.request(`/api/admin/${filter}=${day}`, { cookie })).status).toBe(200);
  },
);

test("the log by days ends with the last hour of the day in which clocks go back", async () => {
  const { db } = backend.services;
  const entry = { actorKind: "system", action: "test.clock", entityType: "test", requestId: null, fields: [] };
  const times = ["2025-10-25T22:00:00Z", "2025-10-26T22:30:00Z", "2025-10-26T23:00:00Z"];
  for (const at of times) await db.insert(auditLog).values({ ...entry, entityId: at, at: new Date(at) } as never);
  const answer = await backend.request("/api/admin/audit-log?action=test.clock&atFrom=2025-10-26&atTo=2025-10-26", { cookie });
  const { items } = (await answer.json()) as { items: { entityId: string }[] };
  expect(items.map(({ entityId }) => entityId).toSorted()).toEqual(times.slice(0, 2));
});

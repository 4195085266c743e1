import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { openErrorReports } from "#backend/ports/error-reports";
import { startJobs } from "#backend/worker/queue";
import { backendForTest } from "#tests/support/backend";
import { openTestDatabase } from "#tests/support/database";
import { receiveReports } from "#tests/support/reports-receiver";

async function receiving() {
  const receiver = await receiveReports();
  onTestFinished(() => void receiver.close());
  return { ...receiver, to: await openErrorReports(receiver.dsn) };
}

test("what fails in a request of the backend is reported with its id, without user input; a refusal is not", async () => {
  const { to, received, reports } = await receiving();
  const backend = await backendForTest({ reports: to });
  await backend.services.db.execute(sql`alter table donor_links rename to donor_links_elsewhere`);
  const json = { email: "zoe.martin@example.org" };
  expect((await backend.request("/api/nothing")).status).toBe(404);
  expect((await backend.request("/api/user/me")).status).toBe(401);
  expect((await backend.request("/api/donor-access", { method: "POST", json: {} })).status).toBe(422);
  const failed = await backend.request("/api/donor-access", { method: "POST", json, headers: { "x-request-id": "request-7" } });
  expect([failed.status, await failed.json()]).toMatchObject([500, { reported: true, requestId: "request-7" }]);
  await to?.flush();
  const [report] = reports();
  expect([received.length, report?.tags, report?.user]).toEqual([1, { requestId: "request-7" }, {}]);
  expect(report?.exception.values.map(({ value }) => value)).toEqual([
    expect.stringContaining("donor_links"),
    expect.stringMatching(/^Failed query: [^\n]*$/),
  ]);
  expect(received[0]).not.toMatch(/zoe|params:/);
});

test("without a DSN no response claims to have been reported", async () => {
  expect(await openErrorReports(undefined)).toBeNull();
  const backend = await backendForTest();
  await backend.services.db.execute(sql`alter table events rename to events_elsewhere`);
  const answer = await backend.request("/api/events");
  expect([answer.status, "reported" in ((await answer.json()) as object)]).toEqual([500, false]);
});

test("a job that fails its last retry is reported, once until it succeeds again", async () => {
  const { to, reports } = await receiving();
  const database = await openTestDatabase();
  const { log } = (await backendForTest()).services;
  let tries = 0;
  let sound = false;
  const run = async () => {
    tries += 1;
    if (!sound) throw new Error("no answer for zoe.martin@example.org");
  };
  const queue = await startJobs(database, [{ name: "letters", every: "0 0 29 2 *", run }], { log, reports: to });
  onTestFinished(async () => {
    await queue.stop();
    await database.close();
  });
  const ended = async (after: number) => {
    queue.wake("letters");
    await expect.poll(() => tries, { timeout: 20_000, interval: 50 }).toBe(after);
    await expect.poll(waiting, { timeout: 20_000, interval: 50 }).toBe(0);
    await to?.flush();
    return reports().length;
  };
  const waiting = async () => {
    const { rows } = await database.db.execute<{ count: number }>(
      sql`select count(*)::int as count from jobs.job where name = 'letters' and state in ('created', 'retry', 'active')`,
    );
    return rows[0]?.count;
  };
  expect(await ended(4)).toBe(1);
  expect(reports()[0]).toMatchObject({ tags: { job: "letters" }, exception: { values: [{ value: "no answer for [mail]" }] } });
  expect(await ended(8)).toBe(1);
  sound = true;
  expect(await ended(9)).toBe(1);
  sound = false;
  expect(await ended(13)).toBe(2);
});

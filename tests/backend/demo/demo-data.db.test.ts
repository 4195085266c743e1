import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, gt } from "drizzle-orm";
import pino from "pino";
import { expect, onTestFinished, test } from "vitest";
import { openBackend } from "#backend/composition";
import { backendEnvironment } from "#backend/config";
import { loadDemoData } from "#backend/demo/load";
import { demoSettings } from "#backend/demo/settings";
import { articles } from "#backend/modules/articles/tables";
import { events } from "#backend/modules/events/tables";
import { faqQuestions } from "#backend/modules/faq/tables";
import { applicationReplies, applications } from "#backend/modules/jobs/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { monthlyRecords } from "#backend/modules/monthly-records/tables";
import { pageTexts } from "#backend/modules/page-texts/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { users } from "#backend/modules/users/tables";
import { localFiles } from "#backend/ports/files";
import { publicUrl } from "#tests/support/backend";
import { openTestDatabase, serverUrl } from "#tests/support/database";
import { temporaryFolder } from "#tests/support/temporary-folder";

const settings = (more: Record<string, string> = {}) =>
  backendEnvironment.parse({ DATA_FOLDER: temporaryFolder("demo"), RUN_JOBS: "false", ...more });
const silent = pino({ level: "silent" });

test("an empty embedded database is filled with the demonstration, once", async () => {
  const environment = settings();
  const first = await openBackend(environment, { publicUrl, log: silent, reports: null });
  const { db } = first.services;
  const people = await db.$count(users);
  const sectorCount = await db.$count(sectors);
  expect([sectorCount > 5, await db.$count(monthlyRecords)]).toEqual([true, sectorCount * 24]);
  const ahead = await db.$count(events, gt(events.startsAt, new Date()));
  expect([ahead > 5, (await db.$count(events)) > ahead]).toEqual([true, true]);
  expect([await db.$count(applications), await db.$count(applicationReplies)]).toEqual([2, 2]);
  const [story] = await db.select({ texts: pageTexts.texts }).from(pageTexts).where(eq(pageTexts.page, "story"));
  expect([story?.texts.fr["timeline.9.date"], story?.texts.en["timeline.9.date"]]).toEqual(["2026", "2026"]);
  expect(await db.$count(faqQuestions, gt(faqQuestions.helpfulYes, 0))).toBe(
    await db.$count(faqQuestions, eq(faqQuestions.audience, "public")),
  );
  await first.close();
  expect([first.demo, people > 5]).toEqual([true, true]);
  const second = await openBackend(environment, { publicUrl, log: silent, reports: null });
  onTestFinished(() => second.close());
  expect(await second.services.db.$count(users)).toBe(people);
});

test("without a mail server, the demonstration writes its mails into a folder of this machine, links and all", async () => {
  const environment = settings({ ...demoSettings, RUN_JOBS: "true" });
  const { services, fetch, close } = await openBackend(environment, { publicUrl, log: silent, reports: null });
  onTestFinished(close);
  const body = JSON.stringify({ email: "coordinator@maillon.example" });
  const headers = { origin: publicUrl, "content-type": "application/json" };
  expect((await fetch(new Request(`${publicUrl}/api/password/request`, { method: "POST", headers, body }))).status).toBe(200);
  const folder = join(environment.DATA_FOLDER, "mails");
  const mails = () =>
    (existsSync(folder) ? readdirSync(folder) : []).map((name) => readFileSync(join(folder, name), "utf8").replace(/=\r?\n/g, ""));
  await expect.poll(mails, { timeout: 20_000 }).toEqual([expect.stringMatching(/password\/update\?token=3D[\w-]{43}/)]);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  // The row is written once the mailer has answered, after the file.
  await expect.poll(() => services.db.$count(outgoingMails, eq(outgoingMails.text, ""))).toBe(1);
});

test("a database that says it is a server's is refused, and stays as it was", async () => {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  await expect(loadDemoData({ ...database, kind: "server" }, localFiles(tmpdir()), new Date())).rejects.toThrow(
    "only ever goes into the embedded database",
  );
  expect([await database.db.$count(users), await database.db.$count(articles)]).toEqual([0, 0]);
});

test.runIf(serverUrl)("a start on a PostgreSQL server adds no accounts, says so, and stores no generated secret", async () => {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  if (!("url" in database)) throw new Error("no server");
  const environment = settings({ DATABASE_URL: database.url, SESSION_SECRETS: "a secret for tests which is long enough" });
  const backend = await openBackend(environment, { publicUrl, log: silent, reports: null });
  expect([backend.demo, await backend.services.db.$count(users), await backend.services.db.$count(articles)]).toEqual([false, 0, 0]);
  await backend.close();
  for (const name of ["session-secret", "mails"]) expect(existsSync(join(environment.DATA_FOLDER, name))).toBe(false);
});

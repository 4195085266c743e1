import { afterAll, beforeAll, expect, test } from "vitest";
import { franceDay } from "#contract/formats/france-time";
import { addPerson, signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

let site: Site;
let cookie: string;
let person: { id: string };
const today = franceDay(new Date());

beforeAll(async () => {
  site = await startSite();
  cookie = (await signIn(site.backend, { role: "ADMIN" })).cookie;
  person = await addPerson(site.backend, { role: "VOLUNTEER", locale: "en", lastName: "Zarembski", birthDate: `1992-${today.slice(5)}` });
});
afterAll(() => site.backend.close());

const page = "/dashboard/admin/birthdays";
const open = async (path: string) => (await (await site.visit(path, { cookie })).text()).replace(/<script\b.*?<\/script>/gs, "");

test("the list has the birthdays of the day in both languages, without ages", async () => {
  const [french, english] = [await open(page), await open(`/en${page}?when=month`)];
  for (const html of [french, english]) {
    expect(html).toContain("Zarembski");
    expect(html).not.toMatch(/\b1992\b/);
  }
  expect(french).toContain("À souhaiter");
  expect(english).toContain("To be sent");
});

test("the calendar is a private download of whole days, without ages", async () => {
  const answer = await site.visit(`${page}/calendar.ics`, { cookie });
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(answer.headers.get("content-disposition")).toContain("attachment");
  const lines = (await answer.text()).replace(/\r\n /g, "").split("\r\n");
  expect(lines.filter((line) => line === "BEGIN:VEVENT")).toHaveLength(1);
  const day = today.replaceAll("-", "");
  expect(lines).toEqual(expect.arrayContaining([`DTSTART;VALUE=DATE:${day}`, "CLASS:PRIVATE", "TRANSP:TRANSPARENT"]));
  expect(lines.find((line) => line.startsWith("SUMMARY"))).toMatch(/Zarembski$/);
  expect(lines.join()).not.toMatch(/\b1992/);
});

test("a greeting begins in the language of the person, keeps what was typed, and is sent once", async () => {
  const path = `${page}/${person.id}`;
  expect(await open(path)).toContain("The whole team wishes you a very happy birthday.");
  const empty = await site.visit(path, { cookie, form: { text: "" } });
  expect([empty.status, await empty.text()]).toEqual([400, expect.stringContaining("Écrivez quelques mots")]);
  expect((await site.visit(path, { cookie, form: { text: "All the best!" } })).status).toBe(303);
  const again = await site.visit(path, { cookie, form: { text: "Encore" } });
  expect(again.status).toBe(422);
  expect(await open(path)).toContain("Un message est déjà parti pour cet anniversaire.");
});

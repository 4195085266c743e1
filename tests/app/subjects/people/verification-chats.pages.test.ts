import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { verificationMessages } from "#backend/modules/verification-chats/tables";
import { publicUrl } from "#tests/support/backend";
import { signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

type Person = Awaited<ReturnType<typeof signIn>>;
const list = "/dashboard/admin/verification-chats";

let site: Site;
let admin: Person;
beforeAll(async () => {
  site = await startSite();
  admin = await signIn(site.backend, { role: "ADMIN", firstName: "Samira", permissions: ["BENEFICIARY_READ_RESTRICTED"] });
});
afterAll(() => site.backend.close());

/** What a page shows; its scripts hold every text of its subject. */
const shown = async (answer: Response) => (await answer.text()).replace(/<script\b.*?<\/script>/gs, "");
const read = async (path: string, { cookie } = admin) => shown(await site.visit(path, { cookie }));
const send = (path: string, form: Record<string, string>, { cookie } = admin) => site.visit(path, { cookie, form });

/** The page of an account that waits leads on to the one that fits it. */
const writeAs = (person: Person, body: string) => send("/account/pending/validation", { part: "chat", body }, person);

/** A student who wrote a message, and the page of the conversation. */
async function written(body: string, about: Partial<Parameters<typeof signIn>[1]> = {}) {
  const person = await signIn(site.backend, { role: "BENEFICIARY", accountState: "waiting", ...about });
  expect((await writeAs(person, body)).status).toBe(303);
  const rows = await read(`${list}?q=${encodeURIComponent(person.email)}`);
  const path = new RegExp(`${list}/[0-9a-f-]{36}`).exec(rows)?.[0] ?? "";
  return { person, path };
}

/** The time of the last message that a page shows, as its form for closing sends it. */
const seenOn = async (path: string) => /name="seen" value="([^"]+)"/.exec(await read(path))?.[1] ?? "";

test("the inbox is filtered by turn, by owner and by account, and searched", async () => {
  const { person, path } = await written("Bonjour", { lastName: "Quérel" });
  const other = await written("Bonsoir", { lastName: "Zidane", accountState: "to_validate" });
  const names = async (query: string) => {
    const page = await read(`${list}?${query}`);
    return ["Quérel", "Zidane"].filter((name) => page.includes(`${name}</a>`));
  };
  expect(await names("q=querel")).toEqual(["Quérel"]);
  expect(await names("account=to_validate")).toEqual(["Zidane"]);
  expect(await names("owner=me")).toEqual([]);
  expect((await send(path, { step: "take" })).headers.get("location")).toBe(path);
  expect([await names("owner=me"), await names("owner=nobody")]).toEqual([["Quérel"], ["Zidane"]]);
  expect(await read(path)).toContain("Rendre à l’équipe");
  await send(path, { step: "release" });
  expect(await names("owner=me")).toEqual([]);
  await send(other.path, { step: "close", seen: await seenOn(other.path) });
  expect([await names(""), await names("status=closed")]).toEqual([["Quérel"], ["Zidane"]]);
  await send(path, { body: "Merci" });
  expect(await names("status=waiting_user")).toEqual(["Quérel"]);
  await writeAs(person, "Encore moi");
  const third = await written("Moi aussi");
  await send(path, { body: "Bien reçu" });
  const page = await read(list);
  expect(page.indexOf(third.person.lastName)).toBeLessThan(page.indexOf("Quérel"));
});

test("a message reaches the person, a note does not, and values stay when sending fails", async () => {
  const { person, path } = await written("Il me manque un papier.");
  const page = await read(path);
  for (const words of ["Il me manque un papier.", person.email, `/dashboard/admin/users/${person.id}/view`]) expect(page).toContain(words);
  const empty = await send(path, { body: " ", internal: "on" });
  expect([empty.status, /name="internal"[^>]*checked|checked[^>]*name="internal"/.test(await shown(empty))]).toEqual([400, true]);
  const long = await send(path, { body: "x".repeat(4_001) });
  expect([long.status, (await shown(long)).includes("x".repeat(4_001))]).toEqual([400, true]);
  expect((await send(path, { body: "À voir avec Paul", internal: "on" })).status).toBe(303);
  expect((await send(path, { body: "Lequel ?" })).status).toBe(303);
  const thread = await read(path);
  for (const words of ["À voir avec Paul", "la personne ne la voit pas", "Lequel"]) expect(thread).toContain(words);
  const own = await read("/account/pending/criteria", person);
  expect([own.includes("Lequel"), own.includes("À voir avec Paul")]).toEqual([true, false]);
  expect(own).toMatch(/<time[^>]*>\d+(er)? \S+ \d{4}, \d+[\s\u00a0]h([\s\u00a0]\d\d)?<\/time>/);
});

test("a chat in which its person has written since the page was opened is not closed, and the page says once that there is a message to read", async () => {
  const { person, path } = await written("Bonjour");
  const seen = await seenOn(path);
  await writeAs(person, "Encore une question");
  const refused = await send(path, { step: "close", seen });
  const page = await shown(refused);
  expect([refused.status, page.includes("Encore une question")]).toEqual([409, true]);
  expect(page.split("Relisez l’échange").length).toBe(2);
  expect(page).not.toContain("cette fiche");
  expect((await send(path, { step: "close", seen: await seenOn(path) })).status).toBe(303);
});

test("a form sent twice writes one message", async () => {
  const { path } = await written("Bonjour");
  const submission = crypto.randomUUID();
  for (const _ of ["first", "second"]) expect((await send(path, { body: "Une seule fois", submission })).status).toBe(303);
  expect((await read(path)).split("Une seule fois").length).toBe(2);
});

test("a canned answer is in the person's language, whatever the reader's", async () => {
  const french = await written("Bonjour", { firstName: "Nour" });
  const english = await written("Hello", { firstName: "Ada", locale: "en" });
  expect(await read(`/en${french.path}?answer=enrolment`)).toMatch(/lang="fr"[^>]*>\s*Bonjour Nour,/);
  expect(await read(`${english.path}?answer=enrolment`)).toMatch(/lang="en"[^>]*>\s*Hello Ada,/);
});

test("a chat about an account that waits leads to its file, where it is decided", async () => {
  const { person, path } = await written("Bonjour", { accountState: "to_validate" });
  const review = `/dashboard/admin/users/pending-approval/${person.id}`;
  expect(await read(path)).toContain(`href="${review}"`);
  expect((await send(review, { verdict: "ask", reason: "Une page de la notification" })).status).toBe(303);
  expect(await read("/account/pending/criteria", person)).toContain("Une page de la notification");
  expect(await read(path)).toContain("En attente de la personne");
  expect((await send(review, { verdict: "refuse", reason: "Au-dessus du plafond" })).status).toBe(303);
  const page = await read(path);
  expect([page.includes("Clos"), page.includes(review)]).toEqual([true, true]);
});

test("the messages before the last hundred are reached by links, for staff and for the person; the form is with the last ones", async () => {
  const { person, path } = await written("Le premier mot");
  const [chatId, begin] = [path.split("/").at(-1) ?? "", Date.now() + 3_600_000];
  const rows = Array.from({ length: 149 }, (_, at) => ({
    chatId,
    fromId: person.id,
    body: `Suite ${at + 101} fin`,
    at: new Date(begin + at),
  }));
  const { db } = site.backend.services;
  await db.insert(verificationMessages).values(rows);
  expect(await db.$count(verificationMessages, eq(verificationMessages.chatId, chatId))).toBe(150);
  for (const { newest, reader } of [
    { newest: path, reader: admin },
    { newest: "/account/pending/criteria", reader: person },
  ]) {
    const has = (html: string, ...words: string[]) => words.map((word) => html.includes(word));
    const last = await read(newest, reader);
    expect(has(last, 'name="body"', "Suite 150 fin", "Suite 249 fin", "Suite 149 fin", "Le premier mot")).toEqual([
      ...[true, true, true],
      ...[false, false],
    ]);
    const earlier = /href="([^"]*\?before=[0-9a-f-]{36})"/.exec(last)?.[1] ?? "";
    expect(earlier.startsWith(newest)).toBe(true);
    const first = await read(earlier, reader);
    expect(has(first, 'name="body"', "Suite 149 fin", "Suite 150 fin", "Le premier mot")).toEqual([false, true, false, true]);
    expect(has(first, `href="${newest}"`, "Voir les messages précédents")).toEqual([true, false]);
    const staff = reader === admin;
    expect([...has(last, 'value="take"', 'value="close"'), ...has(first, 'value="take"', 'value="close"')]).toEqual([
      ...[staff, staff],
      ...[staff, false],
    ]);
  }
});

test("a shop answers with a photo or a PDF, the team reads it and sends one back, without script", async () => {
  const pdf = (name: string) => new File([`%PDF-1.4\n${name}\n%%EOF`], name, { type: "application/pdf" });
  const sendFile = (path: string, fields: Record<string, string | File>, { cookie }: { cookie: string }) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    return site.visit(path, { cookie, method: "POST", body, headers: { origin: publicUrl } });
  };
  const merchant = await signIn(site.backend, { role: "DONATOR_MERCHANT", accountState: "to_validate", firstName: "Louis" });
  const own = "/account/pending/validation";
  const none = await sendFile(own, { part: "chat", body: "Le voici.", attachment: new File(["MZ"], "jeu.exe") }, merchant);
  expect([none.status, await shown(none)]).toEqual([422, expect.stringContaining("Envoyez un PDF, ou une photo")]);
  expect((await sendFile(own, { part: "chat", body: "Le voici.", attachment: pdf("extrait.pdf") }, merchant)).status).toBe(303);
  const [path = ""] = new RegExp(`${list}/[0-9a-f-]{36}`).exec(await read(`${list}?q=${encodeURIComponent(merchant.email)}`)) ?? [];
  expect((await sendFile(path, { body: "Le nôtre.", attachment: pdf("convention.pdf") }, admin)).status).toBe(303);
  const review = `/dashboard/admin/users/pending-approval/${merchant.id}`;
  for (const [page, files, reader] of [
    [path, `${list}/files`, admin],
    [review, `${list}/files`, admin],
    [own, "/account/chat/files", merchant],
  ] as const) {
    const html = await read(page, reader);
    const links = [...html.matchAll(new RegExp(`href="(${files}/[0-9a-f-]{36})"`, "g"))].map(([, link = ""]) => link);
    expect([page, links.length, html.includes("extrait.pdf"), html.includes("convention.pdf")]).toEqual([page, 2, true, true]);
    for (const link of links) {
      const file = await site.visit(link, { cookie: reader.cookie });
      expect([file.status, file.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    }
  }
  expect(await read(own, merchant)).toMatch(/<input[^>]*name="attachment"/);
  // Once the account is open, too.
  const open = await signIn(site.backend, { role: "BENEFICIARY" });
  expect((await sendFile("/account/chat", { part: "chat", body: "Mon certificat.", attachment: pdf("certificat.pdf") }, open)).status).toBe(
    303,
  );
  expect(await read("/account/chat", open)).toContain("certificat.pdf");
});

import { desc } from "drizzle-orm";
import { expect, test } from "vitest";
import { messageReplies, messages } from "#backend/modules/contact/tables";
import { mailsTo } from "#tests/support/outbox";
import { signIn } from "#tests/support/people";
import { siteWithClock } from "#tests/support/public-form";

const opened = siteWithClock();
const spaces = (html: string) => html.replaceAll(/[\u00a0\u202f]/g, " ");

const languages = [
  {
    prefix: "",
    title: "Votre échange avec nous",
    sent: "Votre message est envoyé.",
    empty: "Écrivez votre message.",
    button: "Envoyer le message",
  },
  {
    prefix: "/en",
    title: "Your conversation with us",
    sent: "Your message has been sent.",
    empty: "Write your message.",
    button: "Send the message",
  },
];

/** A message that staff have answered in the back-office; the path of the link in its mail. */
async function answeredMessage(prefix: string, name = "noe") {
  const { site, proof } = opened;
  const email = `${name}${prefix.replace("/", "-")}@example.org`;
  const form = { topic: "other", team: "", name: "Noé", email, message: "Une <question>.", website: "", proof: await proof() };
  expect((await site.visit(`${prefix}/contact`, { form })).status).toBe(303);
  const [message] = await site.backend.services.db.select().from(messages).orderBy(desc(messages.number));
  const { cookie } = await signIn(site.backend, { role: "ADMIN", firstName: "Samira" });
  const page = `/dashboard/admin/messages/${message?.id}`;
  expect((await site.visit(page, { cookie, form: { body: "Note pour nous", internal: "on", version: "1" } })).status).toBe(303);
  expect((await site.visit(page, { cookie, form: { body: "Bonjour, oui.", version: "2" } })).status).toBe(303);
  const [mail] = await mailsTo(site.backend, email);
  const path = /http:\/\/[^/]+(\S*\/contact\/conversation\?token=[\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
  return { path, page, cookie };
}

test.each(languages)("$prefix: the link of an answer opens the conversation, and a message goes back without script", async (texts) => {
  const { site } = opened;
  const { path, page, cookie } = await answeredMessage(texts.prefix);
  expect(path.startsWith(`${texts.prefix}/contact/conversation?token=`)).toBe(true);
  const answer = await site.visit(path);
  const html = spaces(await answer.text());
  expect([answer.status, answer.headers.get("cache-control"), answer.headers.get("referrer-policy")]).toEqual([
    200,
    "no-store",
    "same-origin",
  ]);
  for (const text of [texts.title, "Une &lt;question&gt;.", "Bonjour, oui.", "Samira", texts.button]) expect(html).toContain(text);
  expect(html).not.toMatch(/Note pour nous|__remixContext|@example\.org/);
  expect(html).toMatch(/<meta name="robots" content="noindex/);
  const empty = await site.visit(path, { form: { body: " " } });
  expect([empty.status, spaces(await empty.text()).includes(texts.empty)]).toEqual([400, true]);
  const done = await site.visit(path, { form: { body: "Merci, à demain." } });
  expect([done.status, done.headers.get("location")]).toEqual([303, `${path}&sent`]);
  const after = spaces(await (await site.visit(`${path}&sent`)).text());
  for (const text of [texts.sent, "Merci, à demain."]) expect(after).toContain(text);
  const staff = spaces(await (await site.visit(page, { cookie })).text());
  for (const text of ["Merci, à demain.", "Note pour nous", "Note de l’équipe"]) expect(staff).toContain(text);

  const form = new FormData();
  form.set("body", "Voici mon plan.");
  form.set("file", new File(["%PDF-1.4\n%%EOF"], "plan.pdf", { type: "application/pdf" }));
  const headers = { origin: site.backend.services.settings.publicUrl };
  expect((await site.visit(path, { method: "POST", body: form, headers })).status).toBe(303);
  for (const [seen, readBy] of [
    [path, {}],
    [page, { cookie }],
  ] as const) {
    const shown = await (await site.visit(seen, readBy)).text();
    expect([seen, shown.includes("plan.pdf")]).toEqual([seen, true]);
    const href = /href="([^"]*\/(?:conversation\/file|messages\/files)[^"]*)"/.exec(shown)?.[1] ?? "";
    const file = await site.visit(href.replaceAll("&amp;", "&"), readBy);
    expect([file.status, file.headers.get("content-type"), file.headers.get("cache-control")]).toEqual([
      200,
      "application/pdf",
      "no-store",
    ]);
  }
  expect((await site.visit(`${texts.prefix}/contact/conversation/file?token=x&id=1`)).status).toBe(404);
});

test("the messages before the last hundred are reached by links, for the writer and for staff; the form is with the last ones", async () => {
  const { site } = opened;
  const { path, page, cookie } = await answeredMessage("/en", "lea");
  const threadId = page.split("/").at(-1) ?? "";
  const begin = Date.now() + 3_600_000;
  const rows = Array.from({ length: 150 }, (_, at) => ({ threadId, body: `Suite ${at + 100} fin`, at: new Date(begin + at * 1000) }));
  await site.backend.services.db.insert(messageReplies).values(rows);
  for (const { newest, readBy, form, more, steps } of [
    { newest: path, readBy: {}, form: "Send the message", more: "See earlier messages", steps: false },
    { newest: page, readBy: { cookie }, form: "Envoyer la réponse", more: "Voir les messages précédents", steps: true },
  ]) {
    const read = async (at: string) => spaces(await (await site.visit(at, readBy)).text()).replaceAll(/<script\b.*?<\/script>/gs, "");
    const last = await read(newest);
    const has = (html: string, ...words: string[]) => words.map((word) => html.includes(word));
    expect(has(last, form, "Suite 150 fin", "Suite 249 fin", "Suite 149 fin", "Bonjour, oui.")).toEqual([true, true, true, false, false]);
    const earlier = /href="([^"]*[?;&]before=[0-9a-f-]{36})"/.exec(last)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const first = await read(earlier);
    expect(has(first, form, "Suite 100 fin", "Suite 149 fin", "Suite 150 fin", "Bonjour, oui.", "Une &lt;question&gt;.")).toEqual([
      ...[false, true, true, false],
      ...[true, true],
    ]);
    expect(has(first, `href="${newest}"`, more)).toEqual([true, false]);
    expect([...has(last, 'name="status"'), ...has(first, 'name="status"')]).toEqual([steps, false]);
  }
});

test.each(["/contact/conversation", "/jobs/conversation", "/contact/conversation?token=x", `/jobs/conversation?token=${"a".repeat(43)}`])(
  "a link that opens nothing (%s) says so, and writes nothing",
  async (path) => {
    const { site } = opened;
    const replies = await site.backend.services.db.$count(messageReplies);
    const html = spaces(await opened.open(path));
    expect([html.includes("Ce lien n’ouvre plus rien"), html.includes('href="/contact"')]).toEqual([true, true]);
    const sent = await site.visit(path, { form: { body: "Bonjour" } });
    expect([303, 404]).toContain(sent.status);
    expect(await site.backend.services.db.$count(messageReplies)).toBe(replies);
  },
);

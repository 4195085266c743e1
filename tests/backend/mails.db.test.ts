import { expect, test } from "vitest";
import { queueMail, sendWaitingMails } from "#backend/modules/mails/outbox";
import { outgoingMails } from "#backend/modules/mails/tables";
import { backendForTest, testClock } from "#tests/support/backend";
import { addPerson } from "#tests/support/people";
import { postOffice } from "#tests/support/post-office";

test("a mail goes to the person once, in their language, as text and as HTML", async () => {
  const { clock } = testClock(new Date());
  const { services } = await backendForTest({ clock });
  const { received, mailer } = await postOffice();
  const person = await addPerson({ services }, { role: "VOLUNTEER", locale: "en", email: "reader@maillon.example" });
  await queueMail(services, person.id, "session_revoked", {}, "once");
  await queueMail(services, person.id, "session_revoked", {}, "once");
  expect(await sendWaitingMails(services.db, mailer, new Date(Date.now() + 1000), "maillon.example")).toBe(1);
  const [mail] = received;
  expect(mail?.to).toEqual(["reader@maillon.example"]);
  expect(mail?.source).toMatch(/content-type: text\/plain/i);
  expect(mail?.source).toMatch(/content-type: text\/html/i);
  expect(mail?.source).toMatch(/Auto-Submitted: auto-generated/i);
  expect(mail?.source).toContain("/en/login");
});

test("a line break in a name starts no header", async () => {
  const { services } = await backendForTest();
  const { received, mailer } = await postOffice();
  const person = await addPerson({ services }, { role: "ADMIN", firstName: "Aya\r\nBcc: thief@evil.example", locale: "fr" });
  await queueMail(
    services,
    person.id,
    "article_in_review",
    { articleId: crypto.randomUUID(), title: "Un titre\r\nBcc: thief@evil.example" },
    "one",
  );
  await sendWaitingMails(services.db, mailer, new Date(Date.now() + 1000), "maillon.example");
  expect(received).toHaveLength(1);
  const head = received[0]?.source.split("\r\n\r\n")[0];
  expect(head).not.toMatch(/^bcc:/im);
  expect(received[0]?.to).not.toContain("thief@evil.example");
});

test("a server that puts us off is asked again later, and the mail waits in the outbox", async () => {
  const { services } = await backendForTest();
  const { received, mailer } = await postOffice(1);
  const person = await addPerson({ services }, { role: "VOLUNTEER" });
  await queueMail(services, person.id, "session_revoked", {}, "one");
  const now = Date.now() + 1000;
  const sendAt = (minutes: number) => sendWaitingMails(services.db, mailer, new Date(now + minutes * 60_000), "maillon.example");
  expect(await sendAt(0)).toBe(0);
  const [waiting] = await services.db.select().from(outgoingMails);
  expect(waiting).toMatchObject({ status: "waiting", attempts: 1, lastError: expect.stringContaining("come back later") });
  expect(await sendAt(1)).toBe(0);
  expect(await sendAt(3)).toBe(1);
  expect(received).toHaveLength(1);
});

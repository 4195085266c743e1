import { expect, test } from "vitest";
import { queueMail } from "#backend/modules/mails/outbox";
import { sendWaitingMails } from "#backend/modules/mails/sending";
import { inviteToAccount } from "#backend/modules/passwords/inviting";
import { backendForTest, testClock } from "#tests/support/backend";
import { addPerson } from "#tests/support/people";
import { postOffice } from "#tests/support/post-office";

test("mails to many people leave after those that one person waits for", async () => {
  const { clock, pass } = testClock();
  const { services } = await backendForTest({ clock });
  const { received, mailer } = await postOffice();
  const person = async (name: string) => addPerson({ services }, { role: "VOLUNTEER", email: `${name}@maillon.example` });
  await inviteToAccount(services, { ...(await person("invited")), firstName: "Ana", locale: "fr" });
  pass(1);
  const own = { body: { text: "Bonjour", locale: "fr" as const } };
  await queueMail(services, (await person("reader")).id, "campaign_association", { title: "Nouvelles" }, "campaign", { own });
  pass(1);
  await queueMail(services, (await person("accepted")).id, "account_accepted", {}, "accepted");
  pass(1);
  const link = { token: "a".repeat(43), endsAt: new Date(clock().getTime() + 60 * 60 * 1000) };
  await queueMail(services, (await person("forgetful")).id, "password_reset", {}, "reset", { link });
  await sendWaitingMails(services, mailer);
  const readers = received.map(({ to }) => to[0]?.split("@")[0]);
  expect(readers.slice(0, 2)).toEqual(["forgetful", "accepted"]);
  // These leave at the same time.
  expect(readers.slice(2).sort()).toEqual(["invited", "reader"]);
});

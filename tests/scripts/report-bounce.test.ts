import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { BounceReport } from "#contract/api/mail-bounces";
import { reportsIn, signatureOf } from "../../scripts/report-bounce.mjs";

const ourId = "<0b0c4a0e-6a4c-4c53-9a49-5f3f6e0f2a11@maillon.example>";

/** A delivery status notification, as Postfix sends it. */
const notification = (status: string, { action = "failed", code = "smtp; 550 5.1.1 <gone@school.example>: unknown" } = {}) =>
  [
    "From: MAILER-DAEMON@mail.example (Mail Delivery System)",
    "To: bounces@maillon.example",
    "Date: Wed, 25 Nov 2026 10:00:00 +0100",
    "Subject: Undelivered Mail Returned to Sender",
    "MIME-Version: 1.0",
    'Content-Type: multipart/report; report-type=delivery-status; boundary="B"',
    "",
    "--B",
    "Content-Type: text/plain",
    "",
    "This is the mail system at host mail.example.",
    "",
    "--B",
    "Content-Description: Delivery report",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mail.example",
    "X-Postfix-Queue-ID: 4ABC",
    "",
    "Final-Recipient: rfc822; gone@school.example",
    "Original-Recipient: rfc822;gone@school.example",
    `Action: ${action}`,
    `Status: ${status}`,
    "Remote-MTA: dns; mx.school.example",
    `Diagnostic-Code: ${code.slice(0, 24)}`,
    `    ${code.slice(24)}`,
    "",
    "--B",
    "Content-Type: text/rfc822-headers",
    "",
    "From: Maillon <bonjour@maillon.example>",
    "To: gone@school.example",
    `Message-ID: ${ourId}`,
    "",
    "--B--",
    "",
  ].join("\r\n");

const complaint = [
  "From: feedback@provider.example",
  "To: bounces@maillon.example",
  "MIME-Version: 1.0",
  'Content-Type: multipart/report; report-type=feedback-report; boundary="B"',
  "",
  "--B",
  "Content-Type: text/plain",
  "",
  "An email abuse report.",
  "",
  "--B",
  "Content-Type: message/feedback-report",
  "",
  "Feedback-Type: abuse",
  "User-Agent: Provider/1.0",
  "Version: 1",
  "Original-Rcpt-To: <reader@provider.example>",
  "",
  "--B",
  "Content-Type: message/rfc822",
  "",
  `Message-ID: ${ourId}`,
  "To: reader@provider.example",
  "Subject: Lettre",
  "",
  "Bonjour",
  "",
  "--B--",
  "",
].join("\r\n");

test("a delivery status notification is a report of who did not get which mail, and why", async () => {
  const [report, ...others] = await reportsIn(notification("5.1.1"));
  expect(others).toEqual([]);
  expect(report).toMatchObject({ type: "hard", address: "gone@school.example", messageId: ourId, at: "2026-11-25T09:00:00.000Z" });
  expect(report?.diagnostic).toMatch(/^5\.1\.1 smtp; 550 5\.1\.1/);
  expect(BounceReport.parse(report)).toMatchObject({ address: "gone@school.example" });
  expect((await reportsIn(notification("5.1.1")))[0]?.id).toBe(report?.id);
});

test("what is given up for now, or refused for another reason than the mailbox, is no dead address at once", async () => {
  const typeOf = async (status: string) => (await reportsIn(notification(status)))[0]?.type;
  expect(await typeOf("4.4.7")).toBe("soft");
  expect(await typeOf("5.7.1")).toBe("soft");
  expect(await typeOf("5.2.2")).toBe("soft");
  expect(await typeOf("5.2.1")).toBe("hard");
});

test("a report without the Message-ID of a mail of ours is anybody's invention", async () => {
  expect(await reportsIn(notification("5.1.1").replace(/^Message-ID:.*\r\n/m, ""))).toEqual([]);
  expect(await reportsIn(notification("5.1.1").replace(ourId, "<1234@elsewhere.example>"))).toEqual([]);
});

test("a mail that is only delayed is no report, nor is an ordinary mail", async () => {
  expect(await reportsIn(notification("4.4.1", { action: "delayed" }))).toEqual([]);
  expect(await reportsIn("From: a@b.example\r\nSubject: Bonjour\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n")).toEqual([]);
  expect(await reportsIn("")).toEqual([]);
});

test("a report of an unwanted mail is a complaint", async () => {
  expect(await reportsIn(complaint)).toMatchObject([{ type: "complaint", address: "reader@provider.example", messageId: ourId }]);
});

/** Runs the script with a mail, as a pipe does, against a site that answers with a status. */
async function piped(mail: string, answers: number, secret = "s".repeat(32)) {
  const calls: { body: string; signature: string }[] = [];
  const site = createServer(async (request, response) => {
    calls.push({ body: await text(request), signature: String(request.headers["x-signature"]) });
    response.writeHead(answers).end();
  });
  await new Promise<void>((done) => site.listen(0, "127.0.0.1", done));
  onTestFinished(() => void site.close());
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/api/mails/bounces`;
  const env = { ...process.env, MAIL_BOUNCE_URL: url, MAIL_BOUNCE_SECRET: `${secret},${"o".repeat(32)}` };
  const code = await new Promise<number>((done) => {
    const child = execFile(process.execPath, [resolve("scripts/report-bounce.mjs")], { env }, (error) => done(Number(error?.code ?? 0)));
    child.stdin?.end(mail);
  });
  return { calls, code };
}

test("the script signs what it reports with the newest secret, and leaves other mails alone", async () => {
  const { calls, code } = await piped(notification("5.1.1"), 204);
  expect(code).toBe(0);
  const [call] = calls;
  const seconds = Number(/^t=(\d+)/.exec(call?.signature ?? "")?.[1]);
  expect(call?.signature).toBe(signatureOf(call?.body ?? "", "s".repeat(32), seconds));
  expect(await piped("Subject: Bonjour\r\n\r\nBonjour\r\n", 204)).toEqual({ calls: [], code: 0 });
});

test("the mail server tries again while the site does not take a report", async () => {
  expect((await piped(notification("5.1.1"), 503)).code).toBe(75);
  for (const status of [413, 422]) expect((await piped(notification("5.1.1"), status)).code).toBe(0);
});

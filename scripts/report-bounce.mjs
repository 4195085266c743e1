// Reads a mail from standard input, as a pipe of Postfix or a filter of a mailbox gives it, and reports it to the site when it is a delivery
// status notification (RFC 3464) or a complaint (RFC 5965): MAIL_BOUNCE_URL says where, MAIL_BOUNCE_SECRET signs. Other mails are left alone.
// Ends with 75, by which mail servers try again, when the site does not take a report.
import { createHash, createHmac } from "node:crypto";
import { realpathSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import PostalMime from "postal-mime";

/** The exit code with which a mail server keeps the mail and tries again. */
const tryAgain = 75;
/** Milliseconds for one report. */
const patience = 30_000;

/** The groups of fields of a report: the first is about the whole of it, each further one about a recipient. */
export function fieldsOf(text) {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/\n[ \t]+/g, " ")
    .split(/\n{2,}/)
    .map((group) =>
      Object.fromEntries(
        group.split("\n").flatMap((line) => {
          const at = line.indexOf(":");
          return at > 0 ? [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()]] : [];
        }),
      ),
    )
    .filter((fields) => Object.keys(fields).length > 0);
}

/** The address of a field such as `rfc822; someone@example.org`. */
const emailOf = (field = "") =>
  field
    .replace(/^[^;]*;/, "")
    .trim()
    .replace(/^<|>$/g, "");

/** The Message-ID of a mail of the site. Nobody who has not had the mail knows it: a report without one may be anybody's invention. */
const ourMessageId = /^message-id:\s*(<[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}@[^>\s]{1,250}>)/im;

/** What a mail says of mails of the site that came back; nothing, for any other mail. */
export async function reportsIn(raw) {
  const { attachments, date } = await PostalMime.parse(raw, { attachmentEncoding: "utf8" });
  const part = (type) => attachments.find(({ mimeType }) => mimeType === type)?.content;
  const status = part("message/delivery-status");
  const feedback = part("message/feedback-report");
  const returned = part("message/rfc822") ?? part("text/rfc822-headers") ?? part("message/rfc822-headers") ?? "";
  const messageId = ourMessageId.exec(String(returned))?.[1];
  if (!messageId) return [];
  const common = { at: date && !Number.isNaN(Date.parse(date)) ? new Date(date).toISOString() : null, messageId };
  const source = createHash("sha256").update(raw).digest("hex");
  if (status) {
    const [, ...recipients] = fieldsOf(String(status));
    return recipients
      .filter((fields) => fields.action?.toLowerCase() === "failed")
      .map((fields, index) => ({
        ...{ id: `${source} ${index}`, ...common, type: /^5/.test(fields.status ?? "") ? "hard" : "soft" },
        address: emailOf(fields["original-recipient"] ?? fields["final-recipient"]),
        diagnostic: [fields.status, fields["diagnostic-code"]].filter(Boolean).join(" ").slice(0, 2_000) || null,
      }))
      .map((report) => ({ ...report, type: report.type === "hard" && isAboutMailbox(report.diagnostic) ? "hard" : "soft" }));
  }
  if (!feedback) return [];
  const [fields = {}] = fieldsOf(String(feedback));
  const address = emailOf(fields["original-rcpt-to"] ?? /^to:\s*(.+)$/im.exec(String(returned))?.[1]);
  return address && fields["feedback-type"] === "abuse" ? [{ id: `${source} 0`, ...common, type: "complaint", address }] : [];
}

/** A refusal for good may be about us, a text or a size: only some codes say that there is no such mailbox. */
const isAboutMailbox = (diagnostic) => /^5\.(1\.(1|2|3|6|10)|2\.1)\b/.test(diagnostic ?? "");

/** The header that signs a body at a time. */
export function signatureOf(body, secret, seconds) {
  return `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`;
}

async function send(report, url, secret) {
  const body = JSON.stringify(report);
  const headers = { "content-type": "application/json", "x-signature": signatureOf(body, secret, Math.floor(Date.now() / 1_000)) };
  const answer = await fetch(url, { method: "POST", headers, body, signal: AbortSignal.timeout(patience) });
  // What the site does not understand is not sent twice.
  if (!answer.ok && ![400, 413, 415, 422].includes(answer.status)) throw new Error(`the site answers ${answer.status}`);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { MAIL_BOUNCE_URL: url, MAIL_BOUNCE_SECRET: secrets } = process.env;
  const [secret] = (secrets ?? "").split(",").map((one) => one.trim());
  try {
    if (!url || !secret) throw new Error("MAIL_BOUNCE_URL and MAIL_BOUNCE_SECRET must be set");
    for (const report of await reportsIn(await buffer(process.stdin))) await send(report, url, secret);
  } catch (error) {
    process.stderr.write(`report-bounce: ${error.message}\n`);
    process.exitCode = tryAgain;
  }
}

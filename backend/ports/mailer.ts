import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { getSystemErrorName } from "node:util";
import { createTransport } from "nodemailer";

export type Mail = {
  /** The charity's name, before the address that mails come from. */
  senderName: string;
  /** Reply-To, when it differs. */
  replyTo?: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  /** Where a POST stops mails like this one, without login (RFC 8058). */
  unsubscribeUrl?: string;
  attachments?: { filename: string; content: Buffer; contentType: string }[];
};

/** Sends the mails of the outbox. Null means no mailer: mails then wait until they expire. */
export type Mailer = {
  /** Throws a {@link MailFailure}. */
  send(mail: Mail): Promise<void>;
  close(): void;
};

/** A mail that did not leave. `reason` consists of codes: messages of servers repeat e-mail addresses and text of the mail. */
export class MailFailure extends Error {
  readonly reason: string;
  /** Whether any other mail would have failed too: the server is unreachable, or refuses the login. */
  readonly unreached: boolean;
  /** The status code with which the server says that there is no such mailbox, if it does. */
  readonly noMailbox: string | undefined;

  constructor(reason: string, unreached: boolean, noMailbox?: string) {
    super(reason);
    this.name = "MailFailure";
    this.reason = reason;
    this.unreached = unreached;
    this.noMailbox = noMailbox;
  }
}

/** A send ends within this many milliseconds. Servers may take minutes to accept a mail (RFC 5321, 4.5.3.2.6). */
export const longestSend = 6 * 60_000;

const timeouts = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 5 * 60_000 };

const automatic = { "Auto-Submitted": "auto-generated" };

/** The headers by which a mail program stops mails like this one with one click. */
const oneClick = (url: string) => ({ "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" });

/** A mail in the format of the library that sends it. */
function envelope({ senderName, unsubscribeUrl, ...mail }: Mail, sender: string) {
  const headers = { ...automatic, ...(unsubscribeUrl && oneClick(unsubscribeUrl)) };
  return { ...mail, from: { name: senderName, address: sender }, headers };
}

/** Mails that are sent at the same time at most, each over a connection of its own. */
export const mailsAtOnce = 5;
/**
 * A connection sends several mails, one after the other: opening one takes longer than a mail. It is closed after so many mails, or milliseconds without one.
 * A mail whose connection breaks is not sent again here: the outbox does that later.
 */
const connections = { pool: true, maxConnections: mailsAtOnce, maxMessages: 100, idleTimeout: 2_000, maxRequeues: 0 } as const;

/** Sends over SMTP from an address. A send is given up after `longest` milliseconds, whatever the server says meanwhile. */
export function smtpMailer(url: string, sender: string, longest = longestSend): Mailer {
  const transport = createTransport({ url, ...timeouts, ...connections });
  return {
    async send(mail) {
      const signal = AbortSignal.timeout(longest);
      await transport.sendMail({ ...envelope(mail, sender), signal }).catch((error) => {
        throw failureOf(error);
      });
    },
    close: () => transport.close(),
  };
}

const withoutServer = ["ECONNECTION", "ETIMEDOUT", "ESOCKET", "EDNS", "ETLS", "EAUTH", "ENOAUTH", "EPROTOCOL", "EABORT"];

type SmtpError = { code?: string; errno?: number; responseCode?: number; response?: string; command?: string };

/** The enhanced status code (RFC 3463) in what a mail server said, which may name IP addresses as well. */
export const enhancedStatusOf = (words: string): string | undefined => /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?!\.?\d)/.exec(words)?.[0];

function failureOf({ code = "EUNKNOWN", errno, responseCode, response = "", command }: SmtpError): MailFailure {
  const system = errno ? getSystemErrorName(errno) : undefined;
  const enhanced = enhancedStatusOf(response);
  const known = command && /^[A-Z ]{2,12}$/.test(command) ? command : undefined;
  const codes = [code, system, responseCode, enhanced, known].filter(Boolean);
  const refusesRecipient = command === "RCPT TO" && responseCode !== undefined && responseCode >= 500;
  const noMailbox = refusesRecipient && enhanced && deadCodes.includes(enhanced) ? enhanced : undefined;
  return new MailFailure(codes.join(" "), withoutServer.includes(code), noMailbox);
}

/**
 * No such mailbox or domain, one that has moved or takes no mail, and one that is disabled (RFC 3463, RFC 7505). A refusal without such a code
 * may be about us: then nobody's address is dead.
 */
const deadCodes = ["5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1"];

/** For the demonstration: writes each mail into a folder of this machine, as mail programs open it. */
export function folderMailer(folder: string, sender: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(mail) {
      const { message } = await transport.sendMail(envelope(mail, sender));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replaceAll(":", "-")} ${mail.messageId.slice(1, 9)}.eml`;
      await writeFile(join(folder, name), message as Buffer, { mode: 0o600 });
    },
    close: () => {},
  };
}

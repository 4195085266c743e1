import { createTransport } from "nodemailer";

export type Mail = { to: string; subject: string; text: string; html: string; messageId: string };

/** Takes mails out of the outbox. Null stands for no mailer: mails then stay in the outbox, where staff read them. */
export type Mailer = { send(mail: Mail): Promise<void>; close(): void };

export function smtpMailer(url: string, from: { name: string; address: string }): Mailer {
  const transport = createTransport(url, { from });
  return {
    async send({ messageId, ...mail }) {
      await transport.sendMail({ ...mail, messageId, headers: { "Auto-Submitted": "auto-generated" } });
    },
    close: () => transport.close(),
  };
}

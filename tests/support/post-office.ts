import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { onTestFinished } from "vitest";
import { smtpMailer } from "#backend/ports/mailer";

/** An SMTP server that keeps what it is sent; the first `refusals` mails are put off, as a busy server does. */
export async function postOffice(refusals = 0) {
  const received: { to: string[]; source: string }[] = [];
  let left = refusals;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        if (left-- > 0) return done(Object.assign(new Error("busy, come back later"), { responseCode: 451 }));
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), source: Buffer.concat(parts).toString() });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  const mailer = smtpMailer(`smtp://127.0.0.1:${port}`, { name: "Maillon", address: "bonjour@maillon.example" });
  onTestFinished(() => mailer.close());
  return { received, mailer };
}

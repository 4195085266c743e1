import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { onTestFinished } from "vitest";
import { smtpMailer } from "#backend/ports/mailer";

type Behaviour = {
  /** How many mails are put off first, as a busy server does, and in which words. */
  refusals?: number;
  words?: string;
  /** Whether each mail is accepted only when the test says so. */
  hold?: boolean;
  /** What it says of every recipient, with its code, if it refuses them. */
  recipients?: { code: number; words: string };
  /** Milliseconds after which a send is given up, where that is not as usual. */
  longest?: number;
};

/** An SMTP server that keeps what it is sent. */
export async function postOffice({ refusals = 0, words = "busy, come back later", hold = false, recipients, longest }: Behaviour = {}) {
  const received: { to: string[]; source: string }[] = [];
  const waiting: (() => void)[] = [];
  let left = refusals;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo(_, __, done) {
      done(recipients && Object.assign(new Error(recipients.words), { responseCode: recipients.code }));
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        if (left-- > 0) return done(Object.assign(new Error(words), { responseCode: 451 }));
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), source: Buffer.concat(parts).toString() });
        if (hold) waiting.push(done);
        else done();
      });
    },
  });
  // The connection of a process that is killed is reset.
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  onTestFinished(close);
  const { port } = server.server.address() as AddressInfo;
  const url = `smtp://127.0.0.1:${port}`;
  const mailer = smtpMailer(url, "bonjour@maillon.example", longest);
  onTestFinished(() => mailer.close());
  return {
    url,
    received,
    mailer,
    close,
    /** Until a mail has come that the server has not accepted yet. */
    async held() {
      while (waiting.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    },
    /** Accepts it. */
    release: () => waiting.shift()?.(),
  };
}

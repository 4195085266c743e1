import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { expect } from "./test";

/** An SMTP server for a site of a test, with the mailboxes of everyone it writes to. */
export async function openPostOffice() {
  const received: { to: string[]; text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        const text = Buffer.concat(parts).toString().replace(/=\r\n/g, "").replaceAll("=3D", "=");
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), text });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    /** The URL matching a pattern in the newest mail to someone, once it has arrived. */
    async linkFor(recipient: string, like: RegExp): Promise<string> {
      const found = () =>
        received
          .filter(({ to }) => to.includes(recipient))
          .map(({ text }) => like.exec(text)?.[0])
          .findLast(Boolean);
      await expect.poll(found, { timeout: 15_000, message: `a mail to ${recipient} with ${like}` }).toBeTruthy();
      return found() ?? "";
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
export type PostOffice = Awaited<ReturnType<typeof openPostOffice>>;

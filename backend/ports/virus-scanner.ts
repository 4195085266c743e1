import { once } from "node:events";
import { connect } from "node:net";

/** Says whether the bytes of a file are free of what the scanner knows. Throws when it does not answer. */
export type VirusScanner = (bytes: Uint8Array) => Promise<boolean>;

/** Bytes of one part of a file, as clamd takes them. */
const partSize = 64 * 1024;
/** Milliseconds within which a scanner has to answer. */
const longestScan = 8_000;

/** A scanner that is a clamd, reached over TCP: its command INSTREAM (clamd(8)), a file in parts with their lengths before them. */
export function clamd({ host, port }: { host: string; port: number }): VirusScanner {
  return async (bytes) => {
    const socket = connect({ host, port, timeout: longestScan });
    socket.on("timeout", () => socket.destroy(new Error("the virus scanner did not answer in time")));
    try {
      await once(socket, "connect");
      socket.write("zINSTREAM\0");
      for (let at = 0; at < bytes.byteLength; at += partSize) {
        const part = bytes.subarray(at, at + partSize);
        socket.write(lengthOf(part));
        socket.write(part);
      }
      socket.write(lengthOf(new Uint8Array()));
      const chunks: Buffer[] = [];
      for await (const chunk of socket) chunks.push(chunk as Buffer);
      const answer = Buffer.concat(chunks).toString("utf8").replaceAll("\0", "").trim();
      if (answer.endsWith("OK")) return true;
      if (answer.endsWith("FOUND")) return false;
      throw new Error(`the virus scanner answered: ${answer.slice(0, 100)}`);
    } finally {
      socket.destroy();
    }
  };
}

function lengthOf(part: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(part.byteLength);
  return length;
}

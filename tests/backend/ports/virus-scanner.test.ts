import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { scannedFiles } from "#backend/ports/scanned-files";
import { clamd } from "#backend/ports/virus-scanner";
import { filesInMemory } from "#tests/support/files-in-memory";

/** The test file of EICAR, which every scanner takes for a virus. */
const eicar = "X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*";

/** A server that reads INSTREAM as clamd does, and knows the test file. */
async function startScanner(
  answerOf = (file: Buffer): string => (file.includes(eicar) ? "stream: Eicar-Test-Signature FOUND" : "stream: OK"),
) {
  const seen: Buffer[] = [];
  const server = createServer((socket) => {
    let received = Buffer.alloc(0);
    socket.on("data", (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const file = fileIn(received);
      if (!file) return;
      seen.push(file);
      socket.end(`${answerOf(file)}\0`);
    });
    socket.on("error", () => {});
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  return { seen, address: { host: "127.0.0.1", port: (server.address() as AddressInfo).port } };
}

/** The file that a stream holds, once its last part, which is empty, has come. */
function fileIn(received: Buffer): Buffer | null {
  const command = "zINSTREAM\0";
  expect(received.subarray(0, command.length).toString()).toBe(command.slice(0, received.length));
  const parts: Buffer[] = [];
  let at = command.length;
  while (at + 4 <= received.length) {
    const length = received.readUInt32BE(at);
    if (length === 0) return Buffer.concat(parts);
    if (at + 4 + length > received.length) return null;
    parts.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}

const log = { error: vi.fn() };

test("a file of any length is scanned whole", async () => {
  const { seen, address } = await startScanner();
  const bytes = Buffer.alloc(200_000, "ab");
  expect(await clamd(address)(bytes)).toBe(true);
  expect(seen).toEqual([bytes]);
  expect(await clamd(address)(Buffer.from(eicar))).toBe(false);
});

test.each(["papers", "records", "messages", "applications"])("a PDF of a person with a virus is not kept in %s", async (folder) => {
  const { address } = await startScanner();
  const files = filesInMemory();
  const store = scannedFiles(files, { scan: clamd(address), log });
  await store.put(`${folder}/clean`, Buffer.from("%PDF-1.7"), "application/pdf");
  await expect(store.put(`${folder}/bad`, Buffer.from(`%PDF-1.7 ${eicar}`), "application/pdf")).rejects.toMatchObject({
    code: "unsafe_file",
  });
  expect([...files.stored.keys()]).toEqual([`${folder}/clean`]);
});

test("what the site makes, and pictures that it drew again, are not scanned", async () => {
  const scan = vi.fn(async () => false);
  const files = filesInMemory();
  const store = scannedFiles(files, { scan, log });
  await store.put("receipts/1", Buffer.from("%PDF-1.7"), "application/pdf");
  await store.put("papers/1", Buffer.from("RIFF"), "image/webp");
  expect([scan.mock.calls.length, files.stored.size]).toEqual([0, 2]);
});

test("while the scanner is away, or answers with an error, files are refused for now, and the log says so", async () => {
  const { address } = await startScanner(() => "INSTREAM size limit exceeded. ERROR");
  const files = filesInMemory();
  for (const to of [address, { host: "127.0.0.1", port: 1 }]) {
    const store = scannedFiles(files, { scan: clamd(to), log });
    await expect(store.put("papers/1", Buffer.from("%PDF-1.7"), "application/pdf")).rejects.toMatchObject({ code: "unavailable" });
  }
  expect([files.stored.size, log.error.mock.calls.length]).toEqual([0, 2]);
});

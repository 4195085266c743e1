import { expect, test } from "vitest";
import { bufferedWithin, readOff } from "~/server/request-guards.server";

/** A body that gives so many parts of ten bytes, one for each pull, and then stays open or ends. */
function bodyOf(parts: number, ends: boolean) {
  const pulled = { parts: 0 };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        pulled.parts += 1;
        if (pulled.parts <= parts) controller.enqueue(new Uint8Array(10));
        else if (ends) controller.close();
        else return new Promise<void>(() => {});
      },
    },
    { highWaterMark: 0 },
  );
  return { body, pulled };
}

test.each([
  ["its end", bodyOf(3, true), { bytes: 1_000, milliseconds: 10_000 }, 4],
  ["the most bytes", bodyOf(1_000, true), { bytes: 50, milliseconds: 10_000 }, 6],
  ["the longest time", bodyOf(2, false), { bytes: 1_000, milliseconds: 50 }, 3],
])("a body is read off until %s", async (_, { body, pulled }, most, parts) => {
  await readOff(body.getReader(), most);
  expect(pulled.parts).toBe(parts);
});

test("a client that leaves meanwhile is no error", async () => {
  const gone = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error("aborted")) });
  await expect(readOff(gone.getReader())).resolves.toBeUndefined();
});

const sent = (body: ReadableStream, length?: number) => {
  const headers = length === undefined ? undefined : { "content-length": String(length) };
  return new Request("http://localhost/", { method: "POST", body, headers, duplex: "half" } as RequestInit);
};

test("a body within its limit is kept whole, and one beyond is read to its end", async () => {
  expect((await (await bufferedWithin(sent(bodyOf(5, true).body), 50))?.arrayBuffer())?.byteLength).toBe(50);
  for (const length of [undefined, 200]) {
    const { body, pulled } = bodyOf(20, true);
    expect([await bufferedWithin(sent(body, length), 50), pulled.parts]).toEqual([null, 21]);
  }
});

test("a body that says that it is larger than what is read off is not read at all", async () => {
  const { body, pulled } = bodyOf(20, true);
  expect([await bufferedWithin(sent(body, 65 * 1024 * 1024), 50), pulled.parts]).toEqual([null, 0]);
});

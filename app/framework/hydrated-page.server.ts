import { PassThrough } from "node:stream";
import type { ReactElement } from "react";
import { renderToPipeableStream } from "react-dom/server";

/**
 * How long the framework waits for deferred data of a loader, in milliseconds. Our loaders defer none, and for this time it keeps the objects of every
 * page in memory, whether it was sent or not.
 */
export const streamTimeout = 1;

/** The page in one buffer. It has to go through the streaming renderer, which single fetch needs. */
export function renderHydrated(page: ReactElement): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const sink = new PassThrough();
    sink.on("data", (chunk: Buffer) => chunks.push(withoutUnusedEnd(chunk)));
    sink.on("end", () => resolve(Buffer.concat(chunks)));
    sink.on("error", reject);
    const { pipe } = renderToPipeableStream(page, { onAllReady: () => pipe(sink), onShellError: reject, onError: reject });
  });
}

/**
 * React 18 sends its whole buffer when a multi-byte character does not fit at the end: the unused bytes are zeros, which browsers
 * show in a field as �. No text contains zero bytes.
 */
function withoutUnusedEnd(chunk: Buffer): Buffer {
  let end = chunk.length;
  while (end > 0 && chunk[end - 1] === 0) end -= 1;
  return chunk.subarray(0, end);
}

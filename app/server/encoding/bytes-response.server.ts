const bodies = new WeakMap<Response, Buffer>();

/** A response whose bytes can be read with {@link bytesOf}: read from the response itself, they would go through a stream. */
export function bytesAnswer(bytes: Buffer, init: ResponseInit): Response {
  const answer = new Response(bytes as BodyInit, init);
  bodies.set(answer, bytes);
  return answer;
}

export function bytesOf(answer: Response): Buffer | undefined {
  return bodies.get(answer);
}

/** A reusable buffer for responses whose length is not known yet. */
let room = Buffer.allocUnsafeSlow(128 * 1024);

/** Texts (as UTF-8) and bytes, one after the other. */
export function joined(pieces: (string | Buffer)[]): Buffer {
  const maxBytes = pieces.reduce((sum, piece) => sum + (typeof piece === "string" ? 3 : 1) * piece.length, 0);
  if (maxBytes > room.byteLength) room = Buffer.allocUnsafeSlow(maxBytes);
  let end = 0;
  for (const piece of pieces) end += typeof piece === "string" ? room.write(piece, end) : piece.copy(room, end);
  return Buffer.from(room.subarray(0, end));
}

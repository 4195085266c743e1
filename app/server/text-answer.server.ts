const texts = new WeakMap<Response, string>();

/** An answer whose text can be had again with {@link textOf}: read from the answer itself, it would go through a stream. */
export function textAnswer(text: string, init: ResponseInit): Response {
  const answer = new Response(text, init);
  texts.set(answer, text);
  return answer;
}

export function textOf(answer: Response): string | undefined {
  return texts.get(answer);
}

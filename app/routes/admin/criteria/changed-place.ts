import type { Intent } from "@conform-to/react";

/** A place in one of the form's lists; the last one where `at` is missing. */
export type Place = { list: string; at?: number };

/** Where the list that a button has just changed is to be read on: at what was added or moved, or before what was removed. */
export function placeOfChange(intent: Intent | null | undefined): Place | undefined {
  if (intent?.type === "insert") return { list: intent.payload.name, at: intent.payload.index };
  if (intent?.type === "reorder") return { list: intent.payload.name, at: intent.payload.to };
  if (intent?.type === "remove") return { list: intent.payload.name, at: Math.max(0, intent.payload.index - 1) };
  return undefined;
}

/** Whether a row of a list is that place. */
export function isPlace(place: Place | undefined, { name, at, last }: { name: string; at: number; last: boolean }): boolean {
  return place?.list === name && (place.at === undefined ? last : place.at === at);
}

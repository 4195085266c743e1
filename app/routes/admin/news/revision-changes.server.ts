import { diffWordsWithSpace } from "diff";
import type { ArticleRevision } from "#contract/publishing/articles";

const fields = ["title", "lead", "body"] as const;
const languages = ["fr", "en"] as const;

export type Change = {
  field: (typeof fields)[number];
  language: (typeof languages)[number];
  parts: { text: string; kind: "same" | "added" | "removed" }[];
};
export type ComparedRevision = Pick<ArticleRevision, "number" | "at" | "author" | "restoredFrom"> & { changes: Change[]; first: boolean };

/** Revisions, newest first, each with what changed since the one before it, word by word. */
export function compareRevisions(revisions: ArticleRevision[]): ComparedRevision[] {
  return revisions.map((revision, at) => {
    const { number, author, restoredFrom } = revision;
    const before = revisions[at + 1];
    return { number, at: revision.at, author, restoredFrom, first: number === 1, changes: before ? changesBetween(before, revision) : [] };
  });
}

function changesBetween(before: ArticleRevision, after: ArticleRevision): Change[] {
  return fields.flatMap((field) =>
    languages.flatMap((language) => {
      const [old, now] = [before[field][language] ?? "", after[field][language] ?? ""];
      return old === now ? [] : [{ field, language, parts: partsOf(old, now) }];
    }),
  );
}

/** How long a word-by-word comparison may take before the two texts are shown whole, in milliseconds. */
const timeout = 200;

function partsOf(old: string, now: string): Change["parts"] {
  const parts = diffWordsWithSpace(old, now, { timeout: timeout });
  if (!parts)
    return [
      { text: old, kind: "removed" },
      { text: now, kind: "added" },
    ];
  return parts.map(({ value, added, removed }) => ({ text: value, kind: added ? "added" : removed ? "removed" : "same" }));
}

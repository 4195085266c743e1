/** What the keys of drafts in this browser's storage begin with. */
export const draftStart = "draft ";

/** One draft for each person and form of a page. */
export function draftKey(userId: string, pathname: string, part = ""): string {
  return draftStart + [userId, pathname, part].filter(Boolean).join(" ");
}

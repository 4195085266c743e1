import * as z from "zod";

/** What can be wrong with a page of others: it says that it is no more, it fails, nothing answers, its name is unknown, its certificate is wrong, it lies within our own network. */
export const linkProblems = ["gone", "failing", "silent", "unknown_host", "insecure", "not_outside"] as const;
export type LinkProblem = (typeof linkProblems)[number];

/** After so many looks in a row at which it was not there, a page is to be checked by someone. */
export const failuresToTell = 2;

/** What came of the last look at the page that a record leads to. */
export const LinkCheck = z.object({
  checkedAt: z.iso.datetime(),
  status: z.int().nullable(),
  problem: z.enum(linkProblems).nullable(),
  /** Whether someone should look: it was not there several times in a row. */
  toCheck: z.boolean(),
});
export type LinkCheck = z.infer<typeof LinkCheck>;

/** Whether a look found anything; a page that takes too long is left to the night. */
export const LinkChecked = z.object({ checked: z.boolean() });

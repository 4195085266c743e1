import * as z from "zod";

/** Faults of an external page: gone, failing, no answer, unknown host, wrong certificate, inside our own network. */
export const linkProblems = ["gone", "failing", "silent", "unknown_host", "insecure", "not_outside"] as const;
export type LinkProblem = (typeof linkProblems)[number];

/** After this many failed checks in a row, staff are asked to check the page. */
export const failuresToNotify = 2;

/** The result of the last check of the page that a record links to. */
export const LinkCheck = z.object({
  checkedAt: z.iso.datetime(),
  status: z.int().nullable(),
  problem: z.enum(linkProblems).nullable(),
  /** Whether staff should check the page: several checks in a row have failed. */
  toCheck: z.boolean(),
});
export type LinkCheck = z.infer<typeof LinkCheck>;

/** The result of a check; a page that takes too long is left to the nightly run. */
export const LinkChecked = z.object({ checked: z.boolean() });

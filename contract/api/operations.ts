import * as z from "zod";
import { Done, endpoint } from "./endpoint.ts";

const admins = { roles: ["ADMIN"] } as const;

/** The state of background work. Jobs are counted over the last 24 hours. */
export const Health = z.object({
  jobs: z.array(
    z.object({
      name: z.string(),
      waiting: z.int(),
      done: z.int(),
      failed: z.int(),
      lastDoneAt: z.iso.datetime().nullable(),
    }),
  ),
  mails: z.object({ waiting: z.int(), failed: z.int(), oldestWaitingAt: z.iso.datetime().nullable() }),
});
export type Health = z.infer<typeof Health>;

/** The kind of change that makes web tiers invalidate a group of cached pages; the group's name follows, or `*`. */
export const purgeKind = "cache:";

/** A group of cached pages: the first part of their path. */
export const PageGroup = z.string().regex(/^([\w.-]{1,60}|\*)$/);

export const operationsApi = {
  health: endpoint({ method: "GET", path: "/api/admin/health", access: admins, response: Health }),
  purgePages: endpoint({
    method: "POST",
    path: "/api/admin/page-cache/purge",
    access: admins,
    body: z.object({ group: PageGroup }),
    response: Done,
  }),
};

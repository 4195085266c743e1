import * as z from "zod";
import { endpoint, listQuery, pageOf } from "./endpoint.ts";
import { spamGuardFields } from "./spam-guard.ts";

const admins = { roles: ["ADMIN"] } as const;
const byId = z.object({ id: z.uuid() });

export const applicationStatuses = ["received", "answered", "closed"] as const;
export const ApplicationStatus = z.enum(applicationStatuses);
export type ApplicationStatus = z.infer<typeof ApplicationStatus>;

/** How long an application is kept, in months, as the form promises. */
export const applicationMonths = 24;
export const maxCvBytes = 5 * 1024 * 1024;

/** What someone sends to apply for an offer. */
export const ApplicationDraft = z.object({
  name: z.string().trim().min(1).max(120),
  email: z.email().max(200),
  message: z.string().trim().min(1).max(5_000),
  cv: z
    .instanceof(File)
    .refine(({ size }) => size <= maxCvBytes, "jobs:error.cvSize")
    .optional(),
  consent: z.literal("on", "jobs:error.consent"),
  ...spamGuardFields,
});

const frame = {
  id: z.uuid(),
  jobId: z.uuid(),
  jobTitle: z.string(),
  name: z.string(),
  email: z.string(),
  status: ApplicationStatus,
  createdAt: z.iso.datetime(),
  hasCv: z.boolean(),
};
export const ApplicationRow = z.object(frame);
export type ApplicationRow = z.infer<typeof ApplicationRow>;

export const ApplicationAnswer = z.object({ text: z.string().trim().min(1).max(5_000) });

const Application = ApplicationRow.extend({
  message: z.string(),
  locale: z.enum(["fr", "en"]),
  answer: z.string().nullable(),
  answeredBy: z.string().nullable(),
  answeredAt: z.iso.datetime().nullable(),
});
export type Application = z.infer<typeof Application>;

export const applicationsApi = {
  create: endpoint({
    method: "POST",
    path: "/api/jobs/:id/applications",
    access: "public",
    params: byId,
    bodyType: "multipart",
    body: ApplicationDraft,
    response: z.object({ success: z.literal(true) }),
    status: 201,
  }),

  list: endpoint({
    method: "GET",
    path: "/api/admin/applications",
    access: admins,
    query: listQuery(["createdAt"], {
      status: ApplicationStatus.optional().catch(undefined),
      jobId: z.uuid().optional().catch(undefined),
    }),
    response: pageOf(ApplicationRow),
  }),

  get: endpoint({ method: "GET", path: "/api/admin/applications/:id", access: admins, params: byId, response: Application }),

  /** Sends the answer by mail and keeps it with the application: one answer, the first. A later one is refused with what stands by then. */
  answer: endpoint({
    method: "POST",
    path: "/api/admin/applications/:id/answer",
    access: admins,
    params: byId,
    body: ApplicationAnswer,
    response: Application,
  }),

  close: endpoint({ method: "POST", path: "/api/admin/applications/:id/close", access: admins, params: byId, response: Application }),
};

import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { spamGuardFields } from "../api/spam-guard.ts";
import { Localized } from "../formats/localized.ts";
import { filled, validEmail } from "../formats/validation.ts";
import { threadApi, threadStatuses } from "./threads.ts";

const byId = z.object({ id: z.uuid() });

export const maxCvBytes = 5 * 1024 * 1024;

/** What someone sends to apply for an offer. */
export const ApplicationDraft = z.object({
  name: filled("jobs:error.name", 120),
  email: validEmail("jobs:error.emailMissing", "jobs:error.email"),
  message: filled("jobs:error.message", 5_000),
  cv: z
    .instanceof(File)
    .refine(({ size }) => size <= maxCvBytes, "jobs:error.cvSize")
    .optional(),
  consent: z.literal("on", "jobs:error.consent"),
  ...spamGuardFields,
});

/** What the page after the form shows: nothing about the applicant. */
const Receipt = z.object({ ticket: z.string(), receivedAt: z.iso.datetime(), jobTitle: Localized });

export const applicationStatuses = threadStatuses("received");

export const applicationsApi = {
  create: endpoint({
    method: "POST",
    path: "/api/jobs/:id/applications",
    access: "public",
    params: byId,
    bodyType: "multipart",
    body: ApplicationDraft,
    response: z.object({ id: z.uuid(), ticket: z.string() }),
    status: 201,
  }),

  receipt: endpoint({ method: "GET", path: "/api/applications/:id", access: "public", params: byId, response: Receipt }),

  ...threadApi("applications", {
    waiting: "received",
    row: { jobTitle: z.string(), hasCv: z.boolean() },
    filters: { jobId: z.uuid().optional().catch(undefined) },
  }),
};
export type ApplicationRow = z.infer<typeof applicationsApi.Row>;
export type ApplicationRowsQuery = z.infer<typeof applicationsApi.Query>;

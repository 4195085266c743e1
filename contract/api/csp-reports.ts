import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { machineEndpoint } from "./machine-endpoint.ts";

const text = z.string().optional();

/** `application/csp-report`, which `report-uri` makes browsers send: one violation. */
const SingleReport = z.object({
  "csp-report": z.object({ "effective-directive": text, "violated-directive": text, "blocked-uri": text }),
});

/** `application/reports+json`, which `report-to` makes them send: reports of several kinds. */
const ReportList = z.array(z.object({ type: z.string(), body: z.object({ effectiveDirective: text, blockedURL: text }).nullish() }));

/** Reports of browsers about violations of the Content-Security-Policy. Other reports are ignored. */
export const CspReports = z.union([SingleReport, ReportList]);
export type CspReports = z.output<typeof CspReports>;

/** A directive and what it blocked, with the number of reports within the retention period. */
export const CspViolation = z.object({
  directive: z.string(),
  /** An origin, a scheme, or a word such as `inline`. */
  blocked: z.string(),
  times: z.int(),
  lastOn: z.iso.date(),
});
export type CspViolation = z.infer<typeof CspViolation>;

export const cspReportsApi = {
  report: machineEndpoint({
    path: "/api/csp-reports",
    authentication: "none",
    contentTypes: ["application/csp-report", "application/reports+json"],
    maxBytes: 64 * 1024,
    body: CspReports,
  }),
  list: endpoint({
    method: "GET",
    path: "/api/admin/csp-reports",
    access: { roles: ["ADMIN"] },
    response: z.object({ items: z.array(CspViolation) }),
  }),
};

import * as z from "zod";
import { wholeNumber } from "../formats/validation.ts";

const ofAccounts = ["firstNotice", "lastNotice", "archive", "anonymise"] as const;

/**
 * Every kind of data with a retention period, and what the nightly run does at its end. Each of them acts: a kind without
 * a table has no place here.
 */
export const retentionSteps = {
  beneficiary_account: ofAccounts,
  volunteer_account: ofAccounts,
  donor_account: ofAccounts,
  papers: ["erase"],
  verification_chats: ["erase"],
  tracking: ["erase"],
  event_registrations: ["erase"],
  event_guests: ["erase"],
  scan_attempts: ["erase"],
  kit_orders: ["erase"],
  aids: ["erase"],
  messages: ["erase"],
  applications: ["erase"],
  declined_testimonials: ["erase"],
  withdrawn_testimonials: ["erase"],
  unused_testimonials: ["erase"],
  promises: ["erase"],
  receipts: ["blank"],
  accounting: ["anonymise"],
  memberships: ["erase"],
  data_requests: ["erase"],
  mails: ["erase"],
  dead_addresses: ["erase"],
  notices: ["erase"],
  newsletter: ["erase"],
  mail_links: ["erase"],
  registration_drafts: ["erase"],
  invitations: ["erase"],
  sessions: ["erase"],
  searches: ["erase"],
  deleted_contents: ["erase"],
  tasks: ["erase"],
  access_logs: ["blank"],
} as const;
export type DataKind = keyof typeof retentionSteps;
export type RetentionStep = (typeof retentionSteps)[DataKind][number];
export const dataKinds = Object.keys(retentionSteps) as [DataKind, ...DataKind[]];
export const DataKind = z.enum(dataKinds);

/** The name of a number in the counts of a run. */
export const countKey = (kind: DataKind, step: RetentionStep) => `${kind}.${step}`;

export const retentionStates = ["noticed", "archived", "anonymised"] as const;

export const RetentionPolicy = z.object({
  dataKind: DataKind,
  months: z.int(),
  days: z.int(),
  updatedAt: z.iso.datetime(),
});
export type RetentionPolicy = z.infer<typeof RetentionPolicy>;

/** The same with what the last run did, for staff. */
export const PolicyWithRun = RetentionPolicy.extend({
  lastRun: z.object({ at: z.iso.datetime(), counts: z.record(z.string(), z.int()) }).nullable(),
});
export type PolicyWithRun = z.infer<typeof PolicyWithRun>;

const duration = wholeNumber("privacy:retention.number", 0, 600).default(0);

export const RetentionEdit = z
  .object({ months: duration, days: duration })
  .refine(({ months, days }) => months + days > 0, { path: ["months"], message: "privacy:retention.someTime" });

/** How long an application is retained at most, in months, as the form promises. */
const applicationMonths = 24;

/** Whether a time is within what was promised: applicants read "two years at most" on the form. */
export const withinPromise = (kind: DataKind, { months, days }: { months: number; days: number }) =>
  kind !== "applications" || months * 30 + days <= applicationMonths * 30;

export const RetentionRun = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  dryRun: z.boolean(),
  counts: z.record(z.string(), z.int()),
});
export type RetentionRun = z.infer<typeof RetentionRun>;

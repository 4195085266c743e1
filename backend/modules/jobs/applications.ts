import { createHash } from "node:crypto";
import { and, eq, type SQL } from "drizzle-orm";
import { Hono } from "hono";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { referenceNumber } from "#backend/db/reference-numbers";
import { idOf } from "#backend/http/private-file";
import { authorise, type Env, on, type ServedEndpoint } from "#backend/http/routes";
import type { Services } from "#backend/http/services";
import { refuseSpam } from "#backend/http/spam-guard";
import { documents } from "#backend/modules/documents/tables";
import { removeLoose } from "#backend/modules/documents/uploading";
import { queueMailTo } from "#backend/modules/mails/outbox";
import { Refusal } from "#backend/refusal";
import { ownThreadRoutes } from "#backend/threads/own-routes";
import { threadRoutes } from "#backend/threads/routes";
import { type ApplicationRow, type ApplicationRowsQuery, applicationsApi } from "#contract/charity/applications";
import { readIn } from "#contract/formats/localized-text";
import { storeCv } from "./cvs.ts";
import { applicationReplies, applications, jobs, applicationLetter as letter } from "./tables.ts";
import { openJobs } from "./visibility.ts";

/** The table of applications, and their promised delay. */
export const applicationThread = { table: applications, waiting: "received", promise: { days: 15 } } as const;

export const applicationRoutes: ServedEndpoint[] = [
  on(applicationsApi.create, async (call) => {
    const { db, params, body, clock, locale } = call;
    await refuseSpam(call, "application", body);
    const [job] = await db
      .select()
      .from(jobs)
      .where(and(eq(jobs.id, params.id), openJobs(clock())));
    if (!job) throw new Refusal("not_found");
    const { name, email, message, cv } = body;
    const dedupeKey = createHash("sha256").update(`${job.id} ${email.toLowerCase()} ${message}`).digest("hex");
    // A transaction that is run again stores the file again.
    const cvKeys: string[] = [];
    let used: string | undefined;
    const written = db.transaction(async (tx) => {
      used = undefined;
      const values = {
        jobId: job.id,
        name,
        email,
        message,
        locale,
        consentedAt: clock(),
        createdAt: clock(),
        waitingSince: clock(),
        dedupeKey,
      };
      const [added] = await tx.insert(applications).values(values).onConflictDoNothing({ target: applications.dedupeKey }).returning();
      if (!added) return receiptOf(tx, eq(applications.dedupeKey, dedupeKey));
      if (cv) {
        const cvId = await storeCv({ ...call, db: tx }, cv, (storageKey) => {
          cvKeys.push(storageKey);
          used = storageKey;
        });
        await tx.update(applications).set({ cvId }).where(eq(applications.id, added.id));
      }
      const ticket = referenceNumber(letter, added.number);
      const mail = { email, locale, firstName: name };
      const within = { ...call, db: tx };
      await queueMailTo(within, mail, "application_received", { ticket, title: readIn(locale, job.title).text }, added.id, {
        record: { subject: "application", subjectId: added.id },
      });
      const mailbox = mailboxOf(call);
      const about = { ticket, name, title: job.title.fr, applicationId: added.id };
      if (mailbox)
        await queueMailTo(within, { email: mailbox, locale: "fr" }, "application_arrived", about, `${added.id} team`, {
          aboutId: added.id,
        });
      return { id: added.id, ticket };
    });
    try {
      return await written;
    } catch (error) {
      used = undefined;
      throw error;
    } finally {
      for (const key of cvKeys) if (key !== used) await removeLoose(call, key);
    }
  }),

  /** Only the applicant knows the application's id: it is in the URL of the page after the form, and nowhere else in public. */
  on(applicationsApi.receipt, ({ db, params }) => receiptOf(db, eq(applications.id, params.id))),

  ...threadRoutes(applicationsApi, {
    ...applicationThread,
    replies: applicationReplies,
    entityType: "application",
    letter,
    narrow: ({ jobId }: ApplicationRowsQuery) => (jobId ? eq(applications.jobId, jobId) : undefined),
    read: async (db, where, order, locale) => {
      const rows = await db
        .select({ application: applications, title: jobs.title })
        .from(applications)
        .innerJoin(jobs, eq(jobs.id, applications.jobId))
        .where(where)
        .orderBy(...order);
      return rows.map(({ application, title }) => ({
        ...application,
        jobTitle: readIn(locale, title).text,
        hasCv: application.cvId !== null,
      }));
    },
    mail: { topic: "application_answered", values: ({ jobTitle }: ApplicationRow) => ({ title: jobTitle }) },
  }),
  ...ownThreadRoutes<typeof applications.$inferSelect>(applicationsApi, {
    ...applicationThread,
    replies: applicationReplies,
    letter,
    subject: "application",
    pageOf: (id) => `/dashboard/admin/jobs/applications/${id}`,
    messageOf: ({ message }) => message,
    team: async (services) => {
      const email = mailboxOf(services);
      return email ? [{ email, locale: "fr" }] : [];
    },
  }),
];

const mailboxOf = ({ settings: { mailboxes, contactEmail } }: Pick<Services, "settings">) => mailboxes.jobs ?? contactEmail;

async function receiptOf(db: Db, which: SQL) {
  const [row] = await db
    .select({ application: applications, jobTitle: jobs.title })
    .from(applications)
    .innerJoin(jobs, eq(jobs.id, applications.jobId))
    .where(which);
  if (!row) throw new Refusal("not_found");
  const { id, number, createdAt } = row.application;
  return { id, ticket: referenceNumber(letter, number), receivedAt: createdAt.toISOString(), jobTitle: row.jobTitle };
}

/** The file of a CV, for staff; each access is in the audit log. */
export function cvContent(services: Services): Hono<Env> {
  return new Hono<Env>().get("/api/admin/applications/:id/cv", async (http) => {
    const { db, files } = services;
    const access = applicationsApi.get.access;
    const actor = await services.authenticate(services, http, access);
    authorise(actor, access);
    const [found] = await db
      .select({ id: applications.id, key: documents.storageKey })
      .from(applications)
      .innerJoin(documents, eq(documents.id, applications.cvId))
      .where(eq(applications.id, idOf(http)));
    const bytes = found && (await files.get(found.key));
    if (!found || !bytes) throw new Refusal("not_found");
    await recordChange(db, actor, { action: "application.read_cv", entityType: "application", entityId: found.id });
    return http.body(bytes as Uint8Array<ArrayBuffer>, 200, {
      "content-type": "application/pdf",
      "content-disposition": 'attachment; filename="cv.pdf"',
      "cache-control": "no-store",
      "content-security-policy": "sandbox; default-src 'none'",
    });
  });
}

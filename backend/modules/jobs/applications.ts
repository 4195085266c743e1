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
import { administrators, notifyStaff, type ToNotify } from "#backend/threads/notifying";
import { ownThreadRoutes } from "#backend/threads/own-routes";
import { threadRoutes } from "#backend/threads/routes";
import { filePolicy } from "#contract/api/file-policy";
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
    const same = eq(applications.dedupeKey, dedupeKey);
    if ((await db.$count(applications, same)) > 0) return receiptOf(db, same);
    // No transaction is open while the file is scanned and stored.
    const stored = cv && (await storeCv(call, cv));
    let isUsed = false;
    const written = db.transaction(async (tx) => {
      isUsed = false;
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
      if (!added) return receiptOf(tx, same);
      if (stored) {
        await tx.insert(documents).values(stored);
        await tx.update(applications).set({ cvId: stored.id }).where(eq(applications.id, added.id));
        isUsed = true;
      }
      const ticket = referenceNumber(letter, added.number);
      const mail = { email, locale, firstName: name };
      const within = { ...call, db: tx };
      await queueMailTo(within, mail, "application_received", { ticket, title: readIn(locale, job.title).text }, added.id, {
        record: { subject: "application", subjectId: added.id },
      });
      const about = { ticket, name, title: job.title.fr, applicationId: added.id };
      const record = { subject: "application", subjectId: added.id } as const;
      for (const to of await readersOf(within))
        await notifyStaff(within, to, "application_arrived", about, `${added.id} ${to.email}`, record);
      return { id: added.id, ticket };
    });
    try {
      return await written;
    } catch (error) {
      isUsed = false;
      throw error;
    } finally {
      if (stored && !isUsed) await removeLoose(call, stored.storageKey);
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
    team: readersOf,
  }),
];

/** Who reads applications: their mailbox, or administrators where there is none. */
async function readersOf({ db, settings }: Pick<Services, "db" | "settings">): Promise<ToNotify[]> {
  const email = settings.mailboxes.jobs ?? settings.contactEmail;
  return email ? [{ email, locale: "fr" }] : administrators(db);
}

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
      "content-security-policy": filePolicy,
    });
  });
}

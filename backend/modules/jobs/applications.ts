import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { Hono } from "hono";
import type { Db } from "#backend/db/client";
import { contains, pageOfRows } from "#backend/db/lists";
import { Refusal } from "#backend/http/refusal";
import { authorise, type Env, on, type Served } from "#backend/http/routes";
import type { Services } from "#backend/http/services";
import { refuseSpam } from "#backend/http/spam-guard";
import { authenticate } from "#backend/identity/authentication";
import { recordChange } from "#backend/modules/audit/recording";
import { documents } from "#backend/modules/documents/tables";
import { queueMailTo } from "#backend/modules/mails/outbox";
import { users } from "#backend/modules/users/tables";
import { applicationsApi } from "#contract/applications";
import type { Locale } from "#contract/locale";
import { readIn } from "#contract/read-in";
import { storeCv } from "./cvs.ts";
import { applications, jobs } from "./tables.ts";
import { openJobs } from "./visibility.ts";

type Application = typeof applications.$inferSelect;

export const applicationRoutes: Served[] = [
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
    await db.transaction(async (tx) => {
      const values = { jobId: job.id, name, email, message, locale, consentedAt: clock(), createdAt: clock(), dedupeKey };
      const [added] = await tx.insert(applications).values(values).onConflictDoNothing().returning({ id: applications.id });
      if (!added) return;
      if (cv) {
        const cvId = await storeCv({ ...call, db: tx }, cv);
        await tx.update(applications).set({ cvId }).where(eq(applications.id, added.id));
      }
      const mail = { email, locale, firstName: name };
      await queueMailTo({ ...call, db: tx }, mail, "application_received", { title: readIn(locale, job.title).text }, added.id);
    });
    return { success: true as const };
  }),

  on(applicationsApi.list, ({ db, query, locale }) => {
    const { q, status, jobId } = query;
    const where = and(
      contains([applications.name, applications.email], q),
      status && eq(applications.status, status),
      jobId ? eq(applications.jobId, jobId) : undefined,
    );
    return pageOfRows(db, applications, query, { where, sorts: { createdAt: applications.createdAt } }, async (found, order) => {
      const rows = await db
        .select({ application: applications, title: jobs.title })
        .from(applications)
        .innerJoin(found, eq(found.id, applications.id))
        .innerJoin(jobs, eq(jobs.id, applications.jobId))
        .orderBy(...order);
      return rows.map(({ application, title }) => shape(application, readIn(locale, title).text));
    });
  }),

  on(applicationsApi.get, ({ db, params, locale }) => read(db, params.id, locale)),

  on(applicationsApi.answer, async (call) => {
    const { db, actor, params, body, clock, locale } = call;
    await db.transaction(async (tx) => {
      const application = await lock(tx, params.id);
      if (application.status !== "received") throw new Refusal("wrong_state", { current: await read(tx, application.id, locale) });
      const [job] = await tx.select().from(jobs).where(eq(jobs.id, application.jobId));
      const values = { title: job ? readIn(application.locale, job.title).text : "", answer: body.text };
      const mail = { email: application.email, locale: application.locale, firstName: application.name };
      await queueMailTo({ ...call, db: tx }, mail, "application_answered", values, `${application.id} answered`);
      await tx
        .update(applications)
        .set({ status: "answered", answer: body.text, answeredBy: actor.id, answeredAt: clock(), updatedAt: clock() })
        .where(eq(applications.id, application.id));
      await recordChange(tx, actor, change("answer", application, "answered"));
    });
    return read(db, params.id, locale);
  }),

  on(applicationsApi.close, async ({ db, actor, params, clock, locale }) => {
    await db.transaction(async (tx) => {
      const application = await lock(tx, params.id);
      if (application.status === "closed") return;
      await tx.update(applications).set({ status: "closed", updatedAt: clock() }).where(eq(applications.id, application.id));
      await recordChange(tx, actor, change("close", application, "closed"));
    });
    return read(db, params.id, locale);
  }),
];

/** The file of a CV, for staff; each reading is in the audit log. */
export function cvContent(services: Services): Hono<Env> {
  return new Hono<Env>().get("/api/admin/applications/:id{[0-9a-f-]{36}}/cv", async (http) => {
    const { db, files } = services;
    const access = applicationsApi.get.access;
    const actor = await authenticate(services, http, access);
    authorise(actor, access);
    const [found] = await db
      .select({ id: applications.id, key: documents.storageKey })
      .from(applications)
      .innerJoin(documents, eq(documents.id, applications.cvId))
      .where(eq(applications.id, http.req.param("id")));
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

async function lock(tx: Db, id: string): Promise<Application> {
  const [row] = await tx.select().from(applications).where(eq(applications.id, id)).for("update");
  if (!row) throw new Refusal("not_found");
  return row;
}

async function read(db: Db, id: string, locale: Locale) {
  const [row] = await db
    .select({ application: applications, title: jobs.title, firstName: users.firstName, lastName: users.lastName })
    .from(applications)
    .innerJoin(jobs, eq(jobs.id, applications.jobId))
    .leftJoin(users, eq(users.id, applications.answeredBy))
    .where(eq(applications.id, id));
  if (!row) throw new Refusal("not_found");
  const { application, title, firstName, lastName } = row;
  return {
    ...shape(application, readIn(locale, title).text),
    answeredBy: firstName && `${firstName} ${lastName}`,
    answeredAt: application.answeredAt?.toISOString() ?? null,
  };
}

function shape(application: Application, jobTitle: string) {
  return { ...application, jobTitle, createdAt: application.createdAt.toISOString(), hasCv: application.cvId !== null };
}

function change(action: string, { id, status }: Application, after: Application["status"]) {
  return { action: `application.${action}`, entityType: "application", entityId: id, before: { status }, after: { status: after } };
}

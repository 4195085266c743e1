import { type SQL, sql } from "drizzle-orm";
import { recordChanges } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { purgeAnswers } from "#backend/modules/verification/supporting-documents";
import type { DataKind } from "#contract/law/privacy";
import { anonymisePledges, changed, isNobodys, paid, paidAndOver } from "./pledges.ts";

type Needs = Pick<Services, "db" | "files">;
type AccountKind = "beneficiary_account" | "volunteer_account" | "donor_account";
export type OldDataKind = Exclude<DataKind, AccountKind>;

/** A kind of data outside accounts: which rows' time is up, in a query that calls the table `it`, and what then happens to them. */
type OldData = {
  from: string;
  /** Other tables with the same columns of time. */
  also?: string[];
  where: (now: Date) => SQL;
  /** Answers how many; without it, the rows are deleted. */
  act?: (services: Needs, where: SQL, now: Date) => Promise<number>;
};

const iso = (now: Date) => sql`${now.toISOString()}::timestamptz`;

/** The instant before which data of a kind is too old. Compared with a bare column, it leaves the column's index usable. */
const limit = (kind: OldDataKind, now: Date) =>
  sql`(select ${iso(now)} - make_interval(months => months, days => days) from retention_policies where data_kind = ${kind})`;

/** In the order of the run. Each condition is the one that a dry run counts with. */
export const oldData: Record<OldDataKind, OldData> = {
  papers: {
    from: "documents",
    // The day was set when the paper was decided. Photographs that a portrait let go of may be shown elsewhere: `purgeLooseFiles` asks.
    where: (now) => sql`it.kind <> 'PUBLIC_MEDIA' and it.purged_at is null and it.purge_at <= ${iso(now)}`,
    act: purgePapers,
  },
  verification_chats: {
    from: "verification_chats",
    where: (now) =>
      sql`it.last_message_at <= ${limit("verification_chats", now)} and exists (select from users where id = it.user_id and account_state not in ('registered', 'waiting', 'to_validate'))`,
  },
  messages: {
    from: "messages",
    where: (now) =>
      sql`it.created_at <= ${limit("messages", now)} and not exists (select from message_replies where message_id = it.id and at > ${limit("messages", now)})`,
  },
  applications: { from: "applications", where: (now) => sql`it.created_at <= ${limit("applications", now)}`, act: eraseApplications },
  declined_testimonials: {
    from: "testimonials",
    where: (now) => sql`it.review = 'declined' and it.reviewed_at <= ${limit("declined_testimonials", now)}`,
    act: eraseTestimonials,
  },
  withdrawn_testimonials: {
    from: "testimonials",
    where: (now) => sql`it.withdrawn_on <= ${limit("withdrawn_testimonials", now)}::date and it.status <> 'published'`,
    act: eraseTestimonials,
  },
  unused_testimonials: {
    from: "testimonials",
    // Declined and withdrawn ones have their own, shorter times.
    where: (now) =>
      sql`it.email is not null and it.status <> 'published' and it.review <> 'declined' and it.withdrawn_on is null and it.updated_at <= ${limit("unused_testimonials", now)}`,
    act: eraseTestimonials,
  },
  promises: { from: "pledges", where: (now) => sql`not (${paid}) and it.created_at <= ${limit("promises", now)}` },
  receipts: {
    from: "pledges",
    where: (now) => sql`${paidAndOver} and it.street is not null and it.updated_at <= ${limit("receipts", now)}`,
    act: ({ db }, where, now) =>
      changed(
        db,
        sql`update pledges it set street = null, postcode = null, city = null, country = null, address_gone_at = ${iso(now)} where ${where}`,
      ),
  },
  accounting: {
    from: "pledges",
    where: (now) => sql`${paidAndOver} and not ${isNobodys} and it.updated_at <= ${limit("accounting", now)}`,
    act: ({ db }, where) => anonymisePledges(db, where),
  },
  memberships: { from: "memberships", where: (now) => sql`it.end_date <= ${limit("memberships", now)}` },
  data_requests: {
    from: "data_requests",
    where: (now) =>
      sql`it.status not in ('open', 'running') and it.archive_key is null and it.received_at <= ${limit("data_requests", now)}`,
  },
  mails: {
    from: "outgoing_mails",
    where: (now) =>
      sql`(case it.status when 'sent' then it.sent_at when 'waiting' then it.send_before else it.updated_at end) <= ${limit("mails", now)}`,
  },
  mail_links: {
    from: "email_verifications",
    also: ["password_resets", "email_reversals", "donor_links"],
    where: (now) => sql`it.expires_at <= ${limit("mail_links", now)}`,
  },
  registration_drafts: {
    from: "registration_drafts",
    // A draft can be read for thirty days after the last keystroke; the time counts from there.
    where: (now) => sql`it.expires_at <= ${limit("registration_drafts", now)} + interval '30 days'`,
    act: eraseDrafts,
  },
  invitations: {
    from: "registration_links",
    where: (now) =>
      sql`(it.state = 'revoked' or it.expires_at <= ${iso(now)} or it.uses >= it.max_uses) and greatest(it.updated_at, least(it.expires_at, ${iso(now)})) <= ${limit("invitations", now)}`,
    act: async ({ db }, where) => {
      const old = sql`(select it.id from registration_links it where ${where})`;
      await db.execute(sql`update registrations set registration_link_id = null where registration_link_id in ${old}`);
      await db.execute(sql`update registration_drafts set registration_link_id = null where registration_link_id in ${old}`);
      return changed(db, sql`delete from registration_links it where ${where}`);
    },
  },
  sessions: { from: "sessions", also: ["donor_sessions"], where: (now) => sql`it.expires_at <= ${limit("sessions", now)}` },
  searches: {
    from: "unanswered_searches",
    also: ["dismissed_searches"],
    where: (now) => sql`it.day <= ${limit("searches", now)}::date`,
  },
  access_logs: {
    from: "audit_log",
    where: (now) => sql`it.at <= ${limit("access_logs", now)} and (it.changes is not null or it.reason is not null)`,
    act: ({ db }, where) => changed(db, sql`update audit_log it set changes = null, reason = null where ${where}`),
  },
};

/** How many rows of a kind a run would take now. */
export async function countOld(db: Db, { from, also = [], where }: OldData, now: Date): Promise<number> {
  const tables = [from, ...also].map((name) => sql`select from ${sql.identifier(name)} it where ${where(now)}`);
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from (${sql.join(tables, sql` union all `)}) old`);
  return rows[0]?.count ?? 0;
}

/** Takes them, and answers how many. */
export async function applyTo({ db, files }: Needs, { from, also = [], where, act }: OldData, now: Date): Promise<number> {
  const which = where(now);
  if (!act) {
    let gone = 0;
    for (const table of [...also, from]) gone += await changed(db, sql`delete from ${sql.identifier(table)} it where ${which}`);
    return gone;
  }
  return from === "documents" || from === "applications"
    ? act({ db, files }, which, now)
    : db.transaction((tx) => act({ db: tx, files }, which, now));
}

const batch = 500;

/** Bytes first: a run that dies between the two finds the row again and loses nothing. */
async function purgePapers({ db, files }: Needs, where: SQL, now: Date): Promise<number> {
  let purged = 0;
  for (;;) {
    const { rows } = await db.execute<{ id: string; key: string }>(
      sql`select it.id, it.storage_key as key from documents it where ${where} limit ${batch}`,
    );
    if (rows.length === 0) break;
    for (const { key } of rows) await files.remove(key);
    const ids = rows.map(({ id }) => id);
    await db.transaction(async (tx) => {
      await tx.execute(sql`update documents set purged_at = ${iso(now)}, file_name = null where id in ${ids}`);
      await recordChanges(
        tx,
        null,
        ids.map((entityId) => ({ action: "document.purge", entityType: "document", entityId })),
      );
    });
    purged += rows.length;
  }
  await purgeAnswers(db, now);
  return purged;
}

async function eraseDrafts({ db, files }: Needs, where: SQL): Promise<number> {
  const { rows } = await db.execute<{ key: string }>(
    sql`select paper.storage_key as key from registration_papers paper join registration_drafts it on it.token_hash = paper.draft_hash where ${where}`,
  );
  for (const { key } of rows) await files.remove(key);
  return changed(db, sql`delete from registration_drafts it where ${where}`);
}

/** With the words that the log holds of them; that they were there, and what was decided, stays in it. */
async function eraseTestimonials({ db }: Needs, where: SQL): Promise<number> {
  await db.execute(sql`
    update audit_log set changes = null, reason = null where (changes is not null or reason is not null)
      and entity_type = 'testimonial' and entity_id in (select it.id::text from testimonials it where ${where})`);
  return changed(db, sql`delete from testimonials it where ${where}`);
}

async function eraseApplications({ db, files }: Needs, where: SQL): Promise<number> {
  let erased = 0;
  for (;;) {
    const { rows } = await db.execute<{ id: string; cv: string | null; key: string | null }>(sql`
      select it.id, it.cv_id as cv, d.storage_key as key from applications it left join documents d on d.id = it.cv_id where ${where} limit ${batch}`);
    if (rows.length === 0) return erased;
    for (const { key } of rows) if (key) await files.remove(key);
    await db.transaction(async (tx) => {
      await tx.execute(sql`delete from applications where id in ${rows.map(({ id }) => id)}`);
      const cvs = rows.flatMap(({ cv }) => cv ?? []);
      if (cvs.length > 0) await tx.execute(sql`delete from documents where id in ${cvs}`);
    });
    erased += rows.length;
  }
}

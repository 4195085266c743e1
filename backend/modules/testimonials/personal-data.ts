import { type SQL, sql } from "drizzle-orm";
import { byEmail, type PersonalData } from "#backend/privacy/personal-data";
import { countChanged, type OldRows, type RetentionDeps, retentionLimit } from "#backend/privacy/retention";

export const personalData: PersonalData[] = [
  // Their testimonials, published or not. Those entered by staff have no e-mail address: people withdraw them by a message.
  {
    table: "testimonials",
    columns: ["initials", "speaker", "email"],
    ...byEmail("email"),
    hidden: ["token_hash", "dedupe_key"],
    loggedAs: "testimonial",
    erasure: "delete",
  },
];

export const retention: OldRows[] = [
  {
    kind: "declined_testimonials",
    table: "testimonials",
    where: (now) => sql`it.review = 'declined' and it.reviewed_at <= ${retentionLimit("declined_testimonials", now)}`,
    act: eraseTestimonials,
  },
  {
    kind: "withdrawn_testimonials",
    table: "testimonials",
    where: (now) => sql`it.withdrawn_on <= ${retentionLimit("withdrawn_testimonials", now)}::date and it.status <> 'published'`,
    act: eraseTestimonials,
  },
  {
    kind: "unused_testimonials",
    table: "testimonials",
    // Declined and withdrawn ones have their own, shorter times.
    where: (now) =>
      sql`it.email is not null and it.status <> 'published' and it.review <> 'declined' and it.withdrawn_on is null and it.updated_at <= ${retentionLimit("unused_testimonials", now)}`,
    act: eraseTestimonials,
  },
];

/** Also blanks the texts in the log; that they existed, and the decision, stays. */
async function eraseTestimonials({ db }: RetentionDeps, where: SQL): Promise<number> {
  await db.execute(sql`
    update audit_log set changes = null, reason = null where (changes is not null or reason is not null)
      and entity_type = 'testimonial' and entity_id in (select it.id::text from testimonials it where ${where})`);
  return countChanged(db, sql`delete from testimonials it where ${where}`);
}

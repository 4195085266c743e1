import { eq } from "drizzle-orm";
import type * as z from "zod";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { ofToken } from "#backend/identity/one-time-links";
import { franceDay } from "#contract/formats/france-time";
import type { sentTestimonialsApi } from "#contract/publishing/sent-testimonials";
import { asSent } from "./queue.ts";
import { testimonials } from "./tables.ts";

type Own = z.infer<typeof sentTestimonialsApi.own.response>;

/** Whether a link is valid, and what it is about; an invalid one reveals nothing else. */
export async function ownTestimonial(db: Db, token: string): Promise<Own> {
  const [row] = await db.select().from(testimonials).where(ofToken(testimonials, token));
  if (!row) return { state: "expired", testimonial: null, withdrawnOn: null };
  if (row.withdrawnAt) return { state: "used", testimonial: null, withdrawnOn: row.withdrawnOn };
  return { state: "valid", testimonial: { ...asSent(row), onLine: row.status === "published" }, withdrawnOn: null };
}

/** Withdraws the sender's agreement and unpublishes the testimonial, whatever staff do at the same time. */
export async function withdrawAgreement({ db, clock }: Pick<Services, "db" | "clock">, token: string): Promise<Own> {
  const now = clock();
  await db.transaction(async (tx) => {
    const [before] = await tx.select().from(testimonials).where(ofToken(testimonials, token)).for("update");
    if (!before || before.withdrawnAt) return;
    const after = { status: "archived" as const, withdrawnOn: before.withdrawnOn ?? franceDay(now) };
    await tx
      .update(testimonials)
      .set({ ...after, withdrawnAt: now, version: before.version + 1, updatedAt: now })
      .where(eq(testimonials.id, before.id));
    const { status, withdrawnOn } = before;
    const about = { entityType: "testimonial", entityId: before.id } as const;
    await recordChange(tx, null, { action: "testimonial.withdraw_consent", ...about, before: { status, withdrawnOn }, after });
  });
  return ownTestimonial(db, token);
}

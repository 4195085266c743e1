import { and, asc, desc, eq, isNotNull, ne, sql } from "drizzle-orm";
import { onLine } from "#backend/content/routes";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { documents } from "#backend/modules/documents/tables";
import { furtherSupport } from "#backend/modules/further-support/tables";
import { registrations } from "#backend/modules/registration/tables";
import { users } from "#backend/modules/users/tables";
import { acceptedAt } from "#backend/modules/verification/last-accepted";
import { fileValidUntil } from "#contract/charity/aids";
import type { Dashboard } from "#contract/charity/dashboard";
import { franceDay } from "#contract/formats/france-time";
import type { Moment } from "./own-days.ts";

type File = NonNullable<Dashboard["file"]>;
type Columns = { accepted: string; sent: File["documents"]; near: File["near"] };

const documentsShown = 3;
const servicesShown = 2;

/** Of a student: when the account was last accepted, what became of the latest supporting documents, and the services that are nearest. */
export function fileColumns(db: Db, actor: Actor) {
  const latest = db
    .select({
      kind: sql`${documents.kind}`.as("kind"),
      state: sql`${documents.verification}`.as("state"),
      at: sql`${documents.createdAt}`.as("at"),
    })
    .from(documents)
    .where(and(eq(documents.ownerId, actor.id), isNotNull(documents.verification)))
    .orderBy(desc(documents.createdAt), desc(documents.id))
    .limit(documentsShown)
    .as("latest");
  const accepted = db.select({ at: acceptedAt }).from(users).where(eq(users.id, actor.id));
  return {
    accepted: sql<string>`to_json(${accepted})`,
    sent: sql<File["documents"]>`(select coalesce(json_agg(latest), '[]') from ${latest})`,
    near: nearColumn(db, actor),
  };
}

/** A département has two digits, those overseas have three. */
const departementOf = (postcode: unknown) => sql`left(${postcode}, case when ${postcode} ~ '^9[78]' then 3 else 2 end)`;

/** The services of the student's département: those with the same postcode first, then by distance where both places are known. */
function nearColumn(db: Db, actor: Actor) {
  const { latitude, longitude, postcode } = furtherSupport;
  const apart = sql`(${latitude} - ${users.latitude}) ^ 2 + ((${longitude} - ${users.longitude}) * cos(radians(${users.latitude}))) ^ 2`;
  const nearest = db
    .select({
      id: sql`${furtherSupport.id}`.as("id"),
      name: sql`${furtherSupport.name}`.as("name"),
      phone: sql`${furtherSupport.phone}`.as("phone"),
    })
    .from(furtherSupport)
    .innerJoin(registrations, eq(registrations.userId, actor.id))
    .innerJoin(users, eq(users.id, registrations.userId))
    .where(
      and(
        onLine(furtherSupport),
        ne(furtherSupport.reach, "national"),
        sql`${departementOf(postcode)} = ${departementOf(registrations.postcode)}`,
      ),
    )
    .orderBy(
      desc(sql`${postcode} = ${registrations.postcode}`),
      sql`${apart} nulls last`,
      asc(furtherSupport.position),
      asc(furtherSupport.id),
    )
    .limit(servicesShown)
    .as("nearest");
  return sql<File["near"]>`(select coalesce(json_agg(nearest), '[]') from ${nearest})`;
}

/** The state of a student's file; it is valid until the end of August. */
export function fileShown({ accepted, sent, near }: Columns, actor: Actor, { today }: Moment): File {
  const validUntil = fileValidUntil(franceDay(new Date(accepted)));
  return {
    validUntil: today <= validUntil ? validUntil : null,
    toConfirm: actor.extraData.annualVerificationNeeded,
    documents: sent.map((document) => ({ ...document, at: new Date(document.at).toISOString() })),
    near,
  };
}

import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import { builtOnce } from "#backend/db/prepared";
import type { Actor } from "#backend/http/actor";
import { documents } from "#backend/modules/documents/tables";
import { legalDocuments, signatures, stillCounts } from "#backend/modules/legal-documents/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { Refusal } from "#backend/refusal";
import type { CurrentUser } from "#contract/accounts/current-user";
import type { Locale } from "#contract/formats/locale";
import type { Localized } from "#contract/formats/localized";
import { readIn } from "#contract/formats/localized-text";
import { isMember } from "./conditions.ts";
import { users } from "./tables.ts";

/** The signed-in person for `/api/user/me`. `today` is the day in France, as YYYY-MM-DD. */
export async function describeCurrentUser(db: Db, actor: Actor, locale: Locale, today: string): Promise<CurrentUser> {
  const [person] = await currentUser(db).execute({ id: actor.id, today });
  if (!person) throw new Refusal("not_authenticated");
  const { user, documents } = person;
  const legal = person.legal.map(({ title, ...text }) => ({ ...text, title: readIn(locale, title).text }));
  return {
    id: user.id,
    role: user.role,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    isEmailVerified: actor.isEmailVerified,
    isAccountWaitingUser: actor.isAccountWaitingUser,
    isAccountValidated: actor.isAccountValidated,
    needToSignDocument: actor.needToSignDocument,
    hasActiveMembership: person.hasActiveMembership,
    isStaffMember: user.isStaffMember,
    mattermostID: user.mattermostId,
    microsoftId: user.microsoftId,
    latitude: user.latitude,
    longitude: user.longitude,
    extraData: { ...actor.extraData, team: person.team },
    permissions: [...actor.permissions],
    documents: documents,
    docToSign: legal.find((text) => text.blocking && !text.signed) ?? null,
    legalDocuments: legal,
  };
}

/** The person's own documents; pictures uploaded for pages belong to the site. */
const documentsOf = sql<
  CurrentUser["documents"]
>`(select coalesce(json_agg(json_build_object('type', ${documents.kind}, 'uuid', ${documents.id})), '[]')
  from ${documents} where ${documents.ownerId} = ${users.id} and ${documents.kind} not in ('PUBLIC_MEDIA', 'ARTICLE_PICTURE'))`;

const signedTexts = alias(legalDocuments, "signed_texts");

type LegalText = { uuid: string; key: string; version: number; title: Localized; blocking: boolean; signed: boolean };

/** Texts in force for the person's role, and whether they have signed them. */
function legalTexts(db: Db) {
  const signed = db
    .select({ one: sql`1` })
    .from(signatures)
    .innerJoin(signedTexts, eq(signedTexts.id, signatures.legalDocumentId))
    .where(and(stillCounts(signedTexts), eq(signatures.userId, users.id)));
  const { id, key, documentVersion, title, blocking } = legalDocuments;
  const inForce = and(
    isNotNull(legalDocuments.publishedAt),
    isNull(legalDocuments.retiredAt),
    sql`${users.role} = any(${legalDocuments.appliesTo})`,
  );
  return sql<LegalText[]>`(select coalesce(json_agg(json_build_object(
      'uuid', ${id}, 'key', ${key}, 'version', ${documentVersion}, 'title', ${title}, 'blocking', ${blocking}, 'signed', exists ${signed}
    ) order by ${blocking} desc, ${key}), '[]') from ${legalDocuments} where ${inForce})`;
}

const currentUser = builtOnce((db) =>
  db
    .select({
      user: users,
      team: sectors.name,
      hasActiveMembership: sql<boolean>`${isMember(db, sql.placeholder("today"))}`,
      documents: documentsOf,
      legal: legalTexts(db),
    })
    .from(users)
    .leftJoin(sectors, eq(sectors.id, users.sectorId))
    .where(eq(users.id, sql.placeholder("id")))
    .prepare(""),
);

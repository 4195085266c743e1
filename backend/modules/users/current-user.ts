import { and, desc, eq, gte, isNotNull, isNull, lte, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { Refusal } from "#backend/http/refusal";
import { documents } from "#backend/modules/documents/tables";
import { legalDocuments, signatures, stillCounts } from "#backend/modules/legal-documents/tables";
import { memberships } from "#backend/modules/memberships/tables";
import { sectors } from "#backend/modules/teams/tables";
import type { CurrentUser } from "#contract/current-user";
import type { Locale } from "#contract/locale";
import { readIn } from "#contract/read-in";
import { users } from "./tables.ts";

/** The signed-in person for `/api/user/me`. `today` is the day in France, as YYYY-MM-DD. */
export async function describeCurrentUser(db: Db, actor: Actor, locale: Locale, today: string): Promise<CurrentUser> {
  const [person] = await db
    .select({
      user: users,
      team: sectors.name,
      hasActiveMembership: sql<boolean>`exists ${activeMembership(db, today)}`,
    })
    .from(users)
    .leftJoin(sectors, eq(sectors.id, users.sectorId))
    .where(eq(users.id, actor.id));
  if (!person) throw new Refusal("not_authenticated");
  const papers = await papersOf(db, actor);
  const legal = await legalTextsOf(db, actor, locale);
  const { user } = person;
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
    documents: papers,
    docToSign: legal.find((text) => text.blocking && !text.signed) ?? null,
    legalDocuments: legal,
  };
}

/** The person's own documents; pictures uploaded for public pages belong to the site. */
function papersOf(db: Db, actor: Actor) {
  return db
    .select({ type: documents.kind, uuid: documents.id })
    .from(documents)
    .where(and(eq(documents.ownerId, actor.id), ne(documents.kind, "PUBLIC_MEDIA")));
}

function activeMembership(db: Db, today: string) {
  return db
    .select({ one: sql`1` })
    .from(memberships)
    .where(
      and(
        eq(memberships.userId, users.id),
        eq(memberships.status, "active"),
        lte(memberships.startDate, today),
        gte(memberships.endDate, today),
      ),
    );
}

const signedTexts = alias(legalDocuments, "signed_texts");

async function legalTextsOf(db: Db, actor: Actor, locale: Locale) {
  const rows = await db
    .select({
      text: legalDocuments,
      signed: sql<boolean>`exists ${db
        .select({ one: sql`1` })
        .from(signatures)
        .innerJoin(signedTexts, eq(signedTexts.id, signatures.legalDocumentId))
        .where(and(stillCounts(signedTexts), eq(signatures.userId, actor.id)))}`,
    })
    .from(legalDocuments)
    .where(
      and(isNotNull(legalDocuments.publishedAt), isNull(legalDocuments.retiredAt), sql`${actor.role} = any(${legalDocuments.appliesTo})`),
    )
    .orderBy(desc(legalDocuments.blocking), legalDocuments.key);
  return rows.map(({ text, signed }) => ({
    uuid: text.id,
    key: text.key,
    version: text.documentVersion,
    title: readIn(locale, text.title).text,
    blocking: text.blocking,
    signed,
  }));
}

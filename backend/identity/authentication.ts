import { and, eq, exists, isNotNull, isNull, notExists, type Placeholder, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import type { Db } from "#backend/db/client";
import { builtOnce } from "#backend/db/prepared";
import type { Actor, SectorGrant } from "#backend/http/actor";
import type { Env } from "#backend/http/routes";
import type { Services } from "#backend/http/services";
import { accountFlags } from "#backend/identity/account-state";
import { legalDocuments, signatures, stillCounts } from "#backend/modules/legal-documents/tables";
import { isRightInForce, permissionGrants, users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import type { Access } from "#contract/accounts/access";
import { sessionCookies } from "#contract/accounts/session";
import { franceDay } from "#contract/formats/france-time";
import { hashOf } from "../secrets.ts";
import { oncePerPage } from "./once-per-page.ts";
import { sessions, sessionTokens } from "./tables.ts";

/**
 * Who is calling. A bad or revoked access token counts as nobody; an expired one is a 498 refusal, so that the
 * caller refreshes and comes back. On public endpoints an expired token counts as nobody too.
 */
export async function authenticate(services: Services, http: Context<Env>, access: Access): Promise<Actor | null> {
  const token = getCookie(http, cookieNames(services).access);
  if (!token) return null;
  const request = { page: http.env?.page, reads: http.req.method === "GET" };
  const found = await oncePerPage(request, hashOf(token), () => findByAccessToken(services.db, token, services.clock()));
  if (!found) return null;
  if (found.accessExpiresAt <= services.clock()) {
    if (access === "public") return null;
    throw new Refusal("token_expired");
  }
  const actor = { ...found.actor, requestId: http.var.requestId };
  http.set("actor", actor);
  return actor;
}

export function cookieNames(services: Pick<Services, "settings">) {
  return sessionCookies(services.settings.publicUrl.startsWith("https:"));
}

const byAccessToken = builtOnce((db) =>
  db
    .select({ ...actorColumns(db, sql.placeholder("today")), accessExpiresAt: sessionTokens.accessExpiresAt, sessionId: sessions.id })
    .from(sessionTokens)
    .innerJoin(sessions, eq(sessions.id, sessionTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessionTokens.accessHash, sql.placeholder("accessHash")), isNull(sessions.revokedAt)))
    .prepare(""),
);

async function findByAccessToken(db: Db, token: string, now: Date) {
  const [row] = await byAccessToken(db).execute({ accessHash: hashOf(token), today: franceDay(now) });
  return row && { actor: { ...actorOf(row), sessionId: row.sessionId }, accessExpiresAt: row.accessExpiresAt };
}

/** A person with the rights of now, for work without a session on their behalf. */
export async function findActor(db: Db, userId: string, now: Date): Promise<Omit<Actor, "requestId"> | null> {
  const [row] = await db
    .select(actorColumns(db, franceDay(now)))
    .from(users)
    .where(eq(users.id, userId));
  return row ? { ...actorOf(row), sessionId: "" } : null;
}

const actorColumns = (db: Db, today: string | Placeholder) => ({
  user: users,
  permissions: sql<string[]>`array(${db
    .select({ permission: permissionGrants.permission })
    .from(permissionGrants)
    .where(and(eq(permissionGrants.userId, users.id), isNull(permissionGrants.sectorId), isRightInForce(today)))
    .orderBy(permissionGrants.permission)})`,
  sectorGrants: sql<SectorGrant[]>`(select coalesce(json_agg(json_build_object(
      'permission', ${permissionGrants.permission}, 'sectorId', ${permissionGrants.sectorId})), '[]')
    from ${permissionGrants} where ${and(eq(permissionGrants.userId, users.id), isNotNull(permissionGrants.sectorId), isRightInForce(today))})`,
  needToSignDocument: sql<boolean>`${exists(textsToSign(db))}`,
});

type StoredActor = Pick<Actor, "permissions" | "needToSignDocument"> & { user: typeof users.$inferSelect; sectorGrants: SectorGrant[] };

function actorOf({ user, permissions, sectorGrants, needToSignDocument }: StoredActor): Omit<Actor, "requestId" | "sessionId"> {
  const flags = accountFlags(user);
  return {
    id: user.id,
    sectorId: user.sectorId,
    role: user.role,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    locale: user.locale,
    permissions,
    needToSignDocument,
    ...flags,
    extraData: { ...flags.extraData, sectorGrants },
  };
}

const signedTexts = alias(legalDocuments, "signed_texts");

/** Blocking texts in force for the person's role that the person has not signed. */
export function textsToSign(db: Db) {
  const signed = db
    .select({ one: sql`1` })
    .from(signatures)
    .innerJoin(signedTexts, eq(signedTexts.id, signatures.legalDocumentId))
    .where(and(stillCounts(signedTexts), eq(signatures.userId, users.id)));
  return db
    .select({ one: sql`1` })
    .from(legalDocuments)
    .where(
      and(
        isNotNull(legalDocuments.publishedAt),
        isNull(legalDocuments.retiredAt),
        eq(legalDocuments.blocking, true),
        sql`${users.role} = any(${legalDocuments.appliesTo})`,
        notExists(signed),
      ),
    );
}

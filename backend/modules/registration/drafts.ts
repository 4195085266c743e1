import { and, eq, gt, notExists, sql } from "drizzle-orm";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { hashOf, newToken, openWith, sealFor } from "#backend/secrets";
import type { Answers, RegistrationKind } from "#contract/accounts/registration";
import { registrationDocuments, registrationDrafts } from "./tables.ts";

const lifetime = 30 * 24 * 60 * 60;

export type Draft = { token: string; kind: RegistrationKind; answers: Answers; registrationLinkId: string | null };

/** What this browser has filled in so far. Nobody can read it without the browser's cookie. */
export async function readDraft(db: Db, now: Date, token: string | undefined): Promise<Draft | null> {
  if (!token) return null;
  const [row] = await db
    .select()
    .from(registrationDrafts)
    .where(and(eq(registrationDrafts.tokenHash, hashOf(token)), gt(registrationDrafts.expiresAt, now)));
  if (!row) return null;
  const { kind, sealedAnswers, registrationLinkId } = row;
  return { token, kind, registrationLinkId, answers: JSON.parse(openWith(token, sealedAnswers)) as Answers };
}

/** Stores a draft, under a new token when there is none yet, and returns its token. */
export async function keepDraft(db: Db, now: Date, draft: Omit<Draft, "token"> & { token?: string }): Promise<string> {
  const token = draft.token ?? newToken();
  const values = {
    kind: draft.kind,
    sealedAnswers: sealFor(token, JSON.stringify(draft.answers)),
    registrationLinkId: draft.registrationLinkId,
    expiresAt: new Date(now.getTime() + lifetime * 1000),
  };
  await db
    .insert(registrationDrafts)
    .values({ tokenHash: hashOf(token), ...values })
    .onConflictDoUpdate({ target: registrationDrafts.tokenHash, set: values });
  return token;
}

/** Ends a draft. One with documents only expires: the clean-up deletes their bytes, so that no request waits for it. */
export async function forgetDraft(db: Db, now: Date, token: string) {
  const own = eq(registrationDrafts.tokenHash, hashOf(token));
  const hasDocuments = db
    .select({ one: sql`1` })
    .from(registrationDocuments)
    .where(eq(registrationDocuments.draftHash, hashOf(token)));
  const before = new Date(now.getTime() - 1);
  await db
    .update(registrationDrafts)
    .set({ expiresAt: before, sealedAnswers: sealFor(token, "{}") })
    .where(own);
  await db.delete(registrationDrafts).where(and(own, notExists(hasDocuments)));
}

type Settings = Services["settings"];
const isSecure = ({ publicUrl }: Settings) => publicUrl.startsWith("https:");
const nameOf = (settings: Settings) => (isSecure(settings) ? "__Host-registration" : "registration");
const attributes = (settings: Settings) => ({ path: "/", httpOnly: true, sameSite: "Lax", secure: isSecure(settings) }) as const;

export function draftToken(http: Context, settings: Settings): string | undefined {
  return getCookie(http, nameOf(settings));
}

export function setDraftToken(http: Context, settings: Settings, token: string) {
  setCookie(http, nameOf(settings), token, { ...attributes(settings), maxAge: lifetime });
}

export function clearDraftToken(http: Context, settings: Settings) {
  deleteCookie(http, nameOf(settings), attributes(settings));
}

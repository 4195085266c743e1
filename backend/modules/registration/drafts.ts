import { and, eq, gt, inArray, notExists, sql } from "drizzle-orm";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { cancelMails } from "#backend/modules/mails/outbox";
import { hashOf, newToken, openWith, sealFor } from "#backend/secrets";
import type { Answers } from "#contract/accounts/registration";
import { type RegistrationKind, registrationKinds, type Unfinished } from "#contract/accounts/registration-steps";
import { registrationDocuments, registrationDraftLinks, registrationDrafts } from "./tables.ts";

const lifetime = 30 * 24 * 60 * 60;

export type Draft = {
  token: string;
  kind: RegistrationKind;
  answers: Answers;
  unfinished: Unfinished;
  registrationLinkId: string | null;
  expiresAt: Date;
};
type Tokens = Partial<Record<RegistrationKind, string>>;

/** What this browser has filled in so far, by kind of registration. Nobody can read it without the browser's cookies, or a mailed link. */
export async function readDrafts(db: Db, now: Date, tokens: Tokens): Promise<Draft[]> {
  const byHash = new Map(Object.values(tokens).map((token) => [hashOf(token), token]));
  if (byHash.size === 0) return [];
  const rows = await db
    .select()
    .from(registrationDrafts)
    .where(and(inArray(registrationDrafts.tokenHash, [...byHash.keys()]), gt(registrationDrafts.expiresAt, now)));
  return rows.flatMap((row) => {
    const token = byHash.get(row.tokenHash);
    return token && tokens[row.kind] === token ? [opened(row, token)] : [];
  });
}

/** The draft of a kind; without one, the only draft there is. */
export async function readDraft(db: Db, now: Date, tokens: Tokens, kind?: RegistrationKind): Promise<Draft | null> {
  const drafts = await readDrafts(db, now, kind ? { [kind]: tokens[kind] ?? "" } : tokens);
  return (drafts.length === 1 && drafts[0]) || null;
}

/** The draft that a token opens, whatever its kind. */
export async function draftOf(db: Db, now: Date, token: string): Promise<Draft | null> {
  const own = and(eq(registrationDrafts.tokenHash, hashOf(token)), gt(registrationDrafts.expiresAt, now));
  const [row] = await db.select().from(registrationDrafts).where(own);
  return row ? opened(row, token) : null;
}

function opened(row: typeof registrationDrafts.$inferSelect, token: string): Draft {
  const { kind, registrationLinkId, expiresAt } = row;
  const answers = JSON.parse(openWith(token, row.sealedAnswers)) as Answers;
  const unfinished = row.sealedUnfinished ? (JSON.parse(openWith(token, row.sealedUnfinished)) as Unfinished) : {};
  return { token, kind, registrationLinkId, expiresAt, answers, unfinished };
}

type Change = {
  token?: string;
  kind: RegistrationKind;
  answers?: (before: Answers) => Answers;
  unfinished?: (before: Unfinished) => Unfinished;
  registrationLinkId?: string;
};

/** Stores a change of a draft, under a new token when there is none yet, and returns the draft. Changes from two tabs follow each other. */
export async function changeDraft(db: Db, now: Date, change: Change): Promise<Draft> {
  const { token: known, kind } = change;
  const expiresAt = new Date(now.getTime() + lifetime * 1000);
  return db.transaction(async (tx) => {
    const own = known && and(eq(registrationDrafts.tokenHash, hashOf(known)), gt(registrationDrafts.expiresAt, now));
    const [row] = own ? await tx.select().from(registrationDrafts).where(own).for("update") : [];
    const before = known && row?.kind === kind ? opened(row, known) : null;
    const token = before?.token ?? newToken();
    const registrationLinkId = change.registrationLinkId ?? before?.registrationLinkId ?? null;
    const answers = before?.answers ?? {};
    const unfinished = before?.unfinished ?? {};
    const changed = {
      kind,
      registrationLinkId,
      expiresAt,
      answers: change.answers?.(answers) ?? answers,
      unfinished: change.unfinished?.(unfinished) ?? unfinished,
    };
    const sealedAnswers = sealFor(token, JSON.stringify(changed.answers));
    const sealedUnfinished = Object.keys(changed.unfinished).length > 0 ? sealFor(token, JSON.stringify(changed.unfinished)) : null;
    const values = { kind, registrationLinkId, expiresAt, sealedAnswers, sealedUnfinished };
    if (before)
      await tx
        .update(registrationDrafts)
        .set(values)
        .where(eq(registrationDrafts.tokenHash, hashOf(token)));
    else await tx.insert(registrationDrafts).values({ tokenHash: hashOf(token), ...values });
    return { token, ...changed };
  });
}

/** The keys of the mails about a draft: one for each link, and one reminder. */
export const linkMail = (linkHash: string) => `registration_resume:${linkHash}`;
export const reminderMail = (draftHash: string) => `registration_reminder:${draftHash}`;

/**
 * Ends a draft with its links and the mails that wait. One with documents only expires: the clean-up deletes their bytes, so that no
 * request waits for it.
 */
export async function forgetDraft({ db, clock }: Pick<Services, "db" | "clock">, token: string) {
  const draftHash = hashOf(token);
  const before = new Date(clock().getTime() - 1);
  await db.transaction(async (tx) => {
    const own = eq(registrationDrafts.tokenHash, draftHash);
    await tx
      .update(registrationDrafts)
      .set({ expiresAt: before, sealedAnswers: sealFor(token, "{}"), sealedUnfinished: null })
      .where(own);
    const links = await tx
      .delete(registrationDraftLinks)
      .where(eq(registrationDraftLinks.draftHash, draftHash))
      .returning({ tokenHash: registrationDraftLinks.tokenHash });
    if (links.length > 0)
      await cancelMails({ db: tx, clock }, [...links.map(({ tokenHash }) => linkMail(tokenHash)), reminderMail(draftHash)]);
    const hasDocuments = tx.select({ one: sql`1` }).from(registrationDocuments).where(eq(registrationDocuments.draftHash, draftHash));
    await tx.delete(registrationDrafts).where(and(own, notExists(hasDocuments)));
  });
}

type Settings = Services["settings"];
const isSecure = ({ publicUrl }: Settings) => publicUrl.startsWith("https:");
/** A cookie for each kind: a registration of another kind, in another tab, has its own draft. */
const nameOf = (settings: Settings, kind: RegistrationKind) => `${isSecure(settings) ? "__Host-" : ""}registration-${kind}`;
const attributes = (settings: Settings) => ({ path: "/", httpOnly: true, sameSite: "Lax", secure: isSecure(settings) }) as const;

export function draftTokens(http: Context, settings: Settings): Tokens {
  return Object.fromEntries(
    registrationKinds.flatMap((kind) => {
      const token = getCookie(http, nameOf(settings, kind));
      return token ? [[kind, token]] : [];
    }),
  );
}

export function setDraftToken(http: Context, settings: Settings, { kind, token }: Pick<Draft, "kind" | "token">) {
  setCookie(http, nameOf(settings, kind), token, { ...attributes(settings), maxAge: lifetime });
}

export function clearDraftToken(http: Context, settings: Settings, kind: RegistrationKind) {
  deleteCookie(http, nameOf(settings, kind), attributes(settings));
}

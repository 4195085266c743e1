import { and, asc, desc, eq, isNotNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { accountsDecidedBy, accountsOf, byAdministrators } from "#backend/identity/account-scope";
import { isHelped } from "#backend/identity/restricted";
import { documents } from "#backend/modules/documents/tables";
import { guardianConsents, merchantProfiles, registrations, volunteerProfiles } from "#backend/modules/registration/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { users } from "#backend/modules/users/tables";
import { stepsFor } from "#backend/modules/users/transitions";
import { allergiesWithConsent } from "#backend/modules/verification/allergies";
import { missingPieces } from "#backend/modules/verification/completeness";
import { currentCriteria } from "#backend/modules/verification/criteria";
import { beneficiaryFiles } from "#backend/modules/verification/tables";
import { staffMessagesOf } from "#backend/modules/verification-chats/queries";
import { Refusal } from "#backend/refusal";
import type { AccountReview } from "#contract/accounts/account-review";
import type { StaffTransition } from "#contract/accounts/account-transitions";
import { accountDeadline, answerDay } from "#contract/accounts/answer-days";
import type { SupportingDocumentKind } from "#contract/accounts/documents";
import { mayReadRestricted } from "#contract/accounts/restricted";
import type { Verdict } from "#contract/accounts/verification-chats";
import { franceDay } from "#contract/formats/france-time";
import { inOneLine } from "./postal-line.ts";
import { samePeople } from "./same-person.ts";
import { driverProfiles } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock">;
const documentsShown = 50;
const verdictOf: Partial<Record<StaffTransition, Verdict>> = { approve: "accept", ask: "ask", refuse: "refuse" };

const queued = alias(users, "q");

/** The queue of the reader's accounts in its order: the longest wait first, then by id. */
function queueOf(actor: Actor, today: string) {
  const waiting = sql`${and(eq(queued.accountState, sql`'to_validate'`), accountsDecidedBy(actor, today, queued))}`;
  return {
    total: sql<number>`(select count(*)::int from ${users} q where ${waiting})`,
    place: sql<number>`(select count(*)::int from ${users} q where ${waiting}
    and (q.state_changed_at, q.id) <= (${users.stateChangedAt}, ${users.id}))`,
    next: sql<string | null>`coalesce(
    (select q.id from ${users} q where ${waiting} and (q.state_changed_at, q.id) > (${users.stateChangedAt}, ${users.id})
      order by q.state_changed_at, q.id limit 1),
    (select q.id from ${users} q where ${waiting} and q.id <> ${users.id} order by q.state_changed_at, q.id limit 1))`,
  };
}

async function find(db: Db, actor: Actor, id: string, now: Date) {
  const [found] = await db
    .select({
      user: users,
      team: sectors.name,
      registration: registrations,
      wishes: volunteerProfiles,
      driver: driverProfiles,
      shop: merchantProfiles,
      guardian: guardianConsents,
      file: beneficiaryFiles,
      allergies: allergiesWithConsent,
      helped: isHelped,
      missing: missingPieces(db, franceDay(now)),
      sameAs: samePeople(actor),
      byAdministrators: byAdministrators(actor, franceDay(now)),
      ...queueOf(actor, franceDay(now)),
    })
    .from(users)
    .leftJoin(sectors, eq(sectors.id, users.sectorId))
    .leftJoin(registrations, eq(registrations.userId, users.id))
    .leftJoin(volunteerProfiles, eq(volunteerProfiles.userId, users.id))
    .leftJoin(driverProfiles, eq(driverProfiles.userId, users.id))
    .leftJoin(merchantProfiles, eq(merchantProfiles.userId, users.id))
    .leftJoin(guardianConsents, eq(guardianConsents.userId, users.id))
    .leftJoin(beneficiaryFiles, eq(beneficiaryFiles.userId, users.id))
    .where(and(eq(users.id, id), accountsOf(actor)));
  if (!found) throw new Refusal("not_found");
  return found;
}

type Found = Awaited<ReturnType<typeof find>>;

/** All that is known of an account that waits for a decision. That it was opened is written in the audit log. */
export async function reviewAccount({ db, clock }: Deps, actor: Actor, id: string): Promise<AccountReview> {
  const now = clock();
  const found = await find(db, actor, id, now);
  const about = aboutAccount(found, actor, now);
  const withheld = found.helped && !mayReadRestricted(actor, found.user.sectorId);
  if (withheld) return { ...about, birthDate: null, address: null, message: null, situation: null, documents: [], chat: null, withheld };
  const { file, registration, allergies } = found;
  const files = await documentsOf(db, id);
  const chat = await staffMessagesOf(db, actor, id);
  const version = file && (await currentCriteria(db));
  await recordChange(db, actor, { action: "verification.read", entityType: "user", entityId: id });
  return {
    ...about,
    birthDate: found.user.birthDate,
    address: registration && inOneLine(registration),
    message: registration?.message ?? null,
    situation: file && version ? { ...file, allergies, version, sentAt: file.sentAt?.toISOString() ?? null } : null,
    documents: files,
    chat,
    withheld,
  };
}

function aboutAccount(found: Found, actor: Actor, now: Date) {
  const { user, team, shop, wishes, driver, guardian, missing, sameAs, byAdministrators, place, total, next } = found;
  const { id, firstName, lastName, email, phone, role, locale, accountState } = user;
  const dueOn = answerDay(franceDay(user.stateChangedAt), accountDeadline);
  const waits = accountState === "to_validate";
  return {
    ...{ id, firstName, lastName, email, phone, role, locale, accountState, team, missing, sameAs, shop, dueOn },
    since: user.stateChangedAt.toISOString(),
    registeredAt: user.createdAt.toISOString(),
    late: waits && dueOn < franceDay(now),
    // A minor's account cannot be opened before the guardian agrees, so this transition is not offered.
    verdicts: (byAdministrators ? [] : stepsFor(user, actor))
      .flatMap((step) => verdictOf[step] ?? [])
      .filter((verdict) => verdict !== "accept" || !missing.includes("consent")),
    wishes: wishes && { ...wishes, vehicle: driver?.vehicle ?? null },
    guardian: guardian && {
      name: guardian.guardianName,
      email: guardian.guardianEmail,
      requestedAt: guardian.updatedAt.toISOString(),
      consentedAt: guardian.consentedAt?.toISOString() ?? null,
      expired: guardian.consentedAt === null && guardian.expiresAt <= now,
    },
    byAdministrators,
    queue: { place: waits ? place : null, total, next },
  };
}

/** The documents of an account, those to check first, then the newest. Each file that is opened is recorded by itself. */
async function documentsOf(db: Db, userId: string) {
  const rows = await db
    .select()
    .from(documents)
    .where(and(eq(documents.ownerId, userId), isNotNull(documents.verification)))
    .orderBy(desc(sql`${documents.verification} = 'pending'`), desc(documents.createdAt), asc(documents.id))
    .limit(documentsShown);
  return rows.map(({ id, kind, fileName, mime, bytes, verification, rejectReason, createdAt, purgedAt }) => ({
    ...{ id, kind: kind as SupportingDocumentKind, name: fileName ?? "", mime, bytes },
    status: verification ?? ("pending" as const),
    reason: rejectReason,
    sentAt: createdAt.toISOString(),
    purged: purgedAt !== null,
  }));
}

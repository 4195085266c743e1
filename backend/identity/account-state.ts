import { and, asc, desc, eq, gt, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { accountDecisions } from "#backend/modules/verification/tables";
import { verificationChats, verificationMessages } from "#backend/modules/verification-chats/tables";
import { Refusal } from "#backend/refusal";
import { accountDeadline, answerDay } from "#contract/accounts/answer-days";
import type { AccountState } from "#contract/accounts/current-user";
import { franceDay } from "#contract/formats/france-time";
import { users } from "../modules/users/tables.ts";
import { waitsForGuardian } from "./minors.ts";

type AccountRow = { emailVerifiedAt: Date | null; accountState: AccountState; annualVerificationNeeded: boolean };

/** The flags of `/api/user/me` about the account, derived from its state here and nowhere else. */
export function accountFlags({ emailVerifiedAt, accountState, annualVerificationNeeded }: AccountRow) {
  return {
    isEmailVerified: emailVerifiedAt !== null,
    isAccountWaitingUser: accountState === "waiting",
    isAccountValidated: accountState === "validated",
    extraData: { annualVerificationNeeded, accountState },
  };
}

/**
 * Why an account is where it is, since when, and whether its answer is overdue, as the queue of the team counts it; from the answer on, once a
 * question was answered.
 */
export async function describeStanding({ db, clock }: Pick<Services, "db" | "clock">, { id }: { id: string }) {
  const today = franceDay(clock());
  const [user] = await db
    .select({
      state: users.accountState,
      reason: users.stateReason,
      since: users.stateChangedAt,
      guardianWaiting: sql<boolean>`${waitsForGuardian(db, today)}`,
    })
    .from(users)
    .where(eq(users.id, id));
  if (!user) throw new Refusal("not_found");
  const { state, since, ...standing } = user;
  const verdict = state === "to_validate" ? await verdictBehind(db, id, standing.reason) : null;
  const hasQuestion = verdict === "ask";
  const answeredAt = hasQuestion ? await firstMessageAfter(db, id, since) : null;
  return {
    ...standing,
    question: hasQuestion && !answeredAt ? standing.reason : null,
    undone: verdict === "take_back" ? standing.reason : null,
    answeredAt: answeredAt?.toISOString() ?? null,
    since: since.toISOString(),
    late: state === "to_validate" && answerDay(franceDay(answeredAt ?? since), accountDeadline) < today,
  };
}

/** The decision whose reason an account has: a question of the team, or an approval that was undone; a restored account has another one. */
async function verdictBehind(db: Db, userId: string, reason: string | null) {
  const [last] = await db
    .select({ verdict: accountDecisions.verdict, reason: accountDecisions.reason })
    .from(accountDecisions)
    .where(eq(accountDecisions.userId, userId))
    .orderBy(desc(accountDecisions.decidedAt))
    .limit(1);
  return last && reason !== null && last.reason?.trim() === reason ? last.verdict : null;
}

async function firstMessageAfter(db: Db, userId: string, since: Date): Promise<Date | null> {
  const { chatId, fromId, at } = verificationMessages;
  const [first] = await db
    .select({ at })
    .from(verificationMessages)
    .innerJoin(verificationChats, eq(verificationChats.id, chatId))
    .where(and(eq(verificationChats.userId, userId), eq(fromId, userId), gt(at, since)))
    .orderBy(asc(at))
    .limit(1);
  return first?.at ?? null;
}

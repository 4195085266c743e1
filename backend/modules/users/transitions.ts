import { and, eq, inArray, sql } from "drizzle-orm";
import { recordChange, recordChanges } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { forgetProviderLogins } from "#backend/identity/adapter";
import { endSessionsOf } from "#backend/identity/sessions";
import { queueMail } from "#backend/modules/mails/outbox";
import type { MailTopic } from "#backend/modules/mails/topics";
import { retentionProgress } from "#backend/modules/privacy/tables";
import { fieldRefusal, Refusal, type RefusalCode } from "#backend/refusal";
import {
  type AccountTransition,
  reasonedTransitions,
  type StaffTransition,
  staffTransitions,
} from "#contract/accounts/account-transitions";
import type { AccountState } from "#contract/accounts/current-user";
import type { Holder } from "#contract/accounts/permissions";
import { mayReadRestricted } from "#contract/accounts/restricted";
import { hasPermission, type Role } from "#contract/accounts/roles";
import { franceDay, writtenDay } from "#contract/formats/france-time";
import { orLastHolder } from "./last-holder.ts";
import { keepUntilDecided } from "./reopened-files.ts";
import { users } from "./tables.ts";

type Account = typeof users.$inferSelect;
type Standing = Pick<Account, "id" | "role" | "accountState"> & {
  sectorId?: Account["sectorId"];
  /** The state of an unused account before it was closed, while it can be reopened. */
  closedFrom?: AccountState | null;
};
type Mover = Pick<Actor, "id"> & Holder;
/** Who makes the transition: a member of staff, the person, or a job. */
export type MovedBy = "staff" | "self" | "system";

type Options = {
  /** The text that the person reads. */
  reason?: string;
  /** Validates the account when the e-mail address is confirmed: by an invitation, or for a shop whose SIRET is checked. */
  accepted?: boolean;
  /** Whether a minor's guardian has still to agree: the account waits for the team whatever its role. */
  guardianWaiting?: boolean;
  /** Since when the account is in its new state, where that is not now: one that gets its former place in the queue. */
  since?: Date;
};

type Mails = Partial<Record<Role, MailTopic>> & { other?: MailTopic };

type Transition = {
  from: readonly AccountState[];
  by: readonly MovedBy[];
  /** Null when this account cannot make the transition. */
  to: AccountState | ((account: Standing, options: Options) => AccountState | null);
  /** By role, or by the state that was reached. */
  mail?: Mails | ((reached: AccountState) => MailTopic | undefined);
  /** The action in the audit log, when it is not `user.` and the transition's name. */
  action?: string;
  /** What changes with the state. */
  also?: (account: Account & Standing, now: Date) => Partial<Account>;
  /** Other effects of the transition. */
  after?: (db: Db, id: string) => Promise<unknown>;
};

const accepted = { BENEFICIARY: "account_accepted_beneficiary", other: "account_accepted" } as const;
const checked = () => ({ annualVerificationNeeded: false });

/** The transitions of an account. Nothing else writes its state; the database enforces the same ones. */
const transitions: Record<AccountTransition, Transition> = {
  verifyEmail: {
    from: ["registered"],
    by: ["self", "system"],
    to: stateOnceVerified,
    mail: (reached) => (reached === "waiting" ? "welcome_beneficiary" : reached === "validated" ? "account_accepted" : undefined),
    also: (_account, now) => ({ emailVerifiedAt: now }),
  },
  submitFile: { from: ["waiting"], by: ["self"], to: "to_validate", after: keepUntilDecided },
  /** Something is missing: a student's file is sent back; any other account stays in the queue, and the person reads the question. */
  ask: {
    from: ["waiting", "to_validate", "refused"],
    by: ["staff"],
    to: ({ role }) => (role === "BENEFICIARY" ? "waiting" : "to_validate"),
    mail: { other: "more_information" },
    action: "account.ask",
    after: keepUntilDecided,
  },
  approve: {
    from: ["waiting", "to_validate", "refused"],
    by: ["staff", "system"],
    to: "validated",
    mail: { other: "account_accepted" },
    action: "account.accept",
    also: checked,
  },
  refuse: {
    from: ["waiting", "to_validate"],
    by: ["staff"],
    to: "refused",
    mail: { BENEFICIARY: "account_refused_beneficiary", other: "account_refused" },
    action: "account.refuse",
  },
  /** An approval by mistake: the account waits for a decision again. */
  undoApproval: { from: ["validated"], by: ["staff"], to: "to_validate", action: "account.take_back", after: keepUntilDecided },
  reconsider: { from: ["refused"], by: ["staff"], to: "to_validate", after: keepUntilDecided },
  suspend: { from: ["validated"], by: ["staff"], to: "suspended", mail: { other: "account_suspended" } },
  reopen: { from: ["suspended"], by: ["staff"], to: "validated", mail: accepted },
  /** An unused account that is closed and not yet erased gets its former state, and its retention period starts again. */
  restore: {
    from: ["left"],
    by: ["staff"],
    to: ({ closedFrom }) => closedFrom ?? null,
    mail: { other: "account_restored" },
    also: ({ closedFrom }, now) => ({ lastInteractionAt: now, ...(closedFrom === "registered" && { emailVerifiedAt: null }) }),
    after: (db, id) => db.delete(retentionProgress).where(eq(retentionProgress.userId, id)),
  },
  /** The yearly check: the person has answered, staff review the account again. */
  recheck: { from: ["validated"], by: ["self"], to: "to_validate", also: checked, after: keepUntilDecided },
  /** A person who becomes a beneficiary must complete a file. */
  oweFile: { from: ["to_validate", "validated"], by: ["system"], to: "waiting", after: keepUntilDecided },
  /** Whoever gets another role before sending their file waits for the team, donors too: a guardian may have yet to agree. */
  waiveFile: { from: ["waiting"], by: ["system"], to: "to_validate" },
  leave: {
    from: ["registered", "waiting", "to_validate", "validated", "suspended", "refused"],
    by: ["self", "system"],
    to: "left",
    also: ({ emailVerifiedAt }, now) => ({ emailVerifiedAt: emailVerifiedAt ?? now }),
  },
};

/** The state of a confirmed account: validated in advance and donors are open, students must complete their file, others wait for the team. */
function stateOnceVerified({ role }: Standing, { accepted: open, guardianWaiting }: Options): AccountState {
  if (guardianWaiting) return "to_validate";
  if (open || role === "DONATOR_INDIVIDUAL") return "validated";
  return role === "BENEFICIARY" ? "waiting" : "to_validate";
}

/** A decision about a student's account is taken by someone who can read their file. */
const readsFile = (name: AccountTransition, { role }: Standing) =>
  role === "BENEFICIARY" && ["approve", "ask", "refuse", "undoApproval"].includes(name);

/** Whether a transition is allowed: the new state, or the reason why not. */
export function decideTransition(
  name: AccountTransition,
  account: Standing,
  by: MovedBy,
  mover: Mover | null,
  options: Options = {},
): { to: AccountState } | { refusal: RefusalCode } {
  const { from, by: movers, to } = transitions[name];
  if (by === "staff" && mover?.id === account.id) return { refusal: "own_account" };
  if (!movers.includes(by) || (by === "self" && mover?.id !== account.id)) return { refusal: "forbidden" };
  if (by === "staff" && account.role === "ADMIN" && !(mover && hasPermission(mover, "ADMIN_MANAGE_USERS_PERMISSIONS")))
    return { refusal: "forbidden" };
  if (by === "staff" && readsFile(name, account) && !(mover && mayReadRestricted(mover, account.sectorId)))
    return { refusal: "restricted" };
  if (!from.includes(account.accountState)) return { refusal: "wrong_state" };
  const reached = typeof to === "function" ? to(account, options) : to;
  return reached ? { to: reached } : { refusal: "wrong_state" };
}

/** The account with what it was before it was closed, if it can come back. */
export async function withPast<Of extends Standing>(db: Db, account: Of): Promise<Of & Standing> {
  if (account.accountState !== "left") return account;
  const archived = and(eq(retentionProgress.userId, account.id), eq(retentionProgress.state, "archived"));
  const [past] = await db.select({ closedFrom: retentionProgress.closedFrom }).from(retentionProgress).where(archived);
  return { ...account, closedFrom: past?.closedFrom };
}

/** The steps that a member of staff may take with this account now. */
export function stepsFor(account: Standing, mover: Mover): StaffTransition[] {
  return staffTransitions.filter((name) => "to" in decideTransition(name, account, "staff", mover));
}

type Deps = Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail">;

/** Makes a transition of one account: the state, the audit row and the mail are one transaction. */
export function moveAccount(
  services: Deps,
  who: { by: MovedBy; actor: Actor | null },
  id: string,
  name: AccountTransition,
  options: Options = {},
): Promise<Account> {
  return services.db
    .transaction(async (tx) => {
      const [row] = await tx.select().from(users).where(eq(users.id, id)).for("update");
      if (!row) throw new Refusal("not_found");
      const account = await withPast(tx, row);
      if (reasonedTransitions.includes(name) && !options.reason?.trim()) throw fieldRefusal("reason", "people:reason.required");
      const decision = decideTransition(name, account, who.by, who.actor, options);
      if ("refusal" in decision) throw new Refusal(decision.refusal);
      return apply({ ...services, db: tx }, who.actor, account, name, decision.to, options);
    })
    .catch(orLastHolder);
}

async function apply(
  services: Deps,
  actor: Actor | null,
  account: Account & Standing,
  name: AccountTransition,
  to: AccountState,
  options: Options,
) {
  const { db, clock } = services;
  const now = clock();
  const reason = options.reason?.trim() ?? null;
  const { action = `user.${name}`, also, after } = transitions[name];
  const [moved] = await db
    .update(users)
    .set({
      accountState: to,
      stateReason: reason,
      stateChangedAt: options.since ?? now,
      updatedAt: now,
      ...also?.(account, now),
    })
    .where(eq(users.id, account.id))
    .returning();
  if (!moved) throw new Refusal("unexpected");
  await after?.(db, account.id);
  await recordChange(db, actor, {
    action,
    entityType: "user",
    entityId: account.id,
    before: { accountState: account.accountState },
    after: { accountState: to },
    reason: reason ?? undefined,
  });
  if (["refused", "suspended", "left"].includes(to)) await logOutEverywhere(db, account.id, now);
  await notifyOfTransition(services, moved, name, now);
  return moved;
}

/** Closes accounts permanently, in a few statements however many they are. Call it in the change's transaction. */
export async function closeAccounts(db: Db, ids: string[], now: Date) {
  const { from } = transitions.leave;
  const open = and(inArray(users.id, ids), inArray(users.accountState, [...from]));
  const closing = await db.select().from(users).where(open).orderBy(users.id).for("update");
  if (closing.length === 0) return;
  const closed = { accountState: "left", stateReason: null, stateChangedAt: now, updatedAt: now } as const;
  const emailVerifiedAt = sql`coalesce(${users.emailVerifiedAt}, ${now.toISOString()}::timestamptz)`;
  await db
    .update(users)
    .set({ ...closed, emailVerifiedAt })
    .where(open);
  const changes = closing.map(({ id, accountState }) => ({
    action: "user.leave",
    entityType: "user" as const,
    entityId: id,
    before: { accountState },
    after: { accountState: closed.accountState },
  }));
  await recordChanges(db, null, changes);
  await endSessionsOf(db, now, ids);
  await forgetProviderLogins(db, ...ids);
}

/** Ends what a person has open: our sessions, and the logins and tokens of other applications. */
export async function logOutEverywhere(db: Db, userId: string, now: Date) {
  await endSessionsOf(db, now, [userId]);
  await forgetProviderLogins(db, userId);
}

async function notifyOfTransition(services: Deps, account: Account, name: AccountTransition, now: Date) {
  const mail = transitions[name].mail;
  const topic = typeof mail === "function" ? mail(account.accountState) : (mail?.[account.role] ?? mail?.other);
  if (!topic) return;
  const { locale, stateReason } = account;
  const values = {
    reason: stateReason ?? "",
    missingItems: stateReason ?? "",
    date: writtenDay(locale, franceDay(now)),
    validTo: writtenDay(locale, endOfSchoolYear(franceDay(now))),
    supportLinks: `${services.settings.publicUrl}${locale === "en" ? "/en" : ""}/further-support`,
  };
  await queueMail(services, account.id, topic, values, `${topic}:${account.id}:${now.toISOString()}`);
}

/** A student's file is valid until the next yearly check, which begins on 1 September. */
function endOfSchoolYear(today: string): string {
  const year = Number(today.slice(0, 4));
  return `${today < `${year}-06-01` ? year : year + 1}-08-31`;
}

import { createHash, createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { lt } from "drizzle-orm";
import * as z from "zod";
import type { Services } from "#backend/http/services";
import { lastCheck, storeCheck } from "./last-check.ts";
import { auditHead, auditLog } from "./tables.ts";
import { type AuditFault, type End, type Verified, verifyRows } from "./verification.ts";

/** The signed end of the log at its last intact verification. It is stored with the files, out of reach of anyone with access to the database only. */
const Anchor = z.object({ seq: z.int(), hash: z.string(), at: z.string(), key: z.string(), signature: z.string() });
export type Anchor = z.infer<typeof Anchor>;

const anchorFile = "audit/head.json";

export type Deps = Pick<Services, "db" | "files" | "clock"> & { settings: Pick<Services["settings"], "sessionSecrets"> };

type Verification = Verified & {
  /** How many rows the log has, and how many of them came after the last signature: whoever may write in the database could remove these unseen. */
  rows: number;
  unsigned: number;
  anchor: Anchor | null;
};

/** Checks the log after row `after` to its end, and its anchor. */
export async function verifyAuditLog({ db, files, settings, clock }: Deps, after = 0): Promise<Verification> {
  const bytes = await files.get(anchorFile);
  const read = bytes ? Anchor.safeParse(jsonOf(bytes)) : null;
  const anchor = read?.data ?? null;
  const head = await headOf(db);
  const answer = (verified: Verified) => ({ ...verified, rows: head.seq, unsigned: Math.max(head.seq - (anchor?.seq ?? 0), 0), anchor });
  const broken = (fault: AuditFault) => answer({ fault, end: { seq: head.seq, hash: head.hash }, gone: 0, goneYoung: 0 });
  if (!bytes && head.anchored) return broken({ kind: "anchor_missing", seq: head.seq });
  if (!bytes && (await hasOldRows(db, clock()))) return broken({ kind: "never_signed", seq: head.seq });
  if (read && !(anchor && isSigned(anchor, settings.sessionSecrets)))
    return broken({ kind: "anchor_forged", seq: anchor?.seq ?? head.seq });
  return answer(await verifyRows(db, clock(), Math.min(after, head.seq), anchor));
}

/** Whether there are rows of more than a day ago: the log is signed each hour. */
async function hasOldRows(db: Deps["db"], now: Date): Promise<boolean> {
  const aDayAgo = new Date(now.getTime() - 86_400_000);
  const rows = await db.select({ seq: auditLog.seq }).from(auditLog).where(lt(auditLog.at, aDayAgo)).orderBy(auditLog.at).limit(1);
  return rows.length > 0;
}

/**
 * Signs and stores the end that a verification came to, whatever the head says by now. Only for an intact log, or one whose fault is acknowledged.
 * A signature of a later row that was stored since the verification stays, and the rows up to it are verified: answers their fault.
 */
export async function anchorAuditLog(services: Deps, now: Date, verified: { end: End; anchor: Anchor | null }): Promise<AuditFault | null> {
  const { db, files, settings } = services;
  const { seq, hash } = verified.end;
  const stored = await storedAnchor(files);
  if (stored && stored.seq > seq && stored.signature !== verified.anchor?.signature) return (await verifyAuditLog(services, seq)).fault;
  const end = { seq, hash, at: now.toISOString() };
  const [secret = ""] = settings.sessionSecrets;
  const anchor: Anchor = { ...end, key: keyName(secret), signature: signature(secret, end) };
  await files.put(anchorFile, new TextEncoder().encode(JSON.stringify(anchor)), "application/json");
  await db.update(auditHead).set({ anchoredAt: now });
  return null;
}

async function storedAnchor(files: Deps["files"]): Promise<Anchor | null> {
  const bytes = await files.get(anchorFile);
  return (bytes && Anchor.safeParse(jsonOf(bytes)).data) ?? null;
}

type JobNeeds = Deps & Pick<Services, "log" | "reports">;

/** Nightly: an intact log is signed again; the fault of a broken one is logged and reported, and the last anchor stays. */
export async function checkAndAnchor(services: JobNeeds) {
  const verified = await verifyAuditLog(services);
  const store = (fault: AuditFault | null) =>
    storeCheck(services.files, { at: services.clock().toISOString(), from: 1, to: verified.rows, fault });
  await store(verified.fault);
  const fault = verified.fault ?? (await anchorAuditLog(services, services.clock(), verified));
  if (!fault) return;
  if (!verified.fault) await store(fault);
  reportFault(services, fault);
}

/** Hourly: verifies the rows since the last signature and signs the end, unless the log is known to be broken. */
export async function anchorNewest(services: JobNeeds) {
  if ((await lastCheck(services.files))?.fault) return;
  const signed = (await storedAnchor(services.files))?.seq;
  const verified = await verifyAuditLog(services, signed);
  const fault = verified.fault ?? (await anchorAuditLog(services, services.clock(), verified));
  if (!fault) return;
  await storeCheck(services.files, { at: services.clock().toISOString(), from: (signed ?? 0) + 1, to: verified.rows, fault });
  reportFault(services, fault);
}

function reportFault({ log, reports }: Pick<JobNeeds, "log" | "reports">, fault: AuditFault) {
  log.error({ ...fault }, "the audit log is broken");
  reports?.report(new Error(`the audit log is broken: ${fault.kind} at ${fault.seq}`), { job: "check-audit-log" });
}

async function headOf(db: Deps["db"]) {
  const [head] = await db.select().from(auditHead);
  return { seq: head?.seq ?? 0, hash: head?.hash ?? "", anchored: !!head?.anchoredAt };
}

function isSigned(anchor: Anchor, secrets: string[]): boolean {
  const secret = secrets.find((one) => keyName(one) === anchor.key);
  const expected = Buffer.from(secret ? signature(secret, anchor) : "");
  const given = Buffer.from(anchor.signature);
  return expected.length > 0 && expected.length === given.length && timingSafeEqual(expected, given);
}

function signature(secret: string, { seq, hash, at }: Pick<Anchor, "seq" | "hash" | "at">): string {
  return createHmac("sha256", keyOf(secret))
    .update(JSON.stringify([seq, hash, at]))
    .digest("base64url");
}

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", "maillon audit anchor", 32));
}

function keyName(secret: string): string {
  return createHash("sha256").update(keyOf(secret)).digest("base64url").slice(0, 8);
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

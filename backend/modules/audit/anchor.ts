import { createHash, createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import type { Services } from "#backend/http/services";
import { storeCheck } from "./last-check.ts";
import { auditHead } from "./tables.ts";
import { type AuditFault, auditFault } from "./verification.ts";

/** The signed end of the log at its last intact verification. It is stored with the files, out of reach of anyone with access to the database only. */
const Anchor = z.object({ seq: z.int(), hash: z.string(), at: z.string(), key: z.string(), signature: z.string() });
export type Anchor = z.infer<typeof Anchor>;

const anchorFile = "audit/head.json";

export type Needs = Pick<Services, "db" | "files"> & { settings: Pick<Services["settings"], "sessionSecrets"> };

/** Checks the log after row `after` to its end, and its anchor. Says how many rows it has, and the first fault. */
export async function verifyAuditLog(
  { db, files, settings }: Needs,
  after = 0,
): Promise<{ rows: number; anchor: Anchor | null; fault: AuditFault | null }> {
  const bytes = await files.get(anchorFile);
  const read = bytes ? Anchor.safeParse(jsonOf(bytes)) : null;
  const anchor = read?.data ?? null;
  const head = await headOf(db);
  const answer = (fault: AuditFault | null) => ({ rows: head.seq, anchor, fault });
  if (!bytes && head.anchored) return answer({ kind: "anchor_missing", seq: head.seq });
  if (read && !(anchor && isSigned(anchor, settings.sessionSecrets)))
    return answer({ kind: "anchor_forged", seq: anchor?.seq ?? head.seq });
  return answer(await auditFault(db, Math.min(after, head.seq), anchor));
}

/** Signs and stores the current end of the log. Only for an intact log, or one whose fault is acknowledged. */
export async function anchorAuditLog({ db, files, settings }: Needs, now: Date) {
  const { seq, hash } = await headOf(db);
  const end = { seq, hash, at: now.toISOString() };
  const [secret = ""] = settings.sessionSecrets;
  const anchor: Anchor = { ...end, key: keyName(secret), signature: signature(secret, end) };
  await files.put(anchorFile, new TextEncoder().encode(JSON.stringify(anchor)), "application/json");
  await db.update(auditHead).set({ anchoredAt: now });
}

/** Nightly: an intact log is signed again; the fault of a broken one is logged and reported, and the last anchor stays. */
export async function checkAndAnchor(services: Needs & Pick<Services, "clock" | "log" | "reports">) {
  const { fault, rows } = await verifyAuditLog(services);
  await storeCheck(services.files, { at: services.clock().toISOString(), from: 1, to: rows, fault });
  if (!fault) return anchorAuditLog(services, services.clock());
  services.log.error({ ...fault }, "the audit log is broken");
  services.reports?.report(new Error(`the audit log is broken: ${fault.kind} at ${fault.seq}`), { job: "check-audit-log" });
}

async function headOf(db: Needs["db"]) {
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

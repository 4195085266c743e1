import { type Deps, verifyAuditLog } from "./anchor.ts";
import { lastCheck, storeCheck } from "./last-check.ts";
import { endOf } from "./verification.ts";

/** The number of newest rows verified during a request; the whole log is verified nightly and by the command. */
const maxBatch = 20_000;

/** Verifies the newest rows and stores the result, unless an older row is known to be broken: only a full verification clears that. */
export async function verifyNewest(services: Deps, most = maxBatch): Promise<void> {
  const { files, db, clock } = services;
  const { head } = await endOf(db);
  const after = Math.max((head?.seq ?? 0) - most, 0);
  const { rows, fault } = await verifyAuditLog(services, after);
  const last = await lastCheck(files);
  if (!fault && last?.fault && last.fault.seq <= after) return;
  await storeCheck(files, { at: clock().toISOString(), from: after + 1, to: rows, fault });
}

import type { Services } from "#backend/http/services";
import { type Needs, verifyAuditLog } from "./anchor.ts";
import { keepCheck, lastCheck } from "./last-check.ts";
import { endOf } from "./verification.ts";

/** So many of the newest rows are verified while someone waits; the whole log is verified by night and by the command. */
const mostAtOnce = 20_000;

/** Verifies the newest rows and keeps the result, unless an older row was found broken: only a verification of all rows takes that back. */
export async function verifyNewest(services: Needs & Pick<Services, "clock">, most = mostAtOnce): Promise<void> {
  const { files, db, clock } = services;
  const { head } = await endOf(db);
  const after = Math.max(head.seq - most, 0);
  const { rows, fault } = await verifyAuditLog(services, after);
  const last = await lastCheck(files);
  if (!fault && last?.fault && last.fault.seq <= after) return;
  await keepCheck(files, { at: clock().toISOString(), from: after + 1, to: rows, fault });
}

import { and, eq, isNull } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { Refusal } from "#backend/refusal";
import { lockAssembly } from "./leading.ts";
import { notifyOfProxy } from "./proxy-notices.ts";
import { withinRules } from "./refusals.ts";
import { attendances } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock">;

/** Names and reasons are in the record, and not in the log. */
const log = (tx: Db, actor: Actor, action: string, entityId: string) =>
  recordChange(tx, actor, { action: `assembly_attendance.${action}`, entityType: "assembly_attendance", entityId });

type Attendance = { userId: string; holderId?: string };

/** Says that a member is there, or is represented by another; the database holds who may be. */
export function attend({ db, clock }: Deps, actor: Actor, id: string, { userId, holderId }: Attendance): Promise<{ id: string }> {
  return withinRules(() =>
    db.transaction(async (tx) => {
      const assembly = await lockAssembly(tx, id);
      const now = clock();
      const kind = holderId ? "proxy" : "present";
      const [row] = await tx
        .insert(attendances)
        .values({ assemblyId: id, userId, kind, holderId, createdAt: now, updatedAt: now })
        .returning();
      if (!row) throw new Refusal("unexpected");
      await notifyOfProxy(tx, now, assembly, row, "given");
      await log(tx, actor, holderId ? "give_proxy" : "mark_present", row.id);
      return { id: row.id };
    }),
  );
}

/** Takes back that a member is there or is represented. */
export function withdraw({ db, clock }: Deps, actor: Actor, id: string, { userId, reason }: { userId: string; reason: string }) {
  return withinRules(() =>
    db.transaction(async (tx) => {
      const assembly = await lockAssembly(tx, id);
      const now = clock();
      const [row] = await tx
        .update(attendances)
        .set({ withdrawnAt: now, withdrawnReason: reason, updatedAt: now })
        .where(and(eq(attendances.assemblyId, id), eq(attendances.userId, userId), isNull(attendances.withdrawnAt)))
        .returning();
      if (!row) throw new Refusal("wrong_state");
      await notifyOfProxy(tx, now, assembly, row, "withdrawn");
      await log(tx, actor, "withdraw", row.id);
      return { id: row.id };
    }),
  );
}

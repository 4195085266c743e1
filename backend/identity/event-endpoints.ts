import type * as z from "zod";
import type { Actor } from "#backend/http/actor";
import { limitedWithin } from "#backend/http/limits";
import { type Call, on, type ServedEndpoint } from "#backend/http/routes";
import type { TaskWork } from "#backend/worker/task-kind";
import type { eventManagers } from "#contract/accounts/permissions";
import type { Endpoint } from "#contract/api/endpoint";
import { lockManaged, mayManage, requireEvent } from "./event-scope.ts";

type Who = typeof eventManagers;
type OfEvent = z.ZodType<{ id: string }>;

/**
 * Binds an endpoint about one event to its handler, for those who look after it. A change by a coordinator is one transaction, in which the event is locked
 * and their right is read again before anything else; its handler's own transactions are parts of it.
 */
export function onEvent<P extends OfEvent, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  endpoint: Endpoint<P, Q, B, R, Who>,
  handle: (call: Call<z.output<P>, z.output<Q>, z.output<B>, Who>) => Promise<z.input<R>> | z.input<R>,
): ServedEndpoint {
  return on(endpoint, async (call): Promise<z.input<R>> => {
    const actor: Actor = call.actor;
    if (actor.role === "ADMIN") return handle(call);
    if (endpoint.method === "GET" || isDryRun(call.body)) {
      await requireEvent(call.db, actor, call.params.id);
      return handle(call);
    }
    return limitedWithin(call.limits, (within) =>
      call.db.transaction(async (tx) =>
        handle({ ...call, actor: await lockManaged(tx, actor, call.params.id), db: tx, limits: within(tx) } as typeof call),
      ),
    );
  });
}

const isDryRun = (body: unknown) => typeof body === "object" && body !== null && "dryRun" in body && body.dryRun === true;

/** The same for a task about registrations of one event, whose rights are read again for each chunk. */
export function taskOfEvent<Body extends { eventId: string }>(work: TaskWork<Body>): TaskWork<Body> {
  return {
    ...work,
    async act(call, ids) {
      return work.act({ ...call, actor: await lockManaged(call.db, call.actor, call.body.eventId) }, ids);
    },
    describe: async (read, ids) => ((await mayManage(read.db, read.actor, read.body.eventId)) ? work.describe(read, ids) : new Map()),
  };
}

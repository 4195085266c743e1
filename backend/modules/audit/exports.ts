import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { and, asc, eq, gte } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import { rowsOfList, rowsWithIds } from "#backend/db/whole-lists";
import type { Actor } from "#backend/http/actor";
import { on, type ServedEndpoint } from "#backend/http/routes";
import type { Services } from "#backend/http/services";
import { startTask } from "#backend/modules/tasks/starting";
import { exportParts, tasks } from "#backend/modules/tasks/tables";
import { Refusal } from "#backend/refusal";
import { type TaskCall, withTask } from "#backend/worker/task-kind";
import { redirectFor } from "#contract/accounts/access";
import {
  auditLogExport,
  type ExportedList,
  type ExportRequest,
  exportedLists,
  exportHours,
  exportsApi,
  maxExportRows,
} from "#contract/accounts/exports";
import { peopleLists } from "#contract/accounts/people";
import type { PageOf } from "#contract/api/endpoint";
import { auditApi } from "#contract/law/audit";

const pack = promisify(gzip);
const unpack = promisify(gunzip);

const mayExport = (actor: Actor, list: ExportedList) => redirectFor(actor, exportedLists[list]) === null;

/** Values of filters: ids, words, days, figures. */
const isFilter = /^[\p{L}\p{N}_:.,-]{0,80}$/u;

/**
 * The query of an exported list as the log stores it: with its filters, without what somebody typed into a search, which may be a name or an
 * address. Anything else that is no value of a filter goes too.
 */
export function loggedQuery(query: string): string {
  return [...new URLSearchParams(query)]
    .filter(([name]) => name !== "reason" && isFilter.test(name))
    .map(([name, value]) => `${name}=${value !== "" && (name === "q" || !isFilter.test(value)) ? "…" : encodeURIComponent(value)}`)
    .join("&");
}

type Listed = Pick<ServedEndpoint, "endpoint" | "handle">;

const isOfPeople = ({ endpoint }: ExportRequest) => endpoint.startsWith("/api/admin/people/");

/** The page whose access counts: a list of people is exported under its own, whatever the request says. */
function pageOf(request: ExportRequest): ExportedList {
  if (!isOfPeople(request)) return request.list;
  const name = peopleLists.find((one) => request.endpoint.endsWith(`/${one}`));
  if (!name) throw new Refusal("bad_request");
  return `/dashboard/admin/users/${name}/export.csv`;
}

/** The list of an export, which its owner may read. The audit log has no ids that a task could hold. */
function listOf({ lists }: Pick<Services, "lists">, actor: Actor, request: ExportRequest): Listed | null {
  const served = request.endpoint === auditApi.list.path ? undefined : lists.get(request.endpoint);
  return served && redirectFor(actor, served.endpoint.access) === null && mayExport(actor, pageOf(request)) ? served : null;
}

/** Calls the endpoint of the list as its page does. */
async function readList({ actor, body, ...services }: TaskCall<ExportRequest>, { endpoint, handle }: Listed) {
  // Coordinators export the sectors alone in which they may.
  const listQuery = isOfPeople(body) && actor.role !== "ADMIN" ? { ...body.listQuery, exporting: "yes" } : body.listQuery;
  const input = { params: endpoint.params?.parse(body.params), query: endpoint.query?.parse(listQuery), locale: actor.locale };
  const answer = await handle({ ...services, actor, ...input, body: undefined, requestId: actor.requestId } as never);
  return endpoint.response.parse(answer) as PageOf<{ id: string }>;
}

function requireList(call: TaskCall<ExportRequest>): Listed {
  const list = listOf(call, call.actor, call.body);
  if (!list) throw new Refusal("forbidden");
  return list;
}

const starting = on(exportsApi.start, async (call) => {
  const { actor, body } = call;
  if (!listOf(call, actor, body)) throw new Refusal("forbidden");
  await call.limits.take("exportByPerson", actor.id);
  return { task: await startTask(call, actor, { endpoint: exportsApi.start, body, logged: { list: body.list } }, null) };
});

export const exportRoutes = [
  on(exportsApi.record, async ({ db, actor, body, limits }) => {
    if (!mayExport(actor, body.list)) throw new Refusal("forbidden");
    await limits.take("exportByPerson", actor.id);
    await recordExport(db, actor, body);
    return { success: true as const };
  }),

  withTask<ExportRequest>(starting, {
    chunk: 500,
    most: maxExportRows,
    titleOf: () => "tasks:titleOf.export",
    listOf: ({ address }) => address.replace(/\/export$/, ""),
    fileOf: ({ address, query }) => (query ? `${address}?${query}` : address),
    mayGoOn: (call) => listOf(call, call.actor, call.body) !== null,
    items: (call) => rowsOfList(() => readList(call, requireList(call))),
    async act(call, ids) {
      const { items } = await rowsWithIds(ids, () => readList(call, requireList(call)));
      const rows = await pack(JSON.stringify(items));
      await call.db.insert(exportParts).values({ taskId: call.taskId, at: call.handled, rows });
      return new Map(items.map(({ id }) => [id, null]));
    },
    async describe() {
      return new Map();
    },
  }),

  on(exportsApi.rows, async (call) => {
    const { db, actor, params, query, clock } = call;
    const since = new Date(clock().getTime() - exportHours * 3_600_000);
    const isOwn = and(eq(tasks.id, params.id), eq(tasks.ownerId, actor.id), eq(tasks.kind, exportsApi.start.path));
    const [task] = await db
      .select()
      .from(tasks)
      .where(and(isOwn, eq(tasks.state, "done"), gte(tasks.finishedAt, since)));
    if (!task) throw new Refusal("not_found");
    const request = task.query as ExportRequest;
    if (!listOf(call, actor, request)) throw new Refusal("forbidden");
    const [part, next] = await db
      .select()
      .from(exportParts)
      .where(and(eq(exportParts.taskId, task.id), gte(exportParts.at, query.from)))
      .orderBy(asc(exportParts.at))
      .limit(2);
    if (query.from === 0) await recordExport(db, actor, { ...request, rows: task.done });
    return { items: part ? JSON.parse(String(await unpack(part.rows))) : [], next: next?.at ?? null };
  }),
];

function recordExport(
  db: Services["db"],
  actor: Actor,
  { list, query, rows, reason }: { list: ExportedList; query: string; rows: number; reason?: string },
) {
  return recordChange(db, actor, {
    action: "list.export",
    entityType: "list",
    entityId: list,
    after: { query: loggedQuery(query), rows },
    reason: list === auditLogExport ? reason : undefined,
  });
}

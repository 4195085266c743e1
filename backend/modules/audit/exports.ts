import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { and, asc, eq, gte, isNull } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import { rowsOfList, rowsWithIds } from "#backend/db/whole-lists";
import type { Actor } from "#backend/http/actor";
import { done, on, type ServedEndpoint } from "#backend/http/routes";
import type { Services } from "#backend/http/services";
import { openPosition, sealPosition } from "#backend/modules/tasks/positions";
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
  exportsWithReason,
  maxExportRows,
} from "#contract/accounts/exports";
import type { PageOf } from "#contract/api/endpoint";
import { itemOf, numberedItems, numberOf } from "./numbered-items.ts";

const pack = promisify(gzip);
const unpack = promisify(gunzip);

const mayExport = (actor: Actor, list: ExportedList) => redirectFor(actor, exportedLists[list].access) === null;

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

const isOfPeople = ({ list }: Pick<ExportRequest, "list">) => list.startsWith("/dashboard/admin/users/");

/** Where the file of a list is, without its ending. */
const pathOf = ({ list, params }: Pick<ExportRequest, "list" | "params">) =>
  list.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? "")).replace(/\.csv$/, "");

/** Whether the rows of a list have numbers for ids. */
const isNumbered = ({ list }: Pick<ExportRequest, "list">) => list === auditLogExport;

/** The list of an export, which its owner may read. */
function listOf({ lists }: Pick<Services, "lists">, actor: Actor, request: ExportRequest): Listed | null {
  const served = lists.get(exportedLists[request.list].endpoint ?? "");
  return served && redirectFor(actor, served.endpoint.access) === null && mayExport(actor, request.list) ? served : null;
}

/** A request with the rights that it was made with: what was read with others is not given to their holder any more. */
type StoredRequest = ExportRequest & { rights: string };

const rightsOf = ({ role, sectorId, permissions, extraData: { sectorGrants } }: Actor) =>
  JSON.stringify([role, sectorId, permissions.toSorted(), sectorGrants.map((grant) => `${grant.permission} ${grant.sectorId}`).toSorted()]);

/** Whether the owner of an export may still read its list, with the same rights as at its start. */
const mayRead = (services: Pick<Services, "lists">, actor: Actor, request: StoredRequest) =>
  request.rights === rightsOf(actor) && listOf(services, actor, request) !== null;

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
  const stored: StoredRequest = { ...body, rights: rightsOf(actor) };
  return { task: await startTask(call, actor, { endpoint: exportsApi.start, body: stored, logged: { list: body.list } }, null) };
});

export const exportRoutes = [
  on(exportsApi.record, async ({ db, actor, body, limits }) => {
    if (!mayExport(actor, body.list)) throw new Refusal("forbidden");
    await limits.take("exportByPerson", actor.id);
    await recordExport(db, actor, body);
    return done;
  }),

  withTask<StoredRequest>(starting, {
    chunk: 500,
    most: maxExportRows,
    nameOf: () => "export",
    listOf: (request) => pathOf(request).replace(/\/export$/, ""),
    fileOf: (request) => (request.query ? `${pathOf(request)}?${request.query}` : pathOf(request)),
    mayGoOn: (call) => mayRead(call, call.actor, call.body),
    async items(call) {
      const rows = await rowsOfList(() => readList(call, requireList(call)));
      return isNumbered(call.body) ? numberedItems(rows) : rows;
    },
    async act(call, ids) {
      const numbered = isNumbered(call.body);
      const { items } = await rowsWithIds(numbered ? ids.map(numberOf) : ids, () => readList(call, requireList(call)));
      const rows = await pack(JSON.stringify(items));
      await call.db.insert(exportParts).values({ taskId: call.taskId, at: call.handled, rows });
      return new Map(items.map(({ id }) => [numbered ? itemOf(Number(id)) : id, null]));
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
      .where(and(isOwn, eq(tasks.state, "done"), isNull(tasks.reason), gte(tasks.finishedAt, since)));
    if (!task) throw new Refusal("not_found");
    const request = task.query as StoredRequest;
    if (!mayRead(call, actor, request)) throw new Refusal("forbidden");
    const from = query.from === undefined ? 0 : openPosition(call, task.id, query.from);
    const [part, next] = await db
      .select()
      .from(exportParts)
      .where(and(eq(exportParts.taskId, task.id), gte(exportParts.at, from)))
      .orderBy(asc(exportParts.at))
      .limit(2);
    if (from === 0) await recordExport(db, actor, { ...request, query: queryOf(request), rows: task.done });
    const items = part ? JSON.parse(String(await unpack(part.rows))) : [];
    return { items, next: next ? sealPosition(call, task.id, next.at) : null };
  }),
];

/** The query that the list was read with. */
const queryOf = ({ listQuery }: ExportRequest) =>
  new URLSearchParams(Object.entries(listQuery).flatMap(([name, values]) => [values].flat().map((value) => [name, value]))).toString();

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
    reason: exportsWithReason.includes(list) ? reason : undefined,
  });
}

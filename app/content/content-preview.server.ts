import type { LoaderFunctionArgs } from "@remix-run/node";
import type { CurrentUser } from "#contract/accounts/current-user";
import { auditApi } from "#contract/law/audit";
import { type ContentName, entityTypeOf } from "#contract/publishing/content-names";
import { ApiError } from "~/api/api-error";
import { previewParameter } from "~/lists/preview";
import { withLabels } from "~/subjects/audit/lines";
import { contentSubjects } from "./subjects";

const lastChanges = 5;

/** The previewed record, for administrators with its last changes; null without one in the query, or when it does not exist. */
export async function loadPreview({ request, context }: LoaderFunctionArgs, name: ContentName, { role }: CurrentUser) {
  const id = new URL(request.url).searchParams.get(previewParameter);
  if (!id || !/^[0-9a-f-]{36}$/.test(id)) return null;
  const { api, t, locale } = context;
  const entityType = entityTypeOf(name);
  const subjectApi = await contentSubjects[name].api();
  const [record, log] = await Promise.all([
    api.call(subjectApi.get, { params: { id } }).catch(nothingFound),
    role === "ADMIN" ? api.call(auditApi.list, { query: { entityType, entityId: id, perPage: lastChanges } as never }) : null,
  ]);
  if (!record) return null;
  return {
    record,
    history: log && withLabels(log.items, t, locale),
    wholeHistory: `/dashboard/admin/audit-log?entityType=${entityType}&entityId=${id}`,
  };
}

function nothingFound(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
}

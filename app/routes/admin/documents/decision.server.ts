import type { ActionFunctionArgs } from "@remix-run/node";
import { SupportingDocumentDecision, SupportingDocumentQuery, supportingDocumentsApi } from "#contract/accounts/supporting-documents";
import { orNotFound } from "~/errors/not-found.server";
import { submit } from "~/forms/submission.server";
import { listStateIn, readList } from "~/lists/list-request";
import { documentList, documentPage, isDecidable } from "./document-page";

/** Decides on a document, and goes on with the next one of the list from which it was opened, or back to that list. */
export async function decideOn(args: ActionFunctionArgs) {
  const { api, t } = args.context;
  const id = args.params.id ?? "";
  const { search } = new URL(args.request.url);
  const query = String(new URLSearchParams(listStateIn(search)));
  const list = `${documentList}?${query || "status=pending"}`;
  return submit(args, SupportingDocumentDecision, async (body) => {
    const next = query ? await nextOf(args, id) : undefined;
    await api.call(supportingDocumentsApi.decide, { params: { id }, body }).catch(orNotFound);
    const title = t(`documents:decision.done.${body.verdict}`);
    if (!next) return { to: list, toast: { title } };
    return { to: documentPage(next, search), toast: { title, actions: [{ label: t("documents:decision.back"), to: list }] } };
  });
}

/** The document after this one that the reader may decide on, on the same page of the list; the first one where none follows. */
async function nextOf({ context, request }: ActionFunctionArgs, id: string): Promise<string | undefined> {
  const { items } = await context.api.call(supportingDocumentsApi.list, { query: readList(request, SupportingDocumentQuery) });
  const at = items.findIndex((document) => document.id === id);
  return [...items.slice(at + 1), ...items.slice(0, Math.max(at, 0))].find(isDecidable)?.id;
}

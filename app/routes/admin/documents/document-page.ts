import type { SupportingDocumentRow } from "#contract/accounts/supporting-documents";
import { listStateIn } from "~/lists/list-request";

export const documentList = "/dashboard/admin/documents";

/** The page of a document that was opened from a list with this query. */
export function documentPage(id: string, search: string): string {
  const query = String(new URLSearchParams(listStateIn(search)));
  return `${documentList}/${id}/view${query && `?${query}`}`;
}

/** Whether a document waits for the reader's decision. */
export const isDecidable = ({ status, closed, purged, withheld, byAdministrators }: SupportingDocumentRow) =>
  status === "pending" && !closed && !purged && !withheld && !byAdministrators;

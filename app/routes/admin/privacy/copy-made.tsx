import type { DataRequest } from "#contract/law/privacy";
import { CopyDownload } from "~/subjects/privacy/copy-download";
import { CopyProgress } from "~/subjects/privacy/copy-progress";
import { useCopyUnderWay } from "~/subjects/privacy/copy-refresh";

/** The state of a copy that staff requested for someone, and its download. */
export function CopyMade({ request, mayCopy }: { request: DataRequest; mayCopy: boolean }) {
  useCopyUnderWay([request]);
  if (!request.onBehalf || request.kind !== "access") return null;
  if (request.status === "running") return <CopyProgress request={request} />;
  return mayCopy && request.archiveExpiresAt ? <CopyDownload id={request.id} until={request.archiveExpiresAt} /> : null;
}

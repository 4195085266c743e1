import { criteriaApi, FilePaperKind } from "#contract/criteria";
import { actAndReturn, onwards } from "./after.server";

export const handle = { files: true } as const;

export const loader = onwards("/account/pending/papers");

/** Adds a paper, or takes one back. */
export const action = actAndReturn("/account/pending/papers", async ({ context: { api, t } }, form) => {
  const id = form.get("remove");
  if (typeof id === "string") {
    await api.call(criteriaApi.removePaper, { params: { id } });
    return t("pending:papers.removed");
  }
  const kind = FilePaperKind.safeParse(form.get("kind"));
  const file = form.get("file");
  if (!kind.success || !(file instanceof File) || file.size === 0) return t("pending:papers.missing");
  await api.call(criteriaApi.addPaper, { body: { file, kind: kind.data } });
  return t("pending:papers.added");
});

import { on } from "#backend/http/routes";
import { legalDocumentsApi } from "#contract/legal-documents";
import { getLegalText, signLegalText } from "./signing.ts";

export const legalDocumentRoutes = [
  on(legalDocumentsApi.get, ({ db, actor, params, locale }) => getLegalText(db, actor, params.id, locale)),
  on(legalDocumentsApi.sign, async ({ db, actor, params, body, clock }) => {
    await signLegalText(db, actor, params.id, body.textHash, clock());
    return { success: true as const };
  }),
];

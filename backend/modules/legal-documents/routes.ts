import { truncatedIp } from "#backend/http/ip";
import { drawnFile } from "#backend/http/private-file";
import { done, on } from "#backend/http/routes";
import type { Services } from "#backend/http/services";
import { legalDocumentsApi } from "#contract/law/legal-documents";
import { legalEditingApi } from "#contract/law/legal-editing";
import { createDraft, getText, listSigners, listTexts, nextVersion, publish, removeDraft, updateDraft } from "./editing.ts";
import { readPublicText } from "./queries.ts";
import { ownSignatures, signedPdf } from "./signed-pdf.ts";
import { getLegalText, signLegalText } from "./signing.ts";

export const legalDocumentRoutes = [
  on(legalDocumentsApi.read, async ({ db, params, query, locale, clock }) => ({
    text: await readPublicText(db, { ...params, ...query, locale }, clock()),
  })),
  on(legalDocumentsApi.get, ({ db, actor, params, locale }) => getLegalText(db, actor, params.id, locale)),
  on(legalDocumentsApi.sign, async ({ db, actor, params, body, clock, network }) => {
    await signLegalText(db, actor, params.id, { textHash: body.textHash, now: clock(), ip: truncatedIp(network) });
    return done;
  }),
  on(legalEditingApi.mine, async ({ db, actor, locale }) => ({ items: await ownSignatures(db, actor.id, locale) })),
  on(legalEditingApi.list, ({ db, query }) => listTexts(db, query)),
  on(legalEditingApi.get, ({ db, params }) => getText(db, params.id)),
  on(legalEditingApi.signers, ({ db, params, query }) => listSigners(db, params.id, query)),
  on(legalEditingApi.create, ({ db, actor, body }) => db.transaction((tx) => createDraft(tx, actor, body))),
  on(legalEditingApi.nextVersion, ({ db, actor, params }) => db.transaction((tx) => nextVersion(tx, actor, params.id))),
  on(legalEditingApi.update, ({ db, actor, params, body, clock }) =>
    db.transaction((tx) => updateDraft(tx, actor, params.id, body, clock())),
  ),
  on(legalEditingApi.remove, async ({ db, actor, params }) => {
    await db.transaction((tx) => removeDraft(tx, actor, params.id));
    return done;
  }),
  on(legalEditingApi.publish, async ({ actor, params, query, ...services }) => {
    await services.db.transaction((tx) => publish({ ...services, db: tx }, actor, params.id, query.stops));
    return done;
  }),
];

/** A signed text as a PDF, for who signed it. */
export const signedFile = (services: Services) =>
  drawnFile(services, "/api/account/signatures/:id/pdf", "authenticated", async (actor, id) => {
    const bytes = await signedPdf(services, actor.id, id);
    return bytes && { bytes, mime: "application/pdf", name: "maillon-signed.pdf" };
  });

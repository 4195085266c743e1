import { done, on } from "#backend/http/routes";
import { Refusal } from "#backend/refusal";
import { criteriaApi } from "#contract/accounts/criteria";
import { criteriaEditingApi } from "#contract/accounts/criteria-editing";
import { supportingDocumentsApi } from "#contract/accounts/supporting-documents";
import { verificationChatsApi } from "#contract/accounts/verification-chats";
import { currentCriteria } from "./criteria.ts";
import { publishDraft } from "./criteria-drafts.ts";
import { tryRule } from "./criteria-trial.ts";
import { getCriteria, listCriteria } from "./criteria-versions.ts";
import { decideAccount, decideDocument } from "./decisions.ts";
import { answerCriteria, describeFile, keepAnswers, requireEditableFile, sendFile } from "./files.ts";
import { addSupportingDocument, removeSupportingDocument } from "./supporting-documents.ts";
import { confirmYear } from "./yearly.ts";

export const verificationRoutes = [
  on(criteriaApi.current, ({ db }) => currentCriteria(db)),
  on(criteriaEditingApi.list, ({ db }) => listCriteria(db)),
  on(criteriaEditingApi.get, ({ db, params }) => getCriteria(db, params.id)),
  on(criteriaEditingApi.trial, ({ actor, body, ...services }) => tryRule(services, actor, body.rule)),
  on(criteriaEditingApi.publish, ({ actor, body, ...services }) => publishDraft(services, actor, body)),
  on(criteriaApi.own, ({ db, actor }) => {
    if (actor.role !== "BENEFICIARY") throw new Refusal("forbidden");
    return describeFile(db, actor);
  }),
  on(criteriaApi.answer, async ({ actor, body, ...services }) => {
    await answerCriteria(services, actor, body);
    return done;
  }),
  on(criteriaApi.keepAnswers, async ({ actor, body, ...services }) => {
    await keepAnswers(services, actor, body);
    return done;
  }),
  on(criteriaApi.send, async ({ actor, ...services }) => {
    await sendFile(services, actor);
    return done;
  }),
  on(criteriaApi.addSupportingDocument, ({ actor, body, ...services }) => {
    requireEditableFile(actor);
    return addSupportingDocument(services, actor, body);
  }),
  on(criteriaApi.removeSupportingDocument, async ({ actor, params, ...services }) => {
    requireEditableFile(actor);
    await removeSupportingDocument(services, actor, params.id);
    return done;
  }),
  on(criteriaApi.confirmYear, async ({ actor, body, ...services }) => {
    await confirmYear(services, actor, body);
    return done;
  }),
  on(supportingDocumentsApi.decide, async ({ actor, params, body, ...services }) => {
    await decideDocument(services, actor, params.id, body);
    return done;
  }),
  on(verificationChatsApi.decide, async ({ actor, params, body, ...services }) => {
    await decideAccount(services, actor, params.id, body);
    return done;
  }),
];

import pLimit from "p-limit";
import { fieldErrorsOf } from "#backend/http/field-errors";
import { noSoonerThan } from "#backend/http/minimum-duration";
import { on } from "#backend/http/routes";
import { findInvitation, invitationOf } from "#backend/modules/registration-links/redemption";
import { currentCriteria } from "#backend/modules/verification/criteria";
import { Refusal } from "#backend/refusal";
import { registrationApi, stepForm, stepsLeft } from "#contract/accounts/registration";
import { register } from "./accounts.ts";
import { clearDraftToken, draftToken, forgetDraft, keepDraft, readDraft, setDraftToken } from "./drafts.ts";
import { changeEmail, pendingEmail, resendVerification, verifyEmail } from "./emails.ts";
import { giveConsent, readGuardianLink } from "./guardians.ts";
import { addDraftDocument, documentsOfDraft, removeDraftDocument } from "./supporting-documents.ts";
import { currentTermsVersion } from "./terms.ts";

const done = { success: true as const };

/**
 * The most registrations that are processed at a time; others wait: hashing passwords takes the
 * processor, and a transaction that waits for it holds a connection, and the row of an invitation, that others need.
 */
const inTurn = pLimit(8);

export const registrationRoutes = [
  on(registrationApi.draft, async ({ db, http, settings, clock, registers }) => {
    const draft = await readDraft(db, clock(), draftToken(http, settings));
    const termsVersion = await currentTermsVersion(db);
    const known = { termsVersion, knowsAddresses: registers.knowsAddresses };
    if (!draft) return { draft: null, ...known };
    const { kind, answers } = draft;
    const { questions } = await currentCriteria(db);
    const invitation = await invitationOf(db, clock(), draft.registrationLinkId);
    const documents = await documentsOfDraft(db, draft.token);
    return { ...known, draft: { kind, answers, invitation, documents, left: stepsLeft(kind, answers, questions) } };
  }),

  on(registrationApi.saveStep, async ({ db, http, settings, clock, params: { kind, step }, body, registers, limits, clientAddress }) => {
    const { questions } = await currentCriteria(db);
    const form = stepForm(kind, step, questions);
    if (!form) throw new Refusal("not_found");
    const checked = form.safeParse(body);
    if (!checked.success) throw new Refusal("invalid", { fieldErrors: fieldErrorsOf(checked.error) });
    const before = await readDraft(db, clock(), draftToken(http, settings));
    const found = step === "siret" && registers.knowsCompanies ? await lookUp() : null;
    const answers = {
      ...before?.answers,
      ...emptied(form.shape),
      ...checked.data,
      ...found?.company,
      ...(found && { inRegister: found.known }),
    };
    const registrationLinkId = before?.registrationLinkId ?? null;
    setDraftToken(http, settings, await keepDraft(db, clock(), { token: before?.token, kind, answers, registrationLinkId }));
    return { left: stepsLeft(kind, answers, questions), found: found?.known ?? null };

    async function lookUp() {
      await limits.take("registerByAddress", `lookup ${clientAddress}`);
      const company = await registers.company(String(checked.data?.siret));
      return { company, known: company !== null };
    }
  }),

  on(registrationApi.acceptInvitation, async ({ db, http, settings, clock, body: { code }, limits, clientAddress }) => {
    await limits.take("registerByAddress", `invitation ${clientAddress}`);
    const link = await findInvitation(db, clock(), code);
    if (!link) return { invitation: null };
    const before = await readDraft(db, clock(), draftToken(http, settings));
    const draft = { token: before?.token, kind: link.kind, answers: before?.answers ?? {}, registrationLinkId: link.id };
    setDraftToken(http, settings, await keepDraft(db, clock(), draft));
    return { invitation: link };
  }),

  on(registrationApi.register, async ({ http, body, limits, clientAddress, ...services }) => {
    const { db, clock, settings } = services;
    const draft = await readDraft(db, clock(), draftToken(http, settings));
    if (!draft) throw new Refusal("wrong_state");
    await limits.take("registerByAddress", clientAddress);
    const registered = await noSoonerThan(
      250,
      inTurn(() => register(services, draft, body)),
    );
    clearDraftToken(http, settings);
    return { ...done, ...registered };
  }),

  on(registrationApi.addSupportingDocument, async ({ http, body, clientAddress, ...services }) => {
    const { db, clock, settings } = services;
    const draft = await readDraft(db, clock(), draftToken(http, settings));
    if (!draft) throw new Refusal("wrong_state");
    return addDraftDocument(services, draft, clientAddress, body);
  }),
  on(registrationApi.removeSupportingDocument, async ({ http, params, ...services }) => {
    const { db, clock, settings } = services;
    const draft = await readDraft(db, clock(), draftToken(http, settings));
    if (!draft) throw new Refusal("not_found");
    await removeDraftDocument(services, draft, params.id);
    return done;
  }),

  on(registrationApi.forget, async ({ db, http, settings, clock }) => {
    const token = draftToken(http, settings);
    if (token) await forgetDraft(db, clock(), token);
    clearDraftToken(http, settings);
    return done;
  }),

  on(registrationApi.verifyEmail, async ({ body, actor, requestId, ...services }) => ({
    state: await verifyEmail(services, body.token, { actor, requestId }),
  })),
  on(registrationApi.guardianLink, ({ db, clock, body }) => readGuardianLink(db, clock(), body.token)),
  on(registrationApi.giveConsent, async ({ db, clock, body }) => ({ state: await giveConsent(db, clock(), body) })),

  on(registrationApi.pendingEmail, ({ actor, ...services }) => pendingEmail(services, actor)),
  on(registrationApi.resendEmail, async ({ actor, ...services }) => {
    await resendVerification(services, actor);
    return done;
  }),
  on(registrationApi.changeEmail, async ({ actor, body, ...services }) => {
    await noSoonerThan(100, changeEmail(services, actor, body.email));
    return done;
  }),
];

/** A field that is now empty is removed. */
function emptied(shape: object): Record<string, undefined> {
  return Object.fromEntries(Object.keys(shape).map((name) => [name, undefined]));
}

import pLimit from "p-limit";
import { fieldErrorsOf } from "#backend/http/field-errors";
import { noSoonerThan } from "#backend/http/minimum-duration";
import { done, on } from "#backend/http/routes";
import { findInvitation, invitationOf } from "#backend/modules/registration-links/redemption";
import { currentCriteria } from "#backend/modules/verification/criteria";
import { Refusal } from "#backend/refusal";
import { registrationApi } from "#contract/accounts/registration";
import { type RegistrationKind, stepForm, stepsLeft, type Unfinished, unfinishedForm } from "#contract/accounts/registration-steps";
import { register } from "./accounts.ts";
import { changeDraft, clearDraftToken, draftTokens, forgetDraft, readDraft, readDrafts, setDraftToken } from "./drafts.ts";
import { changeEmail, pendingEmail, resendVerification, verifyEmail } from "./emails.ts";
import { giveConsent, readGuardianLink } from "./guardians.ts";
import { draftOfLink, mailResumeLink, startedAmong } from "./resuming.ts";
import { addDraftDocument, documentsOfDraft, removeDraftDocument } from "./supporting-documents.ts";
import { currentTermsVersion } from "./terms.ts";

/**
 * The most registrations that are processed at a time; others wait: hashing passwords takes the
 * processor, and a transaction that waits for it holds a connection, and the row of an invitation, that others need.
 */
const inTurn = pLimit(8);

export const registrationRoutes = [
  on(registrationApi.draft, async ({ db, http, settings, clock, geocoder, query }) => {
    const draft = await readDraft(db, clock(), draftTokens(http, settings), query.kind);
    const termsVersion = await currentTermsVersion(db);
    const known = { termsVersion, knowsAddresses: geocoder.available };
    if (!draft) return { draft: null, ...known };
    const { kind, answers, unfinished } = draft;
    const { questions } = await currentCriteria(db);
    const invitation = await invitationOf(db, clock(), draft.registrationLinkId);
    const documents = await documentsOfDraft(db, draft.token);
    const left = stepsLeft(kind, answers, questions, unfinished);
    return { ...known, draft: { kind, answers, unfinished, invitation, documents, left } };
  }),
  on(registrationApi.started, async ({ db, http, settings, clock }) => ({
    items: await startedAmong(db, await readDrafts(db, clock(), draftTokens(http, settings))),
  })),

  on(registrationApi.saveStep, async ({ db, http, settings, clock, params: { kind, step }, body, companyRegister, limits, network }) => {
    const { questions } = await currentCriteria(db);
    const form = stepForm(kind, step, questions);
    if (!form) throw new Refusal("not_found");
    const checked = form.safeParse(body);
    if (!checked.success) throw new Refusal("invalid", { fieldErrors: fieldErrorsOf(checked.error) });
    const found = step === "siret" && companyRegister.available ? await find() : null;
    const draft = await changeDraft(db, clock(), {
      token: draftTokens(http, settings)[kind],
      kind,
      answers: (before) => ({
        ...before,
        ...emptied(form.shape),
        ...checked.data,
        ...found?.company,
        ...(found && { inRegister: found.known }),
      }),
      unfinished: (before) => without(before, step),
    });
    setDraftToken(http, settings, draft);
    return { left: stepsLeft(kind, draft.answers, questions, draft.unfinished), found: found?.known ?? null };

    async function find() {
      await limits.take("registerByNetwork", `lookup ${network}`);
      const company = await companyRegister.company(String(checked.data?.siret));
      return { company, known: company !== null };
    }
  }),

  on(registrationApi.leaveStep, async ({ db, http, settings, clock, params: { kind, step }, body }) => {
    const form = stepForm(kind, step, (await currentCriteria(db)).questions);
    if (!form) throw new Refusal("not_found");
    const checked = unfinishedForm(form).safeParse(body);
    if (!checked.success) throw new Refusal("invalid", { fieldErrors: fieldErrorsOf(checked.error) });
    const typed = typedIn(checked.data);
    const tokens = draftTokens(http, settings);
    if (Object.keys(typed).length === 0 && !(await readDraft(db, clock(), tokens, kind))) return done;
    const unfinished = (before: Unfinished) => ({ ...without(before, step), ...(Object.keys(typed).length > 0 && { [step]: typed }) });
    setDraftToken(http, settings, await changeDraft(db, clock(), { token: tokens[kind], kind, unfinished }));
    return done;
  }),

  on(registrationApi.acceptInvitation, async ({ db, http, settings, clock, body: { code }, limits, network }) => {
    await limits.take("registerByNetwork", `invitation ${network}`);
    const link = await findInvitation(db, clock(), code);
    if (!link) return { invitation: null };
    const token = draftTokens(http, settings)[link.kind];
    setDraftToken(http, settings, await changeDraft(db, clock(), { token, kind: link.kind, registrationLinkId: link.id }));
    return { invitation: link };
  }),

  on(registrationApi.register, async ({ http, query, body, limits, network, ...services }) => {
    const { db, clock, settings } = services;
    const draft = await readDraft(db, clock(), draftTokens(http, settings), query.kind);
    if (!draft) throw new Refusal("wrong_state");
    await limits.take("registerByNetwork", network);
    const registered = await noSoonerThan(
      250,
      inTurn(() => register(services, draft, body)),
    );
    clearDraftToken(http, settings, draft.kind);
    return { ...done, ...registered };
  }),

  on(registrationApi.addSupportingDocument, async ({ http, query, body, network, ...services }) => {
    const { db, clock, settings } = services;
    const draft = await readDraft(db, clock(), draftTokens(http, settings), query.kind);
    if (!draft) throw new Refusal("wrong_state");
    return addDraftDocument(services, draft, network, body);
  }),
  on(registrationApi.removeSupportingDocument, async ({ http, params, ...services }) => {
    const { db, clock, settings } = services;
    const drafts = await readDrafts(db, clock(), draftTokens(http, settings));
    await removeDraftDocument(services, drafts, params.id);
    return done;
  }),

  on(registrationApi.forget, async ({ http, query, ...services }) => {
    const tokens = Object.entries(draftTokens(http, services.settings)) as [RegistrationKind, string][];
    for (const [kind, token] of tokens) {
      if (query.kind && query.kind !== kind) continue;
      await forgetDraft(services, token);
      clearDraftToken(http, services.settings, kind);
    }
    return done;
  }),

  on(registrationApi.mailLink, async ({ http, query, body, limits, network, ...services }) => {
    const { db, clock, settings } = services;
    const draft = await readDraft(db, clock(), draftTokens(http, settings), query.kind);
    if (!draft) throw new Refusal("wrong_state");
    await limits.take("registrationMailByNetwork", network);
    await mailResumeLink(services, draft, body);
    return done;
  }),
  on(registrationApi.resumeLink, async ({ db, clock, http, settings, body }) => {
    const draft = await draftOfLink(db, clock(), body.token);
    const [started = null] = draft ? await startedAmong(db, [draft]) : [];
    const own = started && (await readDraft(db, clock(), draftTokens(http, settings), started.kind));
    return { started, other: !!own && own.token !== draft?.token };
  }),
  on(registrationApi.resume, async ({ db, clock, http, settings, body }) => {
    const draft = await draftOfLink(db, clock(), body.token);
    if (draft) setDraftToken(http, settings, draft);
    return { kind: draft?.kind ?? null };
  }),
  on(registrationApi.erase, async ({ http, body, ...services }) => {
    const draft = await draftOfLink(services.db, services.clock(), body.token);
    if (!draft) return done;
    await forgetDraft(services, draft.token);
    if (draftTokens(http, services.settings)[draft.kind] === draft.token) clearDraftToken(http, services.settings, draft.kind);
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

/** What is typed or chosen. Allergies are health data: they are stored with an explicit consent only. */
function typedIn({ allergies, ...rest }: Record<string, string | string[] | undefined>): Unfinished[string] {
  const all = Object.entries(rest.allergiesAgreed ? { ...rest, allergies } : rest);
  return Object.fromEntries(all.flatMap(([name, value]) => (value === undefined || value.length === 0 ? [] : [[name, value]])));
}

function without(unfinished: Unfinished, step: string): Unfinished {
  return Object.fromEntries(Object.entries(unfinished).filter(([name]) => name !== step));
}

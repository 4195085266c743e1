import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, redirectDocument } from "@remix-run/node";
import { criteriaApi, previewOf } from "#contract/accounts/criteria";
import { homeOf } from "#contract/accounts/current-user";
import { type Answers, registrationApi } from "#contract/accounts/registration";
import {
  type RegistrationKind,
  type StepName,
  stepDocuments,
  stepForm,
  stepsLeft,
  stepsOf,
  type Unfinished,
  unfinishedForm,
} from "#contract/accounts/registration-steps";
import { publicSectorsApi } from "#contract/charity/sectors";
import { rulesOf } from "~/forms/rules.server";
import { fieldsOf, readForm, submit } from "~/forms/submission.server";
import { chosenAddress, findAddress } from "~/subjects/addresses/find-address.server";
import { accountPath, pathOfKind, savedPath, stepPath } from "./steps";
import { changeDocuments } from "./supporting-documents.server";

type KindOf = (url: URL) => RegistrationKind | null;
type Context = LoaderFunctionArgs["context"];

/** Logged-in people are redirected. */
export async function visitorsOnly(context: Context) {
  const user = await context.session.user();
  if (user) throw redirectDocument(homeOf(user));
}

/** The page of a registration, whose kind is in the path. It opens at the requested step, or at the first incomplete one. */
export function wizardLoader(kindOf: KindOf, path: "/register/beneficiary" | "/register/volunteer" | "/register/donator-form") {
  return async ({ request, context }: LoaderFunctionArgs) => {
    await visitorsOnly(context);
    const url = new URL(request.url);
    const kind = kindOf(url);
    if (!kind) throw redirect("/register/donator");
    const { draft, knowsAddresses } = await context.api.call(registrationApi.draft, { query: { kind } });
    const { answers, unfinished } = draft ?? nothingYet;
    const criteria = await criteriaFor(context, kind);
    const questions = criteria?.questions ?? [];
    const steps = stepsOf(kind);
    const left = stepsLeft(kind, answers, questions, unfinished);
    const step = chosenStep(steps, left, url.searchParams.get("step"));
    if (!step) throw redirect(accountPath(kind));
    const form = stepForm(kind, step, questions);
    const fields = Object.keys(form?.shape ?? {});
    return {
      kind,
      step,
      steps: steps.map((name) => ({ name, to: stepPath(kind, name), done: !left.includes(name) })),
      answers: only(fields, unfinished[step] ?? answers),
      questions,
      preview: criteria && step === "needs" ? previewOf(criteria.rule, answers as Record<string, number>) : null,
      invitation: draft?.invitation?.kind === kind ? draft.invitation.label : null,
      unknownSiret: url.searchParams.has("unknown"),
      resumed: Object.keys({ ...answers, ...unfinished }).length > 0 && !url.searchParams.has("step"),
      supportingDocumentKinds: stepDocuments(kind, step),
      documents: (draft?.documents ?? []).filter((document) => stepDocuments(kind, step).includes(document.kind)),
      knowsAddresses: knowsAddresses && fields.includes("addressLine"),
      sectors: fields.includes("sectorId") ? (await context.api.call(publicSectorsApi.list)).items : [],
      rules: rulesOf(form ? { [step]: form } : {}),
      title: context.t(`titles:${path}`),
      leaves: step,
    };
  };
}

const nothingYet: { answers: Answers; unfinished: Unfinished } = { answers: {}, unfinished: {} };

function only(fields: string[], answers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(fields.flatMap((name) => (answers[name] === undefined ? [] : [[name, answers[name] as string]])));
}

/** Stores a step's answers and redirects to the next step. A step that is left half filled is stored as it is. */
export function wizardAction(kindOf: KindOf) {
  return async (args: ActionFunctionArgs) => {
    const { request, context } = args;
    const url = new URL(request.url);
    const kind = kindOf(url);
    const step = url.searchParams.get("step") ?? "";
    const criteria = kind && (await criteriaFor(context, kind));
    const form = kind && stepForm(kind, step, criteria?.questions ?? []);
    if (!kind || !form) throw redirect(kind ? pathOfKind[kind] : "/register");
    const posted = await request.clone().formData();
    if (posted.has("find")) return findAddress(context, posted);
    const outcome = await changeDocuments(context, kind, posted);
    const stays = outcome?.refused || posted.has("addSupportingDocument") || posted.has("removeSupportingDocument");
    const submitted = { ...args, request: chosenAddress(request, posted) };
    const elsewhere = stays ? stepPath(kind, step) : placeAfterLeaving(kind, posted);
    const isComplete = readForm(await fieldsOf(submitted.request.clone()), form).status === "success";
    if (elsewhere && !isComplete && isLeft(posted))
      return submit(submitted, unfinishedForm(form), async (body) => {
        await context.api.call(registrationApi.leaveStep, { params: { kind, step }, body });
        const notStored = body.allergies && !body.allergiesAgreed && { title: context.t("register:allergiesNotStored") };
        return { to: elsewhere, toast: outcome?.toast ?? (notStored || undefined) };
      });
    return submit(submitted, form, async (value) => {
      const { found } = await context.api.call(registrationApi.saveStep, { params: { kind, step }, body: value });
      if (elsewhere) return { to: elsewhere, toast: outcome?.toast };
      const steps = stepsOf(kind);
      const next = steps[steps.indexOf(step as StepName) + 1];
      const to = next ? `${stepPath(kind, next)}${found === false ? "&unknown=1" : ""}` : accountPath(kind);
      return { to, toast: outcome?.toast };
    });
  };
}

const isLeft = (posted: FormData) => posted.has("leave") || posted.has("goTo");

/** Where a step is left for: the page after "save and leave", or another step. */
function placeAfterLeaving(kind: RegistrationKind, posted: FormData): string | null {
  if (posted.has("leave")) return savedPath(kind);
  const step = stepsOf(kind).find((name) => name === posted.get("goTo"));
  return step ? stepPath(kind, step) : null;
}

async function criteriaFor({ api }: Context, kind: RegistrationKind) {
  return kind === "beneficiary" ? api.call(criteriaApi.current) : null;
}

/** The requested step, unless an earlier one is incomplete; by default the first incomplete one. */
function chosenStep(steps: StepName[], left: StepName[], requested: string | null): StepName | undefined {
  const firstLeft = left[0];
  const found = steps.find((name) => name === requested);
  if (!found) return firstLeft;
  return firstLeft && steps.indexOf(found) > steps.indexOf(firstLeft) ? firstLeft : found;
}

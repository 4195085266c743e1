import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { TrackingDraft, trackingApi } from "#contract/accounts/tracking";
import { franceWallTime } from "#contract/formats/france-time";
import { orNotFound } from "~/errors/not-found.server";
import { submit } from "~/forms/submission.server";

/** What the form for a new entry about a person needs. */
export async function addingTo({ api }: LoaderFunctionArgs["context"], personId: string) {
  const { staff, ...person } = await api.call(trackingApi.person, { params: { id: personId } }).catch(orNotFound);
  return { person, staff, at: franceWallTime(new Date()), submission: crypto.randomUUID() };
}

/** Adds the posted entry, and goes where `to` says. */
export function addEntry(args: ActionFunctionArgs, to: (added: { id: string; subjectId: string }) => string) {
  const { api, t } = args.context;
  return submit(args, TrackingDraft, async (body) => {
    const { id } = await api.call(trackingApi.create, { body });
    return { to: to({ id, subjectId: body.subjectId }), toast: { title: t("tracking:form.saved") } };
  });
}

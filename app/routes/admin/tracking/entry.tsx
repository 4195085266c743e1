import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { TrackingAction, TrackingCorrection, TrackingEdit, trackingApi } from "#contract/accounts/tracking";
import { franceWallTime } from "#contract/formats/france-time";
import { gate } from "~/access/gate.server";
import { flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { DueBadge, VisibilityBadge } from "~/subjects/tracking/badges";
import { EntryList } from "~/subjects/tracking/entry-list";
import { Facts } from "~/ui/facts";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { Panel } from "~/ui/panel";
import { ActionPanel } from "./action-panel";
import { CorrectionForm, EditForm } from "./entry-forms";

const path = "/dashboard/admin/tracking/{id}";

export const handle = {
  i18n: ["tracking"],
  crumb: { label: "tracking:crumb", to: "/dashboard/admin/tracking" },
} as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const entry = await api.call(trackingApi.get, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  const { staff, mayRestrict } = await api.call(trackingApi.person, { params: { id: entry.subjectId } });
  return {
    entry,
    staff,
    mayRestrict,
    happened: franceWallTime(new Date(entry.occurredAt)),
    submission: crypto.randomUUID(),
    rules: rulesOf({ action: TrackingAction, edit: TrackingEdit, correction: TrackingCorrection }),
    title: `${entry.person} - ${t(`titles:${path}`)}`,
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const params = { id: args.params.id ?? "" };
  const to = `/dashboard/admin/tracking/${params.id}`;
  const form = await args.request.clone().formData();
  const intent = form.get("intent");
  if (intent === "edit")
    return submit(args, TrackingEdit, async (body) => {
      await api.call(trackingApi.edit, { params, body }).catch(orNotFound);
      return { to, toast: { title: t("tracking:entry.saved") } };
    });
  if (intent === "correction")
    return submit(args, TrackingCorrection, async (body) => {
      const { id } = await api.call(trackingApi.correct, { params, body }).catch(orNotFound);
      return { to: `/dashboard/admin/tracking/${id}`, toast: { title: t("tracking:entry.corrected") } };
    });
  if (intent === "action")
    return submit(args, TrackingAction, async (body) => {
      await api.call(trackingApi.setAction, { params, body }).catch(orNotFound);
      return { to, toast: { title: t("tracking:entry.actionSaved") } };
    });
  if (intent !== "done" && intent !== "reopen") throw data(null, { status: 400 });
  await api.call(trackingApi.setDone, { params, body: { done: intent === "done" } }).catch(orNotFound);
  flashToast(args.context, { title: t(`tracking:entry.${intent === "done" ? "doneToast" : "reopenedToast"}`) });
  return redirect(to, 303);
}

export default function TrackingEntryPage() {
  const { entry, staff, mayRestrict, happened, submission } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("tracking");
  const { title, person, subjectId, body, kind, occurredAt, author, own, editedAt, editableUntil, corrections } = entry;
  const intent = answer?.result.initialValue?.intent;
  const about = (which: string) => (intent === which ? answer : undefined);
  const facts = [
    { label: t("column.kind"), value: t(`kind.${kind}`) },
    { label: t("column.occurredAt"), value: <LocalDate value={occurredAt} style="time" /> },
    { label: t("column.author"), value: own ? t("you") : author },
    ...(editedAt ? [{ label: t("edited"), value: <LocalDate value={editedAt} style="time" /> }] : []),
  ];
  return (
    <>
      <div>
        <h1 className="office-title wrap-anywhere">{title}</h1>
        <p className="mt-2 flex flex-wrap items-center gap-2">
          <Link to={`/dashboard/admin/users/${subjectId}/tracking`} className="font-semibold">
            {person}
          </Link>
          <VisibilityBadge visibility={entry.visibility} />
          <DueBadge entry={entry} />
        </p>
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid gap-5">
          <Panel
            title={t("entry.facts")}
            link={{ to: `/dashboard/admin/tracking?show=all&sort=occurredAt&order=desc&person=${subjectId}`, label: t("entry.ofPerson") }}
          >
            <Facts facts={facts} />
            <p className={body ? "mt-4 whitespace-pre-line wrap-anywhere" : "muted mt-4"}>{body || t("entry.noBody")}</p>
          </Panel>
          {corrections.length > 0 && (
            <Panel title={t("entry.corrections")}>
              <EntryList entries={corrections} linked={false} />
            </Panel>
          )}
          {editableUntil && (
            <EditForm entry={entry} until={editableUntil} happened={happened} mayRestrict={mayRestrict} answer={about("edit")} />
          )}
          <CorrectionForm key={corrections.length} answer={about("correction")} submission={submission} />
        </div>
        <ActionPanel
          key={`${entry.nextActionAt} ${entry.nextActionUserId} ${entry.doneAt}`}
          entry={entry}
          staff={staff}
          answer={about("action")}
        />
      </div>
    </>
  );
}

export const ErrorBoundary = OfficeError;

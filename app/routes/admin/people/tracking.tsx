import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { TrackingDraft, trackingApi } from "#contract/accounts/tracking";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import { rulesOf } from "~/forms/rules.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { AddEntryForm } from "~/subjects/tracking/add-entry-form";
import { addEntry, addingTo } from "~/subjects/tracking/adding.server";
import { EntryList } from "~/subjects/tracking/entry-list";
import { ButtonLink } from "~/ui/button";
import { Link } from "~/ui/link";
import { Panel } from "~/ui/panel";

const path = "/dashboard/admin/users/{id}/tracking";

export const handle = { i18n: ["people", "tracking"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const id = args.params.id ?? "";
  const before = new URL(args.request.url).searchParams.get("before") ?? undefined;
  const [entries, adding] = await Promise.all([
    api.call(trackingApi.ofPerson, { params: { id }, query: { before } }).catch(orNotFound),
    addingTo(args.context, id),
  ]);
  return { ...entries, adding, before: before !== undefined, rules: rulesOf({ entry: TrackingDraft }), title: t(`titles:${path}`) };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  return addEntry(args, ({ subjectId }) => `/dashboard/admin/users/${subjectId}/tracking`);
}

/** What staff noted about a person, the latest first, and the form for a new entry. */
export default function PersonTracking() {
  const { items, more, before, adding } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("tracking");
  const { person, staff, at, submission } = adding;
  const page = `/dashboard/admin/users/${person.id}/tracking`;
  const last = items.at(-1);
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_26rem]">
      <Panel
        title={t("tab.title")}
        link={{ to: `/dashboard/admin/tracking?show=all&sort=occurredAt&order=desc&person=${person.id}`, label: t("tab.inList") }}
      >
        {items.length === 0 ? <p className="muted">{t("tab.empty")}</p> : <EntryList entries={items} />}
        {(more || before) && (
          <p className="actions mt-4">
            {more && last && (
              <ButtonLink to={`${page}?before=${last.id}`} variant="line">
                {t("tab.older")}
              </ButtonLink>
            )}
            {before && <Link to={page}>{t("tab.newest")}</Link>}
          </p>
        )}
      </Panel>
      <Panel title={t("form.title")}>
        {person.open ? (
          <AddEntryForm
            key={items[0]?.id}
            personId={person.id}
            mayRestrict={person.mayRestrict}
            staff={staff}
            at={at}
            answer={answer}
            submission={submission}
          />
        ) : (
          <p>{t("person.closed")}</p>
        )}
      </Panel>
    </div>
  );
}

export const ErrorBoundary = OfficeError;

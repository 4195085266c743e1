import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import * as z from "zod";
import { peopleApi } from "#contract/accounts/people";
import { TrackingDraft } from "#contract/accounts/tracking";
import { gate } from "~/access/gate.server";
import { rulesOf } from "~/forms/rules.server";
import { SearchForm } from "~/forms/search-form";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { AddEntryForm } from "~/subjects/tracking/add-entry-form";
import { addEntry, addingTo } from "~/subjects/tracking/adding.server";
import { Link } from "~/ui/link";
import { Panel } from "~/ui/panel";

const path = "/dashboard/admin/tracking/create";

export const handle = {
  i18n: ["tracking", "people"],
  crumb: { label: "tracking:crumb", to: "/dashboard/admin/tracking" },
} as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const parameters = new URL(args.request.url).searchParams;
  const personId = z.uuid().safeParse(parameters.get("person")).data;
  const q = (parameters.get("q") ?? "").trim().slice(0, 200);
  const found = !personId && q ? (await api.call(peopleApi.find, { query: { q } })).items : [];
  const adding = personId ? await addingTo(args.context, personId) : null;
  return { q, found, adding, rules: rulesOf({ entry: TrackingDraft }), title: t(`titles:${path}`) };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  return addEntry(args, ({ id }) => `/dashboard/admin/tracking/${id}`);
}

/** First the person, by a search that works without script; then the entry. */
export default function CreateEntry() {
  const { adding } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("tracking");
  return (
    <>
      <h1 className="office-title">{t("form.title")}</h1>
      {!adding ? (
        <ChoosePerson />
      ) : (
        <Panel title={t("form.about", { name: adding.person.name })} link={{ to: path, label: t("form.change") }}>
          {adding.person.open ? (
            <AddEntryForm
              personId={adding.person.id}
              mayRestrict={adding.person.mayRestrict}
              staff={adding.staff}
              at={adding.at}
              answer={answer}
              submission={adding.submission}
            />
          ) : (
            <p>{t("person.closed")}</p>
          )}
        </Panel>
      )}
    </>
  );
}

export const ErrorBoundary = OfficeError;

function ChoosePerson() {
  const { q, found } = useLoaderData<typeof loader>();
  const { t } = useTranslation("tracking");
  const { t: people } = useTranslation("people");
  return (
    <Panel title={t("person.title")}>
      <SearchForm id="person" label={t("person.search")} button={t("person.submit")} value={q} className="max-w-xl" />
      {found.length > 0 && (
        <ul className="mt-4 grid gap-2" aria-label={t("person.results")}>
          {found.map(({ id, name, team, role }) => (
            <li key={id}>
              <Link to={`${path}?person=${id}`} className="inline-block py-1 font-semibold">
                {name}
              </Link>
              <small className="muted block">{[role && people(`role.${role}`), team].filter(Boolean).join(", ")}</small>
            </li>
          ))}
        </ul>
      )}
      {q && found.length === 0 && <p className="mt-4">{t("person.none", { q })}</p>}
    </Panel>
  );
}

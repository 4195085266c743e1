import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { campaignPeopleApi, chosenPage } from "#contract/accounts/campaign-people";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { flashRefusal, flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { Form, Submit } from "~/forms/form";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Link } from "~/ui/link";
import { Panel } from "~/ui/panel";

const path = "/dashboard/admin/notifications/{id}/chosen";

export const handle = {
  i18n: ["campaigns"],
  crumb: { label: "campaigns:crumb", to: "/dashboard/admin/notifications" },
} as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const id = args.params.id ?? "";
  const page = pageIn(args.request);
  const { state, items, total } = await args.context.api
    .call(campaignPeopleApi.list, { params: { id }, query: { page } })
    .catch(orNotFound);
  return {
    id,
    items,
    total,
    page,
    pages: Math.ceil(total / chosenPage),
    isDraft: state === "draft",
    title: args.context.t(`titles:${path}`),
  };
}

/** Takes somebody out of the draft. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const id = args.params.id ?? "";
  const person = String((await args.request.formData()).get("person") ?? "");
  try {
    await api.call(campaignPeopleApi.remove, { params: { id, person } });
    flashToast(args.context, { title: t("campaigns:chosen.removed") });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) return orNotFound(error);
    flashRefusal(args.context, error.body.title);
  }
  return redirect(`/dashboard/admin/notifications/${id}/chosen?page=${pageIn(args.request)}`, 303);
}

const pageIn = (request: Request) =>
  Math.max(1, Math.min(100, Number.parseInt(new URL(request.url).searchParams.get("page") ?? "", 10) || 1));

/** Those who were chosen in a list, each with why they would get nothing; of a draft, somebody can be taken out. */
export default function ChosenPeople() {
  const { id, items, total, page, pages, isDraft, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation("campaigns");
  const campaign = `/dashboard/admin/notifications/${id}`;
  return (
    <div className="grid gap-5">
      <div>
        <h1 className="office-title">{title}</h1>
        <p className="mt-1">
          <Link to={`${campaign}/${isDraft ? "edit" : "view"}`}>{t("chosen.back")}</Link>
        </p>
      </div>
      {items.length === 0 ? (
        <EmptyState drawing="letter" text={t("chosen.empty")} />
      ) : (
        <Panel title={t("chosen.count", { count: total })}>
          <Form action={`${campaign}/chosen?page=${page}`}>
            <ul className="rows">
              {items.map((person) => (
                <li key={person.id}>
                  <div className="min-w-0 grow">
                    {person.name && person.path ? (
                      <Link to={person.path} className="font-semibold wrap-anywhere">
                        {person.name}
                      </Link>
                    ) : (
                      <span className="muted">{t("people.hidden")}</span>
                    )}
                    {person.reason && <span className="block text-sm text-warning">{t(`left.${person.reason}`)}</span>}
                  </div>
                  {isDraft && (
                    <Submit name="person" value={person.id} variant="line" small>
                      {t("chosen.remove")}
                      <span className="sr-only"> {person.name ?? t("people.hidden")}</span>
                    </Submit>
                  )}
                </li>
              ))}
            </ul>
          </Form>
        </Panel>
      )}
      {pages > 1 && (
        <p className="actions">
          {page < pages && (
            <ButtonLink to={`${campaign}/chosen?page=${page + 1}`} variant="line">
              {t("people.next")}
            </ButtonLink>
          )}
          {page > 1 && <Link to={`${campaign}/chosen`}>{t("people.first")}</Link>}
        </p>
      )}
    </div>
  );
}

export const ErrorBoundary = OfficeError;

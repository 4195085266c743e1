import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AssemblyMembersQuery, assembliesApi, memberFilters, WithdrawalForm } from "#contract/charity/assemblies";
import { readIn } from "#contract/formats/localized-text";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { flashRefusal, flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { rulesOf } from "~/forms/rules.server";
import { SearchForm } from "~/forms/search-form";
import { fieldsOf, submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { ButtonLink } from "~/ui/button";
import { Panel } from "~/ui/panel";
import { Tabs } from "~/ui/tabs";
import { MemberRows } from "./member-rows";
import { refusalText } from "./refusal-text.server";
import { WithdrawalFields } from "./withdrawal-form";

const path = "/dashboard/admin/memberships/assemblies/{id}/members";
const assemblies = "/dashboard/admin/memberships/assemblies";
const list = "/dashboard/admin/memberships/assembly";

export const handle = { i18n: ["assemblies"], crumb: { label: "assemblies:list.crumb", to: list } } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t, locale } = args.context;
  const params = { id: args.params.id ?? "" };
  const typed = Object.fromEntries(new URL(args.request.url).searchParams);
  const query = AssemblyMembersQuery.parse(typed);
  const chosen = typed.giver ?? typed.withdraw;
  const [found, about] = await Promise.all([
    api.call(assembliesApi.members, { params, query: { ...query, userId: undefined } }).catch(orNotFound),
    chosen ? api.call(assembliesApi.members, { params, query: AssemblyMembersQuery.parse({ userId: chosen }) }) : undefined,
  ]);
  const member = about?.items.find(({ id }) => id === chosen) ?? null;
  return {
    ...{ ...found, query },
    giver: typed.giver && !member?.attendance ? member : null,
    withdrawing: typed.withdraw && member?.attendance ? member : null,
    rules: rulesOf({ withdrawal: WithdrawalForm }),
    submission: crypto.randomUUID(),
    title: `${readIn(locale, found.assembly.title).text} - ${t(`titles:${path}`)}`,
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const params = { id: args.params.id ?? "" };
  const here = `${assemblies}/${params.id}/members`;
  const form = await fieldsOf(args.request.clone());
  if (form.get("intent") === "withdraw")
    return submit(args, WithdrawalForm, async (body) => {
      await api.call(assembliesApi.withdraw, { params, body });
      return { to: here, toast: { title: t("assemblies:members.withdrawn") } };
    });
  const giver = form.get("giver");
  const isProxy = typeof giver === "string";
  const userId = String(form.get("member") ?? "");
  const change = isProxy
    ? api.call(assembliesApi.proxy, { params, body: { userId: giver, holderId: userId } })
    : api.call(assembliesApi.present, { params, body: { userId } });
  const outcome = await change.then(
    () => flashToast(args.context, { title: t(isProxy ? "assemblies:members.given" : "assemblies:members.marked") }),
    (error: unknown) => {
      if (!(error instanceof ApiError) || ![400, 404, 409, 422].includes(error.status)) throw error;
      flashRefusal(args.context, refusalText(args.context, error));
      return "refused" as const;
    },
  );
  const { show, page } = AssemblyMembersQuery.parse(Object.fromEntries(new URL(args.request.url).searchParams));
  // The same list; a proxy that was refused is still to be given.
  const query = new URLSearchParams({
    ...(show !== "all" && { show }),
    ...(isProxy && outcome === "refused" && { giver }),
    ...(!isProxy && page > 1 && { page: String(page) }),
  });
  return redirect(query.size > 0 ? `${here}?${query}` : here, 303);
}

/** Who is at an assembly, and who is represented: by search, for a queue at the entrance. */
export default function AssemblyMembers() {
  const { assembly, items, page, perPage, total, previous, next, query, giver, withdrawing, submission, title } =
    useLoaderData<typeof loader>();
  const { t } = useTranslation("assemblies");
  const answer = useActionData<typeof action>();
  const here = `${assemblies}/${assembly.id}/members`;
  const hasNext = next || (next !== null && total > page * perPage);
  const linkWith = (more: Record<string, string>) => {
    const all = {
      ...(query.q && { q: query.q }),
      ...(query.show !== "all" && { show: query.show }),
      ...(giver && { giver: giver.id }),
      ...more,
    };
    return `${here}?${new URLSearchParams(all)}`;
  };
  return (
    <>
      <h1 className="office-title">{title}</h1>
      {withdrawing && (
        <Panel title={t("members.withdrawOf", { name: withdrawing.name })}>
          <WithdrawalFields userId={withdrawing.id} back={here} submission={submission} answer={answer} />
        </Panel>
      )}
      <Panel
        title={giver ? t("members.giving", { name: giver.name }) : t("members.title")}
        link={{ to: giver ? here : `${assemblies}/${assembly.id}`, label: t(giver ? "members.cancel" : "members.back") }}
      >
        <SearchForm
          id="member-search"
          label={t("members.search")}
          button={t("members.searchSend")}
          value={query.q}
          className="mb-4 max-w-xl"
        >
          {giver && <input type="hidden" name="giver" value={giver.id} />}
          {query.show !== "all" && <input type="hidden" name="show" value={query.show} />}
        </SearchForm>
        {!giver && (
          <Tabs
            label={t("members.title")}
            tabs={memberFilters.map((show) => ({ to: show === "all" ? here : `${here}?show=${show}`, label: t(`members.show.${show}`) }))}
          />
        )}
        {items.length === 0 ? (
          <p className="mt-4">{t("members.none")}</p>
        ) : (
          <MemberRows members={items} assembly={assembly} giver={giver} submission={submission} to={linkWith} />
        )}
        <p className="actions mt-4">
          {page > 1 && (
            <ButtonLink variant="line" to={linkWith({ page: String(page - 1), ...(previous && page > 2 && { before: previous }) })}>
              {t("members.previous")}
            </ButtonLink>
          )}
          {hasNext && (
            <ButtonLink variant="line" to={linkWith({ page: String(page + 1), ...(next && { after: next }) })}>
              {t("members.next")}
            </ButtonLink>
          )}
        </p>
      </Panel>
    </>
  );
}

export const ErrorBoundary = OfficeError;

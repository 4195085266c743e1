import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { redirectFor } from "#contract/accounts/access";
import type { AccountState, CurrentUser } from "#contract/accounts/current-user";
import type { PeopleList } from "#contract/accounts/people";
import { peopleApi } from "#contract/accounts/people";
import type { Role } from "#contract/accounts/roles";
import { gate } from "~/access/gate.server";
import { policies } from "~/access/policies";
import { orNotFound } from "~/errors/not-found.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { StateBadge } from "~/subjects/people/badges";
import { giversFor } from "~/subjects/people/givers.server";
import { Withheld } from "~/subjects/people/withheld";
import { Tabs } from "~/ui/tabs";
import { personPolicy } from "./person-policy";

const tabs = ["timeline", "tracking", "aids", "rights", "documents", "history", "privacy"] as const;

/** The tabs beside the first one that the reader may open. */
const openTabs = (user: CurrentUser) => tabs.filter((tab) => redirectFor(user, policies[`/dashboard/admin/users/{id}/${tab}`]) === null);

export const handle = { i18n: ["people"] } as const satisfies PageHandle;

export async function loader(args: LoaderFunctionArgs) {
  const policy = personPolicy(args.request.url);
  const user = await gate(args, policy);
  const amongDonators = policy === "/dashboard/admin/users/donators/{id}/view";
  const person = await args.context.api.call(peopleApi.get, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  const list = listOf(person.more?.role);
  if (amongDonators && list !== "donators") throw data(null, { status: 404 });
  // A URL of the person without a tab.
  if (new URL(args.request.url).pathname.endsWith(person.id)) throw redirect(policy.replace("{id}", person.id));
  const crumb = list && { label: args.context.t(`people:list.${list}.title`), to: `/dashboard/admin/users/${list}` as const };
  return {
    person,
    givers: await giversFor(args.context, person.more?.withheld),
    crumb,
    base: policy.replace("/{id}/view", ""),
    // Aids are for students.
    tabs: openTabs(user).filter((tab) => tab !== "aids" || list === "beneficiaries"),
  };
}

function listOf(role: Role | undefined): Exclude<PeopleList, "pending-approval" | "drivers"> | undefined {
  if (role === "BENEFICIARY") return "beneficiaries";
  if (role === "VOLUNTEER" || role === undefined) return "volunteers";
  return role === "ADMIN" ? undefined : "donators";
}

/** The head that the pages of one person share: the name, the state, the tabs that the reader's rights open. */
export default function PersonFrame() {
  const { person, givers, base, tabs } = useLoaderData<typeof loader>();
  const { t } = useTranslation("people");
  const { id, firstName, lastName, team, more } = person;
  const pages = `/dashboard/admin/users/${id}`;
  return (
    <>
      <div>
        <h1 className="office-title">{`${firstName} ${lastName}`}</h1>
        <p className="mt-2 flex flex-wrap items-center gap-2">
          {more && more.accountState !== "validated" && <StateBadge state={more.accountState} />}
          <span className="muted">{[more && t(`role.${more.role}`), team].filter(Boolean).join(", ")}</span>
        </p>
      </div>
      {more && (
        <Tabs
          label={t("tabs.label")}
          tabs={[
            { to: `${base}/${id}/view`, label: t("tabs.view") },
            ...tabs.map((tab) => ({ to: `${pages}/${tab}`, label: t(`tabs.${tab}`) })),
          ]}
        />
      )}
      {more?.withheld && (
        <section className="panel">
          <Withheld what={`${t("withheld.person")} ${awaits(more.accountState) ? t("withheld.decision") : ""}`.trim()} givers={givers} />
        </section>
      )}
      <Outlet context={person} />
    </>
  );
}

/** Whether the account waits for a decision on its file. */
const awaits = (state: AccountState) => state === "waiting" || state === "to_validate";

export const ErrorBoundary = OfficeError;

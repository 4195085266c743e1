import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { redirectFor } from "#contract/accounts/access";
import type { AccountState, CurrentUser } from "#contract/accounts/current-user";
import type { PeopleList } from "#contract/accounts/people";
import { type PersonRecord, peopleApi } from "#contract/accounts/people";
import type { Role } from "#contract/accounts/roles";
import { personRecordsApi } from "#contract/charity/person-records";
import { gate } from "~/access/gate.server";
import { policies } from "~/access/policies";
import { orNone, orNotFound } from "~/errors/not-found.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { StateBadge } from "~/subjects/people/badges";
import { giversFor } from "~/subjects/people/givers.server";
import { Withheld } from "~/subjects/people/withheld";
import { Tabs } from "~/ui/tabs";
import { personPolicy } from "./person-policy";

const tabs = ["events", "hours", "gifts", "timeline", "tracking", "aids", "rights", "documents", "history", "privacy"] as const;

/** Tabs of what a person did, each with how much it is. */
const counted = ["events", "hours", "gifts"] as const;
const isCounted = (tab: (typeof tabs)[number]) => counted.find((one) => one === tab);

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
  const counts = await countsFor(args, user, person);
  // Aids are for students, and not everybody gives, helps or takes part.
  const isFor = (tab: (typeof tabs)[number]) => {
    const kind = isCounted(tab);
    if (kind) return counts !== null && (counts[kind] !== 0 || usual[kind](list) || (kind === "gifts" && counts.inKind !== 0));
    return tab !== "aids" || list === "beneficiaries";
  };
  const crumb = list && { label: args.context.t(`people:list.${list}.title`), to: `/dashboard/admin/users/${list}` as const };
  return {
    person,
    givers: await giversFor(args.context, person.more?.withheld),
    crumb,
    base: policy.replace("/{id}/view", ""),
    counts,
    tabs: openTabs(user).filter(isFor),
  };
}

/** What the pages of a person get from their frame. */
export type PersonContext = PersonRecord & { inKind: number };

type List = ReturnType<typeof listOf>;

/** Whose page has a tab although there is nothing yet. */
const usual = {
  events: (list: List) => list !== "donators",
  hours: (list: List) => list === "volunteers",
  gifts: (list: List) => list === "donators",
};

/** How much they did, for those who read at least the hours; of someone who has left, nothing is counted. */
async function countsFor({ context }: LoaderFunctionArgs, user: CurrentUser, { id, more }: PersonRecord) {
  if (!more || more.accountState === "left" || redirectFor(user, policies["/dashboard/admin/users/{id}/hours"]) !== null) return null;
  return context.api.call(personRecordsApi.counts, { params: { id } }).catch(orNone);
}

function listOf(role: Role | undefined): Exclude<PeopleList, "pending-approval" | "drivers"> | undefined {
  if (role === "BENEFICIARY") return "beneficiaries";
  if (role === "VOLUNTEER" || role === undefined) return "volunteers";
  return role === "ADMIN" ? undefined : "donators";
}

/** The head that the pages of one person share: the name, the state, the tabs that the reader's rights open. */
export default function PersonFrame() {
  const { person, givers, base, counts, tabs } = useLoaderData<typeof loader>();
  const { t } = useTranslation("people");
  const { id, firstName, lastName, team, more } = person;
  const pages = `/dashboard/admin/users/${id}`;
  const labelOf = (tab: (typeof tabs)[number]) => {
    const kind = isCounted(tab);
    const count = kind && counts?.[kind];
    return count ? `${t(`tabs.${tab}`)} (${count})` : t(`tabs.${tab}`);
  };
  return (
    <>
      <div>
        <h1 className="office-title">{`${firstName} ${lastName}`}</h1>
        <p className="mt-2 flex flex-wrap items-center gap-2">
          {more && more.accountState !== "validated" && <StateBadge state={more.accountState} />}
          <span className="muted">{[more && t(`role.${more.role}`), team].filter(Boolean).join(", ")}</span>
        </p>
        {more?.role === "BENEFICIARY" && !more.withheld && <p className="muted mt-1 text-sm">{t("readingIsLogged")}</p>}
      </div>
      {more && (
        <Tabs
          label={t("tabs.label")}
          tabs={[
            { to: `${base}/${id}/view`, label: t("tabs.view") },
            ...tabs.map((tab) => ({ to: `${pages}/${tab}`, label: labelOf(tab) })),
          ]}
        />
      )}
      {more?.withheld && (
        <section className="panel">
          <Withheld what={`${t("withheld.person")} ${awaits(more.accountState) ? t("withheld.decision") : ""}`.trim()} givers={givers} />
        </section>
      )}
      <Outlet context={{ ...person, inKind: counts?.inKind ?? 0 } satisfies PersonContext} />
    </>
  );
}

/** Whether the account waits for a decision on its file. */
const awaits = (state: AccountState) => state === "waiting" || state === "to_validate";

export const ErrorBoundary = OfficeError;

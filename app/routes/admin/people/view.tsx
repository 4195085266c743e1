import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useOutletContext } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { redirectFor } from "#contract/accounts/access";
import type { PersonRecord } from "#contract/accounts/people";
import { personFactsApi } from "#contract/accounts/person-facts";
import { isForLife } from "#contract/charity/lifetime";
import { registrationPausesApi } from "#contract/charity/registration-pauses";
import { writtenDay } from "#contract/formats/france-time";
import { gate } from "~/access/gate.server";
import { policies } from "~/access/policies";
import { orNone, orNotFound } from "~/errors/not-found.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { notifiedOf } from "~/subjects/notices/notified.server";
import { NotifiedPanel } from "~/subjects/notices/notified-panel";
import { DeliveryPanel } from "~/subjects/people/delivery-panel";
import { phoneInPairs } from "~/subjects/people/phone";
import { Facts } from "~/ui/facts";
import { LocalDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { AccountPanel } from "./account-panel";
import { DriverPanel } from "./driver-panel";
import { FactsPanel } from "./facts-panel";
import { NeedsPanel, VolunteeringPanel } from "./needs-panels";
import { PausePanel } from "./pause-panel";
import { personPolicy } from "./person-policy";
import { SamePersonPanel } from "./same-person-panel";

export const handle = { i18n: ["people", "register", "notified"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const user = await gate(args, personPolicy(args.request.url));
  const edits = redirectFor(user, policies["/dashboard/admin/users/{id}/edit"]) === null;
  const params = { id: args.params.id ?? "" };
  const { pause } = user.role === "ADMIN" ? await args.context.api.call(registrationPausesApi.get, { params }).catch(orNotFound) : noPause;
  const facts = user.role === "ADMIN" ? await args.context.api.call(personFactsApi.facts, { params }).catch(orNone) : null;
  const notified = user.role === "ADMIN" ? await notifiedOf(args.context, params.id) : null;
  return { edits, pause, facts, notified, title: args.context.t("titles:/dashboard/admin/users/{id}/view") };
}

const noPause = { pause: null };

/** A person's name and contact details; for administrators, the state of the account and its transitions. */
export default function PersonView() {
  const person = useOutletContext<PersonRecord>();
  const { edits, pause, facts, notified } = useLoaderData<typeof loader>();
  const { t } = useTranslation("people");
  const { locale } = usePage();
  const { more } = person;
  const memberText = (until: string) =>
    isForLife({ endDate: until }) ? t("memberForLife") : t("memberUntil", { date: writtenDay(locale, until) });
  // Nothing is to be decided about a validated account: its state comes last.
  const usual = more?.accountState === "validated";
  const known = more
    ? [
        {
          label: t("fact.birthDate"),
          value: more.birthDate ? writtenDay(locale, more.birthDate) : t(more.withheld ? "restricted" : "unknown"),
        },
        { label: t("fact.language"), value: t(`language.${more.locale}`) },
        { label: t("column.registeredAt"), value: <LocalDate value={more.registeredAt} style="full" /> },
        { label: t("column.seenAt"), value: more.seenAt ? <LocalDate value={more.seenAt} style="full" /> : t("seen.never") },
        {
          label: t("column.member"),
          value: more.memberUntil ? memberText(more.memberUntil) : t("member.no"),
        },
        { label: t("column.file"), value: more.missing.map((piece) => t(`piece.${piece}`)).join(", ") || t("fileComplete") },
      ]
    : [];
  return (
    <>
      <FactsPanel id={person.id} email={person.email} facts={facts} />
      {more && !usual && <AccountPanel id={person.id} account={more} />}
      {more?.delivery && (
        <DeliveryPanel
          email={person.email}
          delivery={more.delivery}
          what={t("delivery.what")}
          action={`/dashboard/admin/users/${person.id}/account`}
        />
      )}
      {pause && <PausePanel id={person.id} pause={pause} />}
      {more && more.sameAs.length > 0 && <SamePersonPanel people={more.sameAs} />}
      <ReachPanel person={person} edits={edits} />
      {more && (
        <Panel title={t("known")} link={{ to: `/dashboard/admin/users/pending-approval/${person.id}`, label: t("fact.registration") }}>
          <Facts facts={known} className="grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3" />
        </Panel>
      )}
      {more?.volunteering && <VolunteeringPanel volunteering={more.volunteering} />}
      {more?.needs && <NeedsPanel needs={more.needs} />}
      {more?.driver && <DriverPanel id={person.id} driver={more.driver} byAdministrators={more.byAdministrators} />}
      {more && usual && <AccountPanel id={person.id} account={more} />}
      <NotifiedPanel notified={notified} />
    </>
  );
}

export const ErrorBoundary = OfficeError;

/** How to reach a person, and where they are. */
function ReachPanel({ person: { id, email, phone, preferredContact, team, more }, edits }: { person: PersonRecord; edits: boolean }) {
  const { t } = useTranslation("people");
  const reach = [
    { label: t("column.email"), value: <a href={`mailto:${email}`}>{email}</a> },
    { label: t("column.phone"), value: phone ? <a href={`tel:${phone}`}>{phoneInPairs(phone)}</a> : "–" },
    ...(preferredContact ? [{ label: t("fact.contact"), value: t(`contact.${preferredContact}`) }] : []),
    ...(more?.address ? [{ label: t("fact.address"), value: more.address }] : []),
    { label: t("column.team"), value: team ?? "–" },
  ];
  return (
    <Panel
      title={t("reach")}
      link={edits && more && more.accountState !== "left" ? { to: `/dashboard/admin/users/${id}/edit`, label: t("edit.link") } : undefined}
    >
      <Facts facts={reach} />
    </Panel>
  );
}
